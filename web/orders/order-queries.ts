import { queryOptions } from '@tanstack/react-query';

import { call, callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** One order, as the person who asks is to see it. */
export const orderQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: queryKeys.orders.one(_id),
    queryFn: async ({ signal }) => {
      const { getOrder } = await import('#contract/orders.ts');
      return call(send, getOrder, { params: { _id }, signal });
    },
  });

/** What either side of an order prints. */
export const receiptQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: queryKeys.orders.receipt(_id),
    queryFn: async ({ signal }) => {
      const { getOrderReceipt } = await import('#contract/orders.ts');
      return call(send, getOrderReceipt, { params: { _id }, signal });
    },
  });

/** The orders of a seller's own phones, newest first. */
export const salesQuery = (send: Send, sellerEmail: string) =>
  pagedQuery(queryKeys.orders.sales(sellerEmail), async (cursor, signal) => {
    const { listSales } = await import('#contract/orders.ts');
    return callPage(send, listSales, { query: { cursor }, signal });
  });

/** Open disputes for admins, the oldest deadline first: all, or those of which the decision is late. */
export const disputesQuery = (send: Send, show?: 'late') =>
  pagedQuery(queryKeys.orders.disputes(show ?? 'all'), async (cursor, signal) => {
    const { listDisputes } = await import('#contract/orders.ts');
    return callPage(send, listDisputes, { query: { cursor, show }, signal });
  });

/** Everybody's orders, newest first, for admins: all, or those that a search finds. */
export const allOrdersQuery = (send: Send, search: string) =>
  pagedQuery(queryKeys.orders.found(search), async (cursor, signal) => {
    const { listOrders } = await import('#contract/orders.ts');
    return callPage(send, listOrders, {
      query: { cursor, search: search === '' ? undefined : search },
      signal,
    });
  });
