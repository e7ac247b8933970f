import { useEffect, useRef } from 'react';

import type { SearchSort } from '#contract/search.ts';
import { Button } from '#web/ui/button.tsx';
import { ChevronDownIcon } from '#web/ui/icons.tsx';

import { type SearchFields, without } from './search-address.ts';
import { useChoose, useSearch } from './use-search.ts';

const sortTitles: Readonly<Record<SearchSort, string>> = {
  best: 'Best match',
  newest: 'Newest',
  'price-up': 'Price: low to high',
  'price-down': 'Price: high to low',
  distance: 'Nearest first',
};

/** The order of the list. It belongs to the form of the facets, wherever it is placed. */
export function SortSelect() {
  const { fields, formId } = useSearch();
  const choose = useChoose();
  const preset = defaultSort(fields);
  const sorts = sortsOf(fields);
  const chosen = sorts.find((sort) => sort === fields.sort) ?? preset;
  const value = chosen === preset ? '' : chosen;
  const select = useSyncedSelect(value);
  return (
    <div className="flex min-w-0 items-center gap-2">
      <label className="relative grid min-w-0 items-center">
        <span className="sr-only">Sort by</span>
        <select
          ref={select}
          name="sort"
          form={formId}
          defaultValue={value}
          autoComplete="off"
          className="control appearance-none truncate pr-10 max-phone:pr-8 max-phone:pl-3"
          onChange={({ target }) => choose({ ...without(fields, 'sort'), sort: target.value })}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort === preset ? '' : sort}>
              {sortTitles[sort]}
            </option>
          ))}
        </select>
        <ChevronDownIcon className="pointer-events-none absolute right-3 max-phone:right-2 size-5 text-quiet" />
      </label>
      <span className="without-scripts">
        <Button type="submit" form={formId} variant="quiet">
          Show
        </Button>
      </span>
    </div>
  );
}

/** Sets the select when the URL changes, also by back and forward. A choice made before hydration stays. */
function useSyncedSelect(value: string) {
  const select = useRef<HTMLSelectElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current !== value && select.current !== null) select.current.value = value;
    shown.current = value;
  }, [value]);
  return select;
}

/** The best match needs a query, and the distance needs a city. */
const sortsOf = ({ q, near }: SearchFields): readonly SearchSort[] => [
  ...(q === undefined ? [] : (['best'] as const)),
  ...(['newest', 'price-up', 'price-down'] as const),
  ...(near === undefined ? [] : (['distance'] as const)),
];

const defaultSort = ({ q }: SearchFields): SearchSort => (q === undefined ? 'newest' : 'best');
