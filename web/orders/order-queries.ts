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

/** Disputes of which an admin's decision is late, the oldest deadline first. */
export const lateDisputesQuery = (send: Send) =>
  pagedQuery(queryKeys.orders.table({ disputes: 'late' }), async (cursor, signal) => {
    const { listDisputes } = await import('#contract/orders.ts');
    return callPage(send, listDisputes, { query: { cursor, show: 'late' }, signal });
  });

/** The orders of a person on either side, newest first, for admins. */
export const ordersOfPersonQuery = (send: Send, email: string) =>
  pagedQuery(queryKeys.orders.table({ of: email }), async (cursor, signal) => {
    const { listOrders } = await import('#contract/orders.ts');
    return callPage(send, listOrders, { query: { cursor, search: email }, signal });
  });
