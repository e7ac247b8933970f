import type { Advertisement } from '#contract/advertisements.ts';
import type { Product } from '#contract/products.ts';
import { callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

const pageSize = 8;

/** The running advertisements' phones, newest first. */
export const advertisementsQuery = (send: Send) =>
  pagedQuery(queryKeys.advertisements.all, async (cursor, signal) => {
    const { listAdvertisements } = await import('#contract/advertisements.ts');
    return callPage(send, listAdvertisements, { query: { limit: pageSize, cursor }, signal });
  });

/** The phone that an advertisement is about. */
export const productOf = ({ uniqId, ...card }: Advertisement): Product => ({ ...card, _id: uniqId });
