import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { Booking } from '#contract/bookings.ts';
import { recordPayment } from '#contract/payments.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';

import { type Charge, type Refusal, unknownOutcome } from './charge-card.ts';

/**
 * The phase of a payment: `entering` the card; `paying`; `unrecorded`, charged but not yet recorded by our server;
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
  /** Runs the given charge, then records it on our server. A second call while one is running does nothing. */
  readonly pay: (charge: () => Promise<Charge>) => Promise<void>;
  /** Tries again to record a charge on our server. */
  readonly recordAgain: (transactionId: string) => Promise<void>;
}

/** The payment of one booking, from the card to the paid order. */
export function useCheckout(booking: Booking): Checkout {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const queryClient = useQueryClient();
  const toasts = useToasts();
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
      // The session has ended: the login replaces this page, and with it what this page says.
      if (isApiError(error, 401)) toasts.error(chargedWords);
    }
    // The server has sold the phone and ended its advertisement in the same transaction, so the two deletes of the
    // spec's page are unnecessary; only the lists have to be read again.
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
      // The processor's script resolves with refusals; a rejection is unexpected.
      const outcome = await charge().catch(() => unknownOutcome);
      if (outcome.isCharged) await record(outcome.transactionId);
      else {
        setPhase({ name: 'entering', refusal: outcome });
        // A card is also refused if the booking has ended meanwhile: the page then shows its own text.
        void queryClient.invalidateQueries({ queryKey: accountKeys.bookings.one(booking._id) });
      }
    });
  const recordAgain = (transactionId: string): Promise<void> =>
    once(async () => {
      setPhase((before) => (before.name === 'unrecorded' ? { ...before, isRetrying: true } : before));
      await record(transactionId);
    });
  return { phase, pay, recordAgain };
}

const chargedWords =
  'Your card was charged. Do not pay again: the order turns to Paid by itself within minutes.';
