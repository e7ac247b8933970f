import Stripe from 'stripe';

import { currency, leastChargeCents } from '#contract/money.ts';
import { type NewPayment, paymentErrors } from '#contract/payments.ts';
import { system } from '#contract/states.ts';
import { findBookingState } from '#server/bookings/service.ts';
import { askProcessor, retrieveIntent } from './ask-processor.ts';
import { findLatePayments } from './find-late-payments.ts';
import * as repository from './repository.ts';
import { isChargeReturned } from './match-charge.ts';
import { type Outcome, settlePayment } from './settle-payment.ts';
import type { PaymentServices } from './payment-services.ts';
import { listExtra } from './store-issues.ts';
import { type Database, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { type Failure, failWith } from '#server/platform/failure.ts';
import { keyOfMinute } from '#server/platform/stripe/stored-failure.ts';

const fail = failWith(paymentErrors);

export { askProcessor, isRefused, unlessUnknown } from './ask-processor.ts';
export { listUnposted } from './list-unposted.ts';
export { chargebackCount } from './decide-chargeback.ts';
export { chargeIssueCount, countChargeIssues, listExtraCharges } from './decide-issue.ts';
export { failedProcessorEventCount } from './process-events.ts';
export type { OnHeldBack, OnSaleReturned, OnSaleSettled, OnSellerEvent } from './payment-services.ts';
export { readEventsOfAccount } from './read-events.ts';
export { findLatePayments, listLatePaid } from './find-late-payments.ts';
export { findPendingReasons } from './find-pending-reasons.ts';
export type { PendingReasons } from './find-pending-reasons.ts';
export { processAgain } from './process-again.ts';
export type { PaymentServices } from './payment-services.ts';
export { sumReturned } from './record-refunds.ts';
export { refundSale } from './refund-sale.ts';
export { listBookingsOfReturns, listReturns, listTransactions as findTransactions } from './repository.ts';
export { findCharge, findUnanswered, isHeldBackOf, listChargedBack, listTaken } from './store-chargebacks.ts';

/**
 * Begins the payment of a booking. The amount is the booking's; a booking has one intent, which is reused until
 * it is cancelled or its charge is given back.
 *
 * @returns the secret with which the page confirms the charge
 * @throws Failure payments.not-payable, payments.already-paid, payments.refunded, payments.amount-too-small,
 *   payments.does-not-fit, payments.under-way, payments.processor-unreachable
 */
export async function createPaymentIntent(services: PaymentServices, bookingId: string): Promise<string> {
  const { db } = services;
  const booking = await findBookingState(db, bookingId);
  if (booking?.state === 'paid') throw fail('payments.already-paid');
  if (booking?.state !== 'held') {
    const isChargedLate = (await findLatePayments(db, [bookingId])).has(bookingId);
    throw fail(isChargedLate ? 'payments.refunded' : 'payments.not-payable');
  }
  if (booking.sellCents < leastChargeCents) throw fail('payments.amount-too-small');
  const intent = await intentOf(services, { id: bookingId, amountCents: booking.sellCents });
  if (intent.status === 'succeeded') {
    const outcome = await settlePayment(services, intent);
    if (outcome === 'settled') throw fail('payments.already-paid');
    throw refusalOf(outcome, intent);
  }
  if (intent.client_secret === null) throw fail('payments.processor-unreachable');
  return intent.client_secret;
}

interface Payable {
  readonly id: string;
  readonly amountCents: number;
}

async function intentOf(services: PaymentServices, booking: Payable): Promise<Stripe.PaymentIntent> {
  const { db, stripe, clock } = services;
  const known = await repository.findByBooking(db, booking.id);
  if (known === undefined) return firstIntentOf(services, booking);
  const intent = await retrieveIntent(services, known.transactionId);
  const isReturned = isChargeReturned(intent);
  if (intent.status !== 'canceled' && !isReturned) return intent;
  // So that the charge and its refund are recorded before another intent takes their place.
  if (isReturned) await settlePayment(services, intent);
  const next = await newIntent(
    stripe,
    booking,
    keyOfMinute(`booking-${booking.id}-after-${intent.id}`, clock.now()),
  );
  const stored = await db.transaction((tx) => replaceTransaction(tx, known.id, intent.id, next.id));
  return stored === next.id ? next : retrieveIntent(services, stored);
}

/**
 * Replaces a payment's intent that was cancelled, or whose charge was given back, by a new one, unless another tab has
 * done so or the payment is settled. @returns the intent that is stored
 */
async function replaceTransaction(
  tx: Transaction,
  id: string,
  endedId: string,
  nextId: string,
): Promise<string> {
  const payment = await repository.lockPayment(tx, id);
  if (payment === undefined) throw new Error(`There is no payment ${id}`);
  const { state, transactionId } = payment;
  if (transactionId !== endedId || (state !== 'pending' && state !== 'failed')) return transactionId;
  if (state === 'failed') await repository.movePayment(tx, id, 'pending', { actor: system });
  await repository.changeTransaction(tx, id, nextId);
  return nextId;
}

/** If two tabs begin simultaneously, both continue with the stored intent. */
async function firstIntentOf(services: PaymentServices, booking: Payable): Promise<Stripe.PaymentIntent> {
  const { db, stripe, clock } = services;
  const begun = await newIntent(stripe, booking, keyOfMinute(`booking-${booking.id}`, clock.now()));
  const { id: bookingId, amountCents } = booking;
  await db.transaction((tx) =>
    repository.insertPending(tx, { id: newId(), bookingId, transactionId: begun.id, amountCents }),
  );
  const { transactionId } = await repository.getByBooking(db, bookingId);
  if (transactionId === begun.id) return begun;
  return retrieveIntent(services, transactionId);
}

/**
 * With the idempotency key, a retry after a lost answer, and most second tabs, get the same intent. An intent that is not
 * stored is never charged, because nobody gets its secret.
 */
const newIntent = (stripe: Stripe, { id, amountCents }: Payable, idempotencyKey: string) =>
  askProcessor(async () => {
    try {
      return await stripe.paymentIntents.create(
        {
          amount: amountCents,
          currency,
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { bookingId: id },
        },
        { idempotencyKey },
      );
    } catch (error) {
      if (isInUse(error)) throw fail('payments.under-way', { cause: error });
      throw error;
    }
  });

/** The processor handles only one call with a key at a time; by now the library has retried. */
const isInUse = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use';

/**
 * Settles a payment that the page reports. The processor is asked: it must have charged this booking's amount for this
 * booking. Repeating it gives the same id.
 *
 * @returns the payment's id
 * @throws Failure payments.does-not-fit, payments.not-succeeded, payments.refunded, payments.processor-unreachable
 */
export async function recordPayment(services: PaymentServices, entry: NewPayment): Promise<string> {
  const { db } = services;
  const payment = await repository.findByBooking(db, entry.paymentId);
  if (payment === undefined || payment.transactionId !== entry.transactionId) throw await misfitOf(db, entry);
  if (repository.goesBackInFull(payment)) throw fail('payments.refunded');
  if (payment.state === 'succeeded') return payment.id;
  const intent = await retrieveIntent(services, entry.transactionId);
  const outcome = await settlePayment(services, intent);
  if (outcome !== 'settled') throw refusalOf(outcome, intent);
  return payment.id;
}

/** Another intent has taken the place of one whose charge was given back, or this one was never the booking's. */
async function misfitOf(db: Database, { transactionId, paymentId }: NewPayment): Promise<Failure> {
  const others = await listExtra(db, paymentId);
  const isReturned = others.some((each) => each.transactionId === transactionId && each.state === 'refunded');
  return isReturned ? fail('payments.refunded', { detail: returned }) : fail('payments.does-not-fit');
}

/** Why an intent does not pay its booking. */
function refusalOf(outcome: Exclude<Outcome, 'settled'>, intent: Stripe.PaymentIntent): Failure {
  if (outcome === 'pending') return fail('payments.not-succeeded');
  if (outcome === 'refund') return fail('payments.refunded');
  if (isChargeReturned(intent)) return fail('payments.refunded', { detail: returned });
  return fail('payments.does-not-fit');
}

const returned = 'This payment was given back. You get all your money back.';
