/**
 * The search within one category: filters and order beside its list. Without filters, the category's own list is shown.
 */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';

import { useSend } from '#web/platform/runtime.tsx';
import { paths } from '#web/platform/paths.ts';
import { phonesText } from '#web/search/result-count.ts';
import { type SearchFields, isFiltered, ofCategory } from '#web/search/search-address.ts';
import { SearchLayout } from '#web/search/search-layout.tsx';
import { type Counted, facetsQuery } from '#web/search/search-queries.ts';
import { useSearchResults } from '#web/search/use-search-results.ts';
import type { Refusal } from '#web/search/search-refusal.ts';
import { isNarrow, watchWidth } from '#web/ui/window-width.ts';

import { FoundPhones } from './found-phones.tsx';

export interface CategorySearchProps {
  readonly _id: string;
  /** From the page's URL. */
  readonly fields: SearchFields;
  readonly refusal: Refusal | undefined;
  /** The category's own list, shown without filters. */
  readonly children: ReactNode;
}

/** The same component with or without filters, so that the control that was just used keeps the focus. */
export function CategorySearch({ _id, fields, refusal, children }: CategorySearchProps) {
  const isOn = isFiltered(fields);
  const found = useSearchResults(ofCategory(_id, fields), refusal, isOn);
  const search = useMemo(
    () => ({
      path: paths.category(_id),
      fields: { ...fields, q: undefined, category: undefined },
      formId: 'facets-form',
      refusal: isOn ? found.refusal : undefined,
    }),
    [_id, fields, isOn, found.refusal],
  );
  const [counted, count] = useCounted(_id);
  // Beside a search that failed, the counts of the whole category would belong to nothing on the screen.
  const ofAll = isOn && found.refusal !== undefined ? nothingCounted : counted;
  const shown = (isOn ? found.first : undefined) ?? ofAll;
  const total = isOn ? found.first?.total : counted.total;
  return (
    <SearchLayout
      search={search}
      counted={shown}
      count={total === undefined ? undefined : phonesText(total)}
      hiddenFacets={ownFacet}
      onFacetsOpen={count}
    >
      {isOn ? <FoundPhones found={found} /> : children}
    </SearchLayout>
  );
}

const ownFacet = ['category'] as const;

/** The facets of the whole category, loaded when they become visible: the list itself needs none. */
function useCounted(_id: string): [counted: Counted, count: () => void] {
  // On wide screens they are beside the list; in a sheet they become visible when it opens.
  const isBeside = useSyncExternalStore(watchWidth, isWide, () => false);
  const [isOpened, setOpened] = useState(false);
  const { data } = useQuery({
    ...facetsQuery(useSend(), { category: _id }),
    enabled: isBeside || isOpened,
  });
  return [data ?? nothingCounted, () => setOpened(true)];
}

const isWide = (): boolean => !isNarrow();

const nothingCounted: Counted = {};
