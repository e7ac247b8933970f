/** What My Orders reads, with bookings that somebody else has ended. */
import { queryOptions } from '@tanstack/react-query';

import { type BookingFilterName, countBookings, listBookings } from '#contract/bookings.ts';
import type { TimeOrder } from '#contract/table.ts';
import { call, callPage } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';
import { pageOfView, searchOfView, tablePageQuery, type TableView } from '#web/platform/table-view.ts';

export type BookingTableView = TableView<BookingFilterName, TimeOrder>;

/** One page of a buyer's bookings. */
export const bookingViewQuery = (send: Send, userEmail: string, view: BookingTableView) =>
  tablePageQuery(queryKeys.bookings.ofBuyer(userEmail, view), (signal) =>
    callPage(send, listBookings, { query: { userEmail, ended: '1', ...pageOfView(view) }, signal }),
  );

/** How many bookings a search finds, in all and in each state. */
export const bookingCountsQuery = (send: Send, userEmail: string, view: BookingTableView) =>
  queryOptions({
    queryKey: queryKeys.bookings.ofBuyer(userEmail, { countsOf: view.search }),
    queryFn: ({ signal }) =>
      call(send, countBookings, { query: { userEmail, ...searchOfView(view) }, signal }),
  });
