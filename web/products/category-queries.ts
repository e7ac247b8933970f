import { queryOptions } from '@tanstack/react-query';

import { call } from '#web/platform/api.ts';
import { freshFor } from '#web/platform/query-client.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** All categories; they hardly ever change. */
export const categoriesQuery = (send: Send) =>
  queryOptions({
    queryKey: queryKeys.categories.all,
    queryFn: async ({ signal }) => {
      const { listCategories } = await import('#contract/products.ts');
      return call(send, listCategories, { signal });
    },
    staleTime: freshFor(5 * 60_000),
  });

/** One category by its id. */
export const categoryQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: queryKeys.categories.one(_id),
    queryFn: async ({ signal }) => {
      const { getCategory } = await import('#contract/products.ts');
      return call(send, getCategory, { params: { _id }, signal });
    },
    staleTime: freshFor(5 * 60_000),
  });
