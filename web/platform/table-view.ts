/** The rows that a table shows: search, filter, order and page. All of it is in the URL. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

import type { ShownCount, TimeOrder } from '#contract/table.ts';

import type { ListPage } from './paged-query.ts';
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

/** The view that the URL names. Invalid values are ignored. */
export function useTableView<Show extends string, Sort extends string>(
  choices: TableChoices<Show, Sort>,
): TableView<Show, Sort> {
  const [params] = useSearchParams();
  return useMemo(() => readTableView(params, choices), [params, choices]);
}

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

/** The query of a list's call for one page of a view. */
export const pageOfView = <Show extends string, Sort extends string>({
  search,
  show,
  sort,
  after: cursor,
}: TableView<Show, Sort>) => ({ ...searchOfView({ search }), show, sort, cursor });

/** The query of the counting call: all filters of the view are counted for the same search. */
export const searchOfView = ({ search }: Pick<TableView, 'search'>) => ({
  search: search === '' ? undefined : search,
});

/**
 * How many rows match a search, by filter. The counts of the last search are shown until the next ones have arrived.
 */
export const useTableCounts = (query: UseQueryOptions<ShownCount[]>) =>
  useQuery({ ...query, placeholderData: keepPreviousData });
export type TableCounts = ReturnType<typeof useTableCounts>;

/** One page of a table: the next one has its own URL. */
export const tablePageQuery = <Item>(
  queryKey: Key,
  fetchPage: (signal: AbortSignal) => Promise<ListPage<Item>>,
) =>
  infiniteQueryOptions<ListPage<Item>, Error, InfiniteData<ListPage<Item>>, Key, undefined>({
    queryKey,
    queryFn: ({ signal }) => fetchPage(signal),
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
  });

/** The two orders of a list that is only sorted by time. */
export const timeSorts = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
] as const satisfies Choices<TimeOrder>;
