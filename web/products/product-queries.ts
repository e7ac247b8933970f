import { infiniteQueryOptions } from '@tanstack/react-query';

import { callPage } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** What one person has for sale, newest first, page by page from `cursor` on. */
export const productsOfSellerQuery = (send: Send, seller: string, cursor?: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.products.ofSeller(seller, cursor ?? ''),
    queryFn: async ({ signal, pageParam }) => {
      const { listProducts } = await import('#contract/products.ts');
      return callPage(send, listProducts, { query: { seller, cursor: pageParam }, signal });
    },
    initialPageParam: cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The phones of a category, newest first, page by page from `cursor` on. */
export const productsOfCategoryQuery = (send: Send, id: string, cursor?: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.products.ofCategory(id, cursor ?? ''),
    queryFn: async ({ signal, pageParam }) => {
      const { listProducts } = await import('#contract/products.ts');
      return callPage(send, listProducts, { query: { id, cursor: pageParam }, signal });
    },
    initialPageParam: cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
