import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { maxTableSearch, type ShownCount } from '#contract/table.ts';
import { countText } from '#web/platform/count-text.ts';
import {
  readTableView,
  type TableChoices,
  type TableCounts,
  type TableView,
  writeTableView,
} from '#web/platform/table-view.ts';

import { Button, LinkButton } from './button.tsx';
import { focusContentIfLost } from './focus-content.ts';
import { Select, TextInput } from './inputs.tsx';
import { SiteLink } from './site-link.tsx';

export interface TableControlsProps {
  readonly view: TableView;
  readonly choices: TableChoices;
  /** The label of the search field. */
  readonly searchLabel: string;
  /** While there are none, the filters are shown without numbers. */
  readonly counts: Pick<TableCounts, 'data' | 'isPlaceholderData'>;
}

/** Filters, searches and sorts a table by changing the URL. */
export function TableControls({ view, choices, searchLabel, counts }: TableControlsProps) {
  return (
    <div className="grid gap-4 pb-6">
      <TableSearch view={view} choices={choices} label={searchLabel} />
      <ShownChoices view={view} choices={choices} counts={counts.data} />
      <p role="status" className="sr-only">
        {foundWords(view, { choices, counts })}
      </p>
    </div>
  );
}

/**
 * Says how many rows a search or a filter has found, for those who cannot see that the table has changed. Nothing until
 * the rows of this search are counted.
 */
function foundWords(
  { show, search }: TableView,
  { choices: { first }, counts }: Pick<TableControlsProps, 'choices' | 'counts'>,
): string {
  const count = counts.data?.find((each) => each.show === (show ?? first ?? null));
  if (count === undefined || counts.isPlaceholderData) return '';
  const words = `${countText(count)} found`;
  return search === '' ? words : `${words} for ${search}`;
}

type TableSearchProps = Pick<TableControlsProps, 'view' | 'choices'> & { readonly label: string };

function TableSearch({ view, choices, label }: TableSearchProps) {
  const apply = useApply({ view, choices });
  const field = useFieldThatShows(view.search);
  return (
    <search>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          apply(event.currentTarget);
        }}
      >
        <TextInput
          ref={field}
          label={label}
          type="search"
          name="search"
          defaultValue={view.search}
          maxLength={maxTableSearch}
          autoComplete="off"
          className="grow basis-56"
        />
        {choices.sorts.length > 0 && (
          <Select
            label="Sort"
            name="sort"
            value={view.sort ?? choices.sorts[0]?.[0]}
            onChange={({ currentTarget: { form } }) => form !== null && apply(form)}
          >
            {choices.sorts.map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </Select>
        )}
        <Button type="submit" variant="quiet">
          Find
        </Button>
      </form>
    </search>
  );
}

/** Opens the first page of the view that the form describes. */
function useApply({ view, choices }: Pick<TableControlsProps, 'view' | 'choices'>) {
  const navigate = useNavigate();
  const location = useLocation();
  return (form: HTMLFormElement): void => {
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') params.set(name, value);
    const wanted = readTableView(params, choices);
    const search = writeTableView({ ...wanted, show: view.show });
    // A view that is already shown gets no history entry of its own.
    if (search !== location.search) void navigate({ search });
  };
}

/** A field whose text follows the URL, as after Back. It is not remounted, so that it keeps the focus. */
function useFieldThatShows(text: string) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = text;
  }, [text]);
  return field;
}

interface ShownChoicesProps extends Pick<TableControlsProps, 'view' | 'choices'> {
  readonly counts: readonly ShownCount[] | undefined;
}

/** The filters of a table, each with its number of rows; filters without rows are left out. */
function ShownChoices({ view, choices: { shows, first }, counts }: ShownChoicesProps) {
  const { pathname } = useLocation();
  const all: readonly (readonly [string | undefined, string])[] =
    first === undefined ? [[undefined, 'All']] : [];
  const offered = [...all, ...shows].map(([name, words]) => {
    const show = name === first ? undefined : name;
    const count = counts?.find((each) => each.show === (name ?? null));
    return { show, words, count, isShown: show === view.show };
  });
  return (
    <nav aria-label="Show" className="flex min-h-11 flex-wrap gap-2">
      {offered
        .filter(({ show, count, isShown }) => isShown || show === undefined || count?.count !== 0)
        .map(({ show, words, count, isShown }) => (
          <SiteLink
            key={words}
            to={`${pathname}${writeTableView({ ...view, show, after: undefined })}`}
            aria-current={isShown ? 'true' : undefined}
            className="inline-flex min-h-11 items-center gap-2 rounded-pill border border-edge bg-surface px-4 text-small hover:bg-sunken aria-[current]:border-ink aria-[current]:bg-sunken aria-[current]:font-semibold"
          >
            {words}
            {count !== undefined && <span className="text-quiet tabular-nums">{countText(count)}</span>}
          </SiteLink>
        ))}
    </nav>
  );
}

/** The links to the other pages of a table; renders nothing if all of it is shown. */
export function PageLinks({ view, next }: { view: TableView; next: string | undefined }) {
  const { pathname } = useLocation();
  const pathOf = (after: string | undefined): string => `${pathname}${writeTableView({ ...view, after })}`;
  useHeadingAfter(writeTableView(view));
  if (view.after === undefined && next === undefined) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-center gap-3 pt-8">
      {view.after !== undefined && (
        <LinkButton variant="quiet" to={pathOf(undefined)}>
          First page
        </LinkButton>
      )}
      {next !== undefined && (
        // Another page has another link, so that this one does not keep the focus below the new rows.
        <LinkButton key={next} variant="quiet" to={pathOf(next)}>
          Next page
        </LinkButton>
      )}
    </nav>
  );
}

/** If the link to another view disappears with its page, reading begins at the heading again. */
function useHeadingAfter(view: string): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    focusContentIfLost(document.querySelector<HTMLElement>('#content h1'));
  }, [view]);
}
