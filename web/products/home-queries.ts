/** The queries that only the home page needs. */
import { queryOptions } from '@tanstack/react-query';

import { call } from '#web/platform/api.ts';
import { freshFor } from '#web/platform/query-client.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** The number of phones for sale, by category and model. */
export const marketQuery = (send: Send) =>
  queryOptions({
    queryKey: queryKeys.market,
    queryFn: async ({ signal }) => {
      const { getMarket } = await import('#contract/products.ts');
      return call(send, getMarket, { signal });
    },
    staleTime: freshFor(60_000),
  });

/** Enough to fill "Just listed" even if all of the newest that fit there are advertised. */
const newestCount = 12;

/** The newest phones of all. */
export const newestProductsQuery = (send: Send) =>
  queryOptions({
    queryKey: queryKeys.products.newest,
    queryFn: async ({ signal }) => {
      const { listProducts } = await import('#contract/products.ts');
      return call(send, listProducts, { query: { limit: newestCount }, signal });
    },
  });
