/** The calls of the tables of orders: all orders and disputes for admins, and a seller's sales. */
import {
  countDisputes,
  countOrders,
  countSales,
  type DisputeFilterName,
  type OrderFilterName,
} from '#contract/orders-table.ts';
import {
  type DisputeSummary,
  listDisputes,
  listOrders,
  listSales,
  type OrderSummary,
} from '#contract/orders.ts';
import type { TimeOrder } from '#contract/table.ts';
import { call, callPage } from '#web/platform/api.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import type { Send } from '#web/platform/send.ts';
import { type TableCalls, type TableChoices, type TableView, timeSorts } from '#web/platform/table-view.ts';

export const orderChoices: TableChoices<OrderFilterName, TimeOrder> = {
  shows: [
    ['open', 'Open'],
    ['disputed', 'Disputed'],
    ['ended', 'Ended'],
  ],
  sorts: timeSorts,
};

const calls = {
  orders: { list: listOrders, count: countOrders },
  sales: { list: listSales, count: countSales },
} as const;

type OrderTableName = keyof typeof calls;

/** The calls of a table of orders. */
export const orderCalls = (
  send: Send,
  name: OrderTableName,
): TableCalls<OrderSummary, OrderFilterName, TimeOrder> => ({
  keyOf: (part) => accountKeys.orders.table({ [name]: part }),
  list: (query, signal) => callPage(send, calls[name].list, { query, signal }),
  count: (query, signal) => call(send, calls[name].count, { query, signal }),
});

export type DisputeView = TableView<DisputeFilterName, never>;

/** The queue has one order: by whose turn it is, then by the deadline. */
export const disputeChoices: TableChoices<DisputeFilterName, never> = {
  shows: [
    ['waiting', 'To decide'],
    ['late', 'Late'],
  ],
  sorts: [],
};

/** The calls of the admins' queue of disputes. */
export const disputeCalls = (send: Send): TableCalls<DisputeSummary, DisputeFilterName, never> => ({
  keyOf: (part) => accountKeys.orders.table({ disputes: part }),
  list: (query, signal) => callPage(send, listDisputes, { query, signal }),
  count: (query, signal) => call(send, countDisputes, { query, signal }),
});
