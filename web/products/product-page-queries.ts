import { queryOptions } from '@tanstack/react-query';

import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** One phone with everything that its own page shows. */
export const productQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: queryKeys.products.one(_id),
    queryFn: async ({ signal }) => {
      const { getProduct } = await import('#contract/products.ts');
      return call(send, getProduct, { params: { _id }, signal });
    },
  });

/** Phones like this one. */
export const similarQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: queryKeys.products.similar(_id),
    queryFn: async ({ signal }) => {
      const { listSimilar } = await import('#contract/products.ts');
      return call(send, listSimilar, { params: { _id }, signal });
    },
  });
