import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { CallInput } from '#contract/endpoint.ts';
import { searchProducts, suggest } from '#contract/search.ts';
import { call } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';
import { productsKey } from '#web/products/product-queries.ts';

import type { SearchFields } from './search-address.ts';

type SearchInput = CallInput<typeof searchProducts>['query'];

/** What a search finds, page after page from its cursor on. */
export const searchQuery = (send: Send, fields: SearchFields) =>
  infiniteQueryOptions({
    queryKey: [productsKey, { search: fields }],
    queryFn: ({ signal, pageParam }) =>
      call(send, searchProducts, { query: asInput({ ...fields, cursor: pageParam }), signal }),
    initialPageParam: fields.cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The facets of a search alone, for a list that was read another way. */
export const facetsQuery = (send: Send, fields: SearchFields) =>
  queryOptions({
    queryKey: [productsKey, { facetsOf: fields }],
    queryFn: ({ signal }) => call(send, searchProducts, { query: asInput({ ...fields, limit: 1 }), signal }),
  });

/** What may be meant by what has been typed so far. Nobody waits for it, so it is asked once. */
export const suggestionsQuery = (send: Send, q: string) =>
  queryOptions({
    queryKey: ['suggestions', q],
    queryFn: ({ signal }) => call(send, suggest, { query: { q }, signal }),
    staleTime: 60_000,
    retry: false,
  });

// An address may say anything: it goes out as it is, and the server says what is wrong with it.
const asInput = (fields: SearchFields & { limit?: number }) => fields as SearchInput;
