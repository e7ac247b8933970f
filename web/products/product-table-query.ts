import { listProducts } from '#contract/products.ts';
import { callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** A seller's own phones in every state, or everybody's for the admin; newest first. */
export const productTableQuery = (send: Send, sellerEmail?: string) =>
  pagedQuery(queryKeys.products.table(sellerEmail ?? ''), (cursor, signal) =>
    callPage(send, listProducts, { query: { email: sellerEmail, cursor }, signal }),
  );
