/** The queries of the tables of orders: all orders and disputes for admins, and a seller's sales. */
import { queryOptions } from '@tanstack/react-query';

import {
  countDisputes,
  countOrders,
  countSales,
  type DisputeFilterName,
  type OrderFilterName,
} from '#contract/orders-table.ts';
import { listDisputes, listOrders, listSales } from '#contract/orders.ts';
import type { TimeOrder } from '#contract/table.ts';
import { call, callPage } from '#web/platform/api.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import type { Send } from '#web/platform/send.ts';
import {
  pageOfView,
  searchOfView,
  type TableChoices,
  tablePageQuery,
  type TableView,
  timeSorts,
} from '#web/platform/table-view.ts';

export type OrderTableView = TableView<OrderFilterName, TimeOrder>;

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

export type OrderTableName = keyof typeof calls;

/** One page of a table of orders. */
export const orderViewQuery = (send: Send, name: OrderTableName, view: OrderTableView) =>
  tablePageQuery(accountKeys.orders.table({ [name]: view }), (signal) =>
    callPage(send, calls[name].list, { query: pageOfView(view), signal }),
  );

/** How many orders match a search, in total and in each filter. */
export const orderCountsQuery = (send: Send, name: OrderTableName, view: OrderTableView) =>
  queryOptions({
    queryKey: accountKeys.orders.table({ [name]: { countsOf: view.search } }),
    queryFn: ({ signal }) => call(send, calls[name].count, { query: searchOfView(view), signal }),
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

/** One page of the admins' queue of disputes. */
export const disputeViewQuery = (send: Send, view: DisputeView) =>
  tablePageQuery(accountKeys.orders.table({ disputes: view }), (signal) =>
    callPage(send, listDisputes, { query: pageOfView(view), signal }),
  );

/** How many disputes match a search, in total and in each filter. */
export const disputeCountsQuery = (send: Send, view: DisputeView) =>
  queryOptions({
    queryKey: accountKeys.orders.table({ disputes: { countsOf: view.search } }),
    queryFn: ({ signal }) => call(send, countDisputes, { query: searchOfView(view), signal }),
  });
