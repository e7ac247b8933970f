import { infiniteQueryOptions } from '@tanstack/react-query';

import type { Advertisement } from '#contract/advertisements.ts';
import type { Product } from '#contract/products.ts';
import { callPage } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

const pageSize = 8;

/** The running advertisements' phones, newest first. */
export const advertisementsQuery = (send: Send) =>
  infiniteQueryOptions({
    queryKey: queryKeys.advertisements.all,
    queryFn: async ({ signal, pageParam }) => {
      const { listAdvertisements } = await import('#contract/advertisements.ts');
      return callPage(send, listAdvertisements, { query: { limit: pageSize, cursor: pageParam }, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The phone that an advertisement is about. */
export const productOf = ({ uniqId, ...card }: Advertisement): Product => ({ ...card, _id: uniqId });
