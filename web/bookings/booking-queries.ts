import { queryOptions } from '@tanstack/react-query';

import { getBooking, listBookings } from '#contract/bookings.ts';
import { call, callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import type { Send } from '#web/platform/send.ts';

const bookingsKey = 'bookedProduct';

/** One buyer's bookings, newest first. */
export const bookingsQuery = (send: Send, userEmail: string) =>
  pagedQuery([bookingsKey, 'list', userEmail], (cursor, signal) =>
    callPage(send, listBookings, { query: { userEmail, cursor }, signal }),
  );

/** One booking by its id. */
export const bookingQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: [bookingsKey, 'one', _id],
    queryFn: ({ signal }) => call(send, getBooking, { params: { _id }, signal }),
  });
