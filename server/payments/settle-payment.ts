/**
 * Settling: the one function by which page, inbox and reconciling job turn a charge into a sale. In one transaction
 * the payment is stored, the booking is paid, the phone is sold, its advertisement ends, the order is created and the
 * ledger is written.
 */
import type Stripe from 'stripe';

import type { BookingState } from '#contract/bookings.ts';
import { currency } from '#contract/money.ts';
import { maxFailedRefunds } from '#contract/payments.ts';
import type { ProductState } from '#contract/products-machine.ts';
import { system } from '#contract/states.ts';
import { lockWithProduct, moveBooking } from '#server/bookings/service.ts';
import { isChargeReturned, matchCharge } from './match-charge.ts';
import type { PaymentServices } from './payment-services.ts';
import { refundQueue } from './queue-followups.ts';
import { postCharge, postRefundDecision, postUnallocated } from './post-money.ts';
import { followEarlyRefunds } from './record-refunds.ts';
import * as repository from './repository.ts';
import { lockIssue, moveIssue } from './store-issues.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { sellProduct } from '#server/products/service.ts';
import { isNotLeaving } from '#server/users/service.ts';

/**
 * The outcome: `settled` now or before; `pending`, not charged yet; `misfit`, a charge that matches nothing, for an
 * admin; `refund`, charged for a phone that was no longer available, so the money is refunded.
 */
export type Outcome = 'settled' | 'pending' | 'misfit' | 'refund';

/**
 * Settles an intent as the processor reports it. May be called any number of times, by any caller, in any order: the
 * lock on the payment's row decides which call does it.
 */
export async function settlePayment(
  services: PaymentServices,
  intent: Stripe.PaymentIntent,
): Promise<Outcome> {
  const { db } = services;
  const known = await repository.findByTransaction(db, intent.id);
  const doesFit = known !== undefined && fits(known, intent);
  if (intent.status !== 'succeeded') return doesFit ? 'pending' : 'misfit';
  const payment = doesFit ? known : await matchCharge(services, intent.id);
  if (payment === undefined) return 'misfit';
  const wasReturned = isChargeReturned(intent);
  const outcome = await db.transaction((tx) => settleWithin(tx, services, payment, wasReturned));
  if (outcome === undefined) return settlePayment(services, intent);
  // So that the ledger shows both the charge and its refund, and the charge is owed again if that fails.
  if (wasReturned && outcome === 'misfit') await matchCharge(services, intent.id);
  return outcome;
}

/** Checks amount and booking: another booking's intent, or a cheaper one, is not accepted. */
function fits(payment: repository.PaymentRow, intent: Stripe.PaymentIntent): boolean {
  return (
    intent.amount === payment.amountCents &&
    intent.currency === currency &&
    intent.metadata.bookingId === payment.bookingId
  );
}

/** @returns undefined if the payment has got another intent since it was read: nothing was changed */
async function settleWithin(
  tx: Transaction,
  services: PaymentServices,
  { id, bookingId, transactionId }: repository.PaymentRow,
  wasReturned: boolean,
): Promise<Outcome | undefined> {
  const { jobs, clock, onProductSold, onSaleSettled } = services;
  // Phone, booking, payment: the order of every transaction that locks them.
  const booking = await lockWithProduct(tx, bookingId);
  const payment = await repository.lockByTransaction(tx, transactionId);
  if (payment === undefined) return undefined;
  if (booking === undefined) return 'misfit';
  if (repository.goesBackInFull(payment)) return 'refund';
  if (payment.state === 'succeeded') return 'settled';
  const isSale = keepsPhone(booking) && (await isBuyerThere(tx, booking));
  const issue = await lockIssue(tx, transactionId);
  const isDecided = issue !== undefined && issue.state !== 'open';
  if (isDecided || (isSale && wasReturned)) {
    // Returned by an admin before it fitted, or charged and refunded before a restore: this booking is not paid.
    if (payment.state === 'pending') await repository.movePayment(tx, id, 'failed', { actor: system });
    await postUnallocated(tx, { ...payment, currency }, clock.now());
    return 'misfit';
  }
  const at = clock.now();
  if (issue !== undefined) {
    const change = { actor: system, reason: 'The charge fits its booking now' };
    await moveIssue(tx, issue.id, 'settled', change, { failuresAllowed: maxFailedRefunds });
  }
  const { amountCents } = payment;
  const due = isSale ? {} : { isRefundDue: true, refundCents: amountCents };
  await repository.movePayment(tx, id, 'succeeded', { actor: system }, { settledAt: at, ...due });
  await postCharge(tx, payment, at);
  if (!isSale) {
    await postRefundDecision(tx, transactionId, amountCents, { actor: system, at });
    await jobs.enqueue(tx, refundQueue, { transactionId });
    return 'refund';
  }
  await moveBooking(tx, bookingId, 'paid', { actor: system });
  await sellProduct(tx, booking.productId, onProductSold);
  const { productId, buyerId, sellerId, listing } = booking;
  const sale = { bookingId, productId, buyerId, sellerId, amountCents, hasListing: listing !== null };
  await onSaleSettled(tx, sale);
  await followEarlyRefunds(services, tx, payment);
  return 'settled';
}

/** When a person is removed or leaves, their active holds end in the same transaction, but not the expired ones. */
const isBuyerThere = async (
  tx: Transaction,
  { state, buyerId }: { readonly state: BookingState; readonly buyerId: string },
): Promise<boolean> => state === 'held' || (await isNotLeaving(tx, buyerId));

interface Claim {
  readonly state: BookingState;
  readonly productState: ProductState;
  readonly productRevision: number;
  readonly listing: { readonly revision?: number } | null;
  readonly archivedAt: Date | null;
}

/**
 * The hold is active; or it has expired, the buyer did not give it up, nobody else has the phone, and it is for sale
 * unchanged.
 */
const keepsPhone = ({ state, productState, productRevision, listing, archivedAt }: Claim): boolean =>
  (state === 'held' && productState === 'reserved') ||
  (state === 'expired' &&
    productState === 'live' &&
    archivedAt === null &&
    (listing?.revision ?? 1) === productRevision);
