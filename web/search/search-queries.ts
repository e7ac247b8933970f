import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { CallInput } from '#contract/endpoint.ts';
import type { searchProducts } from '#contract/search.ts';
import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

import type { SearchFields } from './search-address.ts';

type SearchInput = CallInput<typeof searchProducts>['query'];

/** What a search finds, page after page from its cursor on. */
export const searchQuery = (send: Send, fields: SearchFields) =>
  infiniteQueryOptions({
    queryKey: queryKeys.products.search(fields),
    queryFn: ({ signal, pageParam }) => search(send, { ...fields, cursor: pageParam }, signal),
    initialPageParam: fields.cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The facets of a search alone, for a list that was read another way. */
export const facetsQuery = (send: Send, fields: SearchFields) =>
  queryOptions({
    queryKey: queryKeys.products.facets(fields),
    queryFn: ({ signal }) => search(send, { ...fields, limit: 1 }, signal),
  });

/** What may be meant by what has been typed so far. Nobody waits for it, so it is asked once. */
export const suggestionsQuery = (send: Send, q: string) =>
  queryOptions({
    queryKey: queryKeys.suggestions(q),
    queryFn: async ({ signal }) => {
      const { suggest } = await import('#contract/search.ts');
      return call(send, suggest, { query: { q }, signal });
    },
    staleTime: 60_000,
    retry: false,
  });

async function search(send: Send, fields: SearchFields & { limit?: number }, signal: AbortSignal) {
  const { searchProducts } = await import('#contract/search.ts');
  // An address may say anything: it goes out as it is, and the server says what is wrong with it.
  return call(send, searchProducts, { query: fields as SearchInput, signal });
}
