/** How lists of orders are filtered and counted. */
import * as z from 'zod/mini';

import { admin, alsoSuspended, signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { cursorMatching, pageQuery } from './page.ts';
import { ShownCount, showParameter, sortParameter, tableSearch, timeOrders } from './table.ts';

export const orderFilters = ['open', 'disputed', 'ended'] as const;
export type OrderFilterName = (typeof orderFilters)[number];

/** `open` includes the disputed ones; if `show` is absent, all orders. */
const show = showParameter(orderFilters);

export const listedOrders = { ...pageQuery, search: tableSearch, show, sort: sortParameter(timeOrders) };

export const countSales = endpoint({
  method: 'GET',
  path: '/sales/counts',
  summary: 'How many of the caller’s sales a search finds, in all and by `show`; each up to 1,000',
  access: alsoSuspended(signedIn),
  query: z.object({ search: tableSearch }),
  reply: z.array(ShownCount),
});

export const countOrders = endpoint({
  method: 'GET',
  path: '/orders/counts',
  summary: 'How many orders a search finds, in all and by `show`; each up to 1,000',
  access: admin,
  query: z.object({ search: tableSearch }),
  reply: z.array(ShownCount),
});

export const disputeFilters = ['waiting', 'late'] as const;
export type DisputeFilterName = (typeof disputeFilters)[number];

/** The cursor of a place in the queue of disputes. Its second digit keeps the deadline below the year 10000. */
const queueCursor = /^[01][0-9a-d][0-9a-f]{43}$/;

/** Disputes that wait for an admin, or whose decision is late; if `show` is absent, all. */
export const listedDisputes = {
  ...pageQuery,
  cursor: cursorMatching(queueCursor),
  search: tableSearch,
  show: showParameter(disputeFilters),
};

export const countDisputes = endpoint({
  method: 'GET',
  path: '/disputes/counts',
  summary: 'How many disputes a search finds, in all and by `show`; each up to 1,000',
  access: admin,
  query: z.object({ search: tableSearch }),
  reply: z.array(ShownCount),
});
