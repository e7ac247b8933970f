import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { CallInput } from '#contract/endpoint.ts';
import type { SearchReply, searchProducts } from '#contract/search.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

import { type SearchFields, searchAddress } from './search-address.ts';

/** What is known of a list before its phones are shown; each absent until somebody has counted. */
export type Counted = Partial<Pick<SearchReply, 'facets' | 'prices' | 'total' | 'near' | 'understood'>>;

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
    queryFn: ({ signal }) => countFacets(send, fields, signal),
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

/**
 * A category's page asks for it by itself. The contract's schemas weigh more than that page's own code, so it goes
 * without them: our own server writes the answer by the contract's schema.
 */
async function countFacets(send: Send, fields: SearchFields, signal: AbortSignal): Promise<Counted> {
  const url = `/api${searchAddress('/search', fields)}&limit=1`;
  const { status, body } = await send({ method: 'GET', url, path: '/search', headers: {}, signal });
  if (status >= 400) throw new ApiError(status, body);
  return body as Counted;
}

async function search(send: Send, fields: SearchFields & { limit?: number }, signal: AbortSignal) {
  const { searchProducts } = await import('#contract/search.ts');
  // An address may say anything: it goes out as it is, and the server says what is wrong with it.
  return call(send, searchProducts, { query: fields as SearchInput, signal });
}
