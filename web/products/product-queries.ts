import { callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** What one person has for sale, newest first, page by page from `cursor` on. */
export const productsOfSellerQuery = (send: Send, seller: string, cursor?: string) =>
  pagedQuery(queryKeys.products.ofSeller(seller, cursor ?? ''), readPage(send, { seller }), cursor);

/** The phones of a category, newest first, page by page from `cursor` on. */
export const productsOfCategoryQuery = (send: Send, id: string, cursor?: string) =>
  pagedQuery(queryKeys.products.ofCategory(id, cursor ?? ''), readPage(send, { id }), cursor);

const readPage =
  (send: Send, filter: { readonly seller: string } | { readonly id: string }) =>
  async (cursor: string | undefined, signal: AbortSignal) => {
    const { listProducts } = await import('#contract/products.ts');
    return callPage(send, listProducts, { query: { ...filter, cursor }, signal });
  };
