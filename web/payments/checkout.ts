import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { Booking } from '#contract/bookings.ts';
import { recordPayment } from '#contract/payments.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { useCall } from '#web/platform/runtime.tsx';

import type { Charge, Refusal } from './charge-card.ts';

/**
 * Where a payment stands: `entering` the card; `paying`; `unrecorded`, charged but not yet told to our server;
 * `refunded`, charged for a phone that was gone; `done`.
 */
type CheckoutPhase =
  | { readonly name: 'entering'; readonly refusal?: Refusal }
  | { readonly name: 'paying' }
  | {
      readonly name: 'unrecorded';
      readonly transactionId: string;
      readonly error: unknown;
      readonly isRetrying: boolean;
    }
  | { readonly name: 'refunded'; readonly message: string }
  | { readonly name: 'done'; readonly transactionId: string };

export interface Checkout {
  readonly phase: CheckoutPhase;
  /** Charges by the given way, then tells our server. A second call while one is under way does nothing. */
  readonly pay: (charge: () => Promise<Charge>) => Promise<void>;
  /** Tells our server of a charge again. */
  readonly recordAgain: (transactionId: string) => Promise<void>;
}

/** The payment of one booking, from the card to the paid order. */
export function useCheckout(booking: Booking): Checkout {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<CheckoutPhase>({ name: 'entering' });
  const isUnderWay = useRef(false);

  const record = async (transactionId: string): Promise<void> => {
    const { sell, userEmail, productId, _id: paymentId } = booking;
    const body = { sell, transactionId, userEmail, productId, paymentId };
    try {
      await call(recordPayment, { body });
      setPhase({ name: 'done', transactionId });
    } catch (error) {
      if (isApiError(error, 'payments.refunded')) setPhase({ name: 'refunded', message: error.message });
      else setPhase({ name: 'unrecorded', transactionId, error, isRetrying: false });
    }
    // Settling has sold the phone and ended its advertisement in the same transaction, so the two deletes of the
    // spec's page have nothing left to do and are not sent; every list only has to look again.
    void refetchAfter('payment-recorded');
  };
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    await work();
    isUnderWay.current = false;
  };
  const pay = (charge: () => Promise<Charge>): Promise<void> =>
    once(async () => {
      setPhase({ name: 'paying' });
      const outcome = await charge().catch(unknownOutcome);
      if (outcome.isCharged) await record(outcome.transactionId);
      else setPhase({ name: 'entering', refusal: outcome });
      // A card is also refused where the booking has ended meanwhile: the page says so in its own words.
      void queryClient.invalidateQueries({ queryKey: queryKeys.bookings.one(booking._id) });
    });
  const recordAgain = (transactionId: string): Promise<void> =>
    once(async () => {
      setPhase((before) => (before.name === 'unrecorded' ? { ...before, isRetrying: true } : before));
      await record(transactionId);
    });
  return { phase, pay, recordAgain };
}

/** The processor's script answers refusals; that it rejects is unexpected, and how the payment ended is not known. */
const unknownOutcome = (): Charge => ({
  isCharged: false,
  isDeclined: false,
  message:
    'We did not hear how the payment ended. If your card was charged, the order turns to Paid by itself; it is never charged twice.',
});
