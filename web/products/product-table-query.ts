import { listProducts } from '#contract/products.ts';
import { callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import type { Send } from '#web/platform/send.ts';

import { productsKey } from './product-queries.ts';

/** A seller's own phones in every state, or everybody's for the admin; newest first. */
export const productTableQuery = (send: Send, sellerEmail?: string) =>
  pagedQuery([productsKey, 'table', { sellerEmail: sellerEmail ?? '' }], (cursor, signal) =>
    callPage(send, listProducts, { query: { email: sellerEmail, cursor }, signal }),
  );
