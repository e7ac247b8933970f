/** The rows that a table shows: search, filter, order and page. All of it is in the URL. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

import type { ShownCount, TimeOrder } from '#contract/table.ts';

import { type ListPage, pagedQuery } from './paged-query.ts';
import type { Key } from './query-key.ts';

/** The choices in their order, each with its label. */
type Choices<Name extends string> = readonly (readonly [Name, string])[];

/** The filters and orders of a table. */
export interface TableChoices<Show extends string = string, Sort extends string = string> {
  readonly shows: Choices<Show>;
  /** The first one is the default; empty if there is only one order. */
  readonly sorts: Choices<Sort>;
  /** The default filter; all rows if absent. */
  readonly first?: Show;
}

export interface TableView<Show extends string = string, Sort extends string = string> {
  readonly search: string;
  readonly show: Show | undefined;
  readonly sort: Sort | undefined;
  /** The cursor of the page; the first one has none. */
  readonly after: string | undefined;
}

/** The view that a URL names. Invalid values are ignored. */
export function readTableView<Show extends string, Sort extends string>(
  params: URLSearchParams,
  { shows, sorts, first }: TableChoices<Show, Sort>,
): TableView<Show, Sort> {
  const show = choiceOf(shows, params.get('show'));
  const sort = choiceOf(sorts, params.get('sort'));
  return {
    search: params.get('search')?.trim() ?? '',
    show: show === first ? undefined : show,
    sort: sort === sorts[0]?.[0] ? undefined : sort,
    after: /^[0-9a-f]{32,45}$/.exec(params.get('after') ?? '')?.[0],
  };
}

const choiceOf = <Name extends string>(choices: Choices<Name>, named: string | null): Name | undefined =>
  choices.find(([name]) => name === named)?.[0];

/** The URL of a view, without default values. */
export function writeTableView({ search, show, sort, after }: TableView): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (show !== undefined) params.set('show', show);
  if (sort !== undefined) params.set('sort', sort);
  if (after !== undefined) params.set('after', after);
  return params.size === 0 ? '' : `?${params.toString()}`;
}

/** Whether a view hides rows of the table. */
export const isNarrowed = ({ search, show, after }: TableView): boolean =>
  search !== '' || show !== undefined || after !== undefined;

/** The calls that read a table, and the key under which the answers about a part of it are cached. */
export interface TableCalls<Row, Show extends string = string, Sort extends string = string> {
  readonly keyOf: (part: object) => Key;
  /** Reads one page. */
  readonly list: (page: PageOf<Show, Sort>, signal: AbortSignal) => Promise<ListPage<Row>>;
  /** Counts the rows that match the search, in all and by filter. */
  readonly count: (search: SearchOf, signal: AbortSignal) => Promise<ShownCount[]>;
}

interface SearchOf {
  readonly search: string | undefined;
}

interface PageOf<Show, Sort> extends SearchOf {
  readonly show: Show | undefined;
  readonly sort: Sort | undefined;
  readonly cursor: string | undefined;
}

/**
 * The view of a table that the URL names, with its rows and counts: one page, since the next one has its own URL. The
 * counts of the last search are shown until the next ones have arrived.
 */
export function useTable<Row, Show extends string, Sort extends string>(
  choices: TableChoices<Show, Sort>,
  { keyOf, list, count }: TableCalls<Row, Show, Sort>,
) {
  const [params] = useSearchParams();
  const view = useMemo(() => readTableView(params, choices), [params, choices]);
  const { show, sort, after: cursor } = view;
  const search = view.search === '' ? undefined : view.search;
  const readPage = (_cursor: unknown, signal: AbortSignal) => list({ search, show, sort, cursor }, signal);
  return {
    view,
    choices,
    list: useInfiniteQuery({ ...pagedQuery(keyOf(view), readPage), getNextPageParam: () => undefined }),
    counts: useQuery({
      queryKey: keyOf({ countsOf: view.search }),
      queryFn: ({ signal }) => count({ search }, signal),
      placeholderData: keepPreviousData,
    }),
  };
}
export type TableCounts = ReturnType<typeof useTable>['counts'];

/** The two orders of a list that is only sorted by time. */
export const timeSorts = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
] as const satisfies Choices<TimeOrder>;
