import { queryOptions } from '@tanstack/react-query';

import { countProducts } from '#contract/products-table.ts';
import { type ProductFilterName, type ProductOrder } from '#contract/products-table.ts';
import { listProducts } from '#contract/products.ts';
import { call, callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';
import { pageOfView, searchOfView, tablePageQuery, type TableView } from '#web/platform/table-view.ts';

export type ProductTableView = TableView<ProductFilterName, ProductOrder>;

/** A seller's phones in every state, page after page; newest first. */
export const productTableQuery = (send: Send, email: string) =>
  pagedQuery(queryKeys.products.table({ email }), (cursor, signal) =>
    callPage(send, listProducts, { query: { email, cursor }, signal }),
  );

/** One page of a seller's own phones, or of everybody's for the admin. */
export const productViewQuery = (send: Send, email: string | undefined, view: ProductTableView) =>
  tablePageQuery(queryKeys.products.table({ email, ...view }), (signal) =>
    callPage(send, listProducts, { query: { email, ...pageOfView(view) }, signal }),
  );

/** How many phones a search finds, in all and in each state. */
export const productCountsQuery = (send: Send, email: string | undefined, view: ProductTableView) =>
  queryOptions({
    queryKey: queryKeys.products.table({ email, countsOf: view.search }),
    queryFn: ({ signal }) => call(send, countProducts, { query: { email, ...searchOfView(view) }, signal }),
  });
