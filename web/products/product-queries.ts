import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { call, callPage } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';

/** The spec's key (section 7) of every list of phones. */
export const productsKey = 'products';

/** The phones of a category, newest first, page after page from `cursor` on. */
export const productsOfCategoryQuery = (send: Send, id: string, cursor?: string) =>
  infiniteQueryOptions({
    queryKey: [productsKey, { id, cursor: cursor ?? '' }],
    queryFn: async ({ signal, pageParam }) => {
      const { listProducts } = await import('#contract/products.ts');
      return callPage(send, listProducts, { query: { id, cursor: pageParam }, signal });
    },
    initialPageParam: cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The ids of a seller's own phones, the newest of them: public lists do not tell whose a phone is. */
export const ownProductIdsQuery = (send: Send, email: string) =>
  queryOptions({
    queryKey: [productsKey, { ownIdsOf: email }],
    queryFn: async ({ signal }) => {
      const [{ listProducts }, { maxPageSize }] = await Promise.all([
        import('#contract/products.ts'),
        import('#contract/page.ts'),
      ]);
      const own = await call(send, listProducts, { query: { email, limit: maxPageSize }, signal });
      return own.map(({ _id }) => _id);
    },
  });
