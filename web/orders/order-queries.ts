import { queryOptions } from '@tanstack/react-query';

import { call, callPage } from '#web/platform/api.ts';
import { pagedQuery, watchedMs } from '#web/platform/paged-query.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** One order, as the person who asks may see it. Live updates tell admins only of disputes, so their page refetches it. */
export const orderQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: accountKeys.orders.one(_id),
    queryFn: async ({ signal }) => {
      const { getOrder } = await import('#contract/orders.ts');
      return call(send, getOrder, { params: { _id }, signal });
    },
    refetchInterval: ({ state: { data } }) => (data?.role === 'admin' ? watchedMs : false),
  });

/** The receipt for either side of an order. */
export const receiptQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: accountKeys.orders.receipt(_id),
    queryFn: async ({ signal }) => {
      const { getOrderReceipt } = await import('#contract/orders-receipt.ts');
      return call(send, getOrderReceipt, { params: { _id }, signal });
    },
  });

/** Disputes in which an admin's decision is overdue, the oldest deadline first. */
export const lateDisputesQuery = (send: Send) =>
  pagedQuery(accountKeys.orders.table({ disputes: 'late' }), async (cursor, signal) => {
    const { listDisputes } = await import('#contract/orders.ts');
    return callPage(send, listDisputes, { query: { cursor, show: 'late' }, signal });
  });

/** The orders that a person bought or sold, newest first, for admins. */
export const ordersOfPersonQuery = (send: Send, email: string) =>
  pagedQuery(accountKeys.orders.table({ of: email }), async (cursor, signal) => {
    const { listOrders } = await import('#contract/orders.ts');
    return callPage(send, listOrders, { query: { cursor, search: email }, signal });
  });
