import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';

import type { Key } from './query-key.ts';

/** One page of a list, and the cursor of the page after it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | undefined;
}

/**
 * A list that is read page by page.
 *
 * @param fetchPage reads the page at a cursor; the first one has none
 * @param first the cursor to begin at; by default the list's start
 */
export const pagedQuery = <Item>(
  queryKey: Key,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>,
  first?: string,
) =>
  infiniteQueryOptions<ListPage<Item>, Error, InfiniteData<ListPage<Item>>, Key, string | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** How often data without live updates is refetched while it is shown, in milliseconds. */
export const watchedMs = 20_000;

/**
 * Like {@link pagedQuery}, for lists that only jobs change, without live updates: it is refetched while it is shown.
 */
export const watchedQuery = <Item>(...list: Parameters<typeof pagedQuery<Item>>) =>
  infiniteQueryOptions({ ...pagedQuery(...list), refetchInterval: watchedMs });
