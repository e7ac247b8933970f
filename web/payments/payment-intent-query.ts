import { queryOptions } from '@tanstack/react-query';

import type { Booking } from '#contract/bookings.ts';
import { createPaymentIntent } from '#contract/payments.ts';
import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** The secret with which a booking's card payment is confirmed. Asking again gives the same one. */
export const paymentIntentQuery = (send: Send, { _id, sell }: Pick<Booking, '_id' | 'sell'>) =>
  queryOptions({
    queryKey: queryKeys.payments.intent(_id),
    queryFn: async ({ signal }) => {
      const body = { sell, paymentId: _id };
      return (await call(send, createPaymentIntent, { body, signal })).clientSecret;
    },
    staleTime: 'static',
    gcTime: 0,
  });
