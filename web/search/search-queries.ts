import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { CallInput } from '#contract/endpoint.ts';
import type { SearchReply, searchProducts } from '#contract/search.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { freshFor } from '#web/platform/query-client.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

import { type SearchFields, searchAddress } from './search-address.ts';

/** Counts and facts of a list besides its phones. Each part is absent until it is loaded. */
export type Counted = Partial<Pick<SearchReply, 'facets' | 'prices' | 'total' | 'near' | 'understood'>>;

type SearchInput = CallInput<typeof searchProducts>['query'];

/** The results of a search, page by page, beginning at its cursor. */
export const searchQuery = (send: Send, fields: SearchFields) =>
  infiniteQueryOptions({
    queryKey: queryKeys.products.search(fields),
    queryFn: ({ signal, pageParam }) => search(send, { ...fields, cursor: pageParam }, signal),
    initialPageParam: fields.cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** Only the facets of a search, for a list whose phones come from another call. */
export const facetsQuery = (send: Send, fields: SearchFields) =>
  queryOptions({
    queryKey: queryKeys.products.facets(fields),
    queryFn: ({ signal }) => countFacets(send, fields, signal),
  });

/** Suggestions for the typed text. A failed request is not repeated, because they are optional. */
export const suggestionsQuery = (send: Send, q: string) =>
  queryOptions({
    queryKey: queryKeys.suggestions(q),
    queryFn: async ({ signal }) => {
      const { suggest } = await import('#contract/search.ts');
      return call(send, suggest, { query: { q }, signal });
    },
    staleTime: freshFor(60_000),
    retry: false,
  });

/**
 * For the page of a category. The schemas of the contract are larger than the code of that page, so they are not loaded
 * and the reply is not parsed: our server has serialised it by the same schema.
 */
async function countFacets(send: Send, fields: SearchFields, signal: AbortSignal): Promise<Counted> {
  const url = `/api${searchAddress('/search', fields)}&limit=1`;
  const { status, body } = await send({ method: 'GET', url, path: '/search', headers: {}, signal });
  if (status >= 400) throw new ApiError(status, body);
  return body as Counted;
}

async function search(send: Send, fields: SearchFields & { limit?: number }, signal: AbortSignal) {
  const { searchProducts } = await import('#contract/search.ts');
  // The URL may contain anything. It is sent unchanged, and the server refuses what is invalid.
  return call(send, searchProducts, { query: fields as SearchInput, signal });
}
