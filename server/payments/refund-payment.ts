import Stripe from 'stripe';

import { system } from '#contract/states.ts';
import { lockWithProduct, moveBooking } from '#server/bookings/service.ts';
import { askProcessor } from './ask-processor.ts';
import * as repository from './repository.ts';
import type { PaymentServices } from './settle-payment.ts';

/**
 * Gives back what was charged for a phone that was gone. Bears to be run again: the processor
 * knows the refund by its idempotency key.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function refundPayment(services: PaymentServices, paymentId: string): Promise<void> {
  const { db, stripe } = services;
  const payment = await repository.findPayment(db, paymentId);
  if (payment === undefined || !payment.isRefundDue) return;
  const refund = await refundOf(stripe, payment.transactionId);
  await db.transaction(async (tx) => {
    await lockWithProduct(tx, payment.bookingId);
    const locked = await repository.lockPayment(tx, paymentId);
    if (locked === undefined || !locked.isRefundDue) return;
    await repository.movePayment(tx, paymentId, 'refunded', { actor: system });
    await repository.markRefunded(tx, paymentId, refund.id);
    await moveBooking(tx, payment.bookingId, 'refunded', { actor: system });
  });
}

/** Refunds what an intent charged; where that was done before, by a job that died or by hand, finds it. */
async function refundOf(stripe: Stripe, transactionId: string): Promise<Stripe.Refund> {
  try {
    return await askProcessor(() =>
      stripe.refunds.create({ payment_intent: transactionId }, { idempotencyKey: `refund-${transactionId}` }),
    );
  } catch (error) {
    // The processor forgets idempotency keys after a day.
    if (!isRefundedAlready(error)) throw error;
    const { data } = await askProcessor(() =>
      stripe.refunds.list({ payment_intent: transactionId, limit: 1 }),
    );
    if (data[0] === undefined) throw error;
    return data[0];
  }
}

const isRefundedAlready = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded';
