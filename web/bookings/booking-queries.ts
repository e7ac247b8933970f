import { queryOptions } from '@tanstack/react-query';

import { call } from '#web/platform/api.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** One booking by its id. */
export const bookingQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: accountKeys.bookings.one(_id),
    queryFn: async ({ signal }) => {
      const { getBooking } = await import('#contract/bookings.ts');
      return call(send, getBooking, { params: { _id }, signal });
    },
  });

/** The unpaid booking by which a buyer holds a phone; null if there is none. */
export const ownHoldQuery = (send: Send, userEmail: string, productId: string) =>
  queryOptions({
    queryKey: accountKeys.bookings.heldBy(userEmail, productId),
    queryFn: async ({ signal }) => {
      const [{ listBookings }, { maxPageSize }] = await Promise.all([
        import('#contract/bookings.ts'),
        import('#contract/page.ts'),
      ]);
      const query = { userEmail, show: 'held', limit: maxPageSize } as const;
      const held = await call(send, listBookings, { query, signal });
      return held.find((one) => one.productId === productId) ?? null;
    },
  });
