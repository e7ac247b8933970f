/** A charge without a payment in the database: found again after a restore from a backup, or not ours at all. */
import type Stripe from 'stripe';

import { isId } from '#contract/id.ts';
import { currency } from '#contract/money.ts';
import type { ChargeProblem } from '#contract/payments.ts';
import { system } from '#contract/states.ts';
import { findBookingState } from '#server/bookings/service.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { retrieveIntent } from './ask-processor.ts';
import { closePending } from './close-pending.ts';
import { postUnallocated } from './post-money.ts';
import { recordRefunds } from './record-refunds.ts';
import * as repository from './repository.ts';
import type { PaymentServices } from './payment-services.ts';
import { insertIssue, moveIssue } from './store-issues.ts';

/**
 * Finds or creates the payment that a charged intent belongs to. A charge that matches nothing is stored once for an
 * admin, and a payment that waited for it is closed, so that the processor is not asked about it for ever.
 *
 * @returns undefined if it matches nothing
 * @throws Failure payments.processor-unreachable, payments.does-not-fit if the processor knows no such intent
 */
export async function matchCharge(
  services: PaymentServices,
  transactionId: string,
): Promise<repository.PaymentRow | undefined> {
  const { db } = services;
  // Read again: an event may be old, or about an intent of another account.
  const intent = await retrieveIntent(services, transactionId);
  if (intent.status !== 'succeeded') return undefined;
  const match = isChargeReturned(intent) ? 'returned' : await findMatch(services, intent);
  if (typeof match !== 'string') return match;
  await recordIssue(services, intent, match);
  if (match === 'returned') await recordRefunds(services, transactionId);
  await closePending(db, transactionId);
  return undefined;
}

/** Whether an intent's charge was already refunded in full; its `latest_charge` must be expanded. */
export const isChargeReturned = ({ latest_charge: charge }: Stripe.PaymentIntent): boolean =>
  typeof charge === 'object' && charge?.refunded === true;

async function findMatch(
  { db }: PaymentServices,
  intent: Stripe.PaymentIntent,
): Promise<repository.PaymentRow | ChargeProblem> {
  const { bookingId = '' } = intent.metadata;
  const booking = isId(bookingId) ? await findBookingState(db, bookingId) : undefined;
  if (booking === undefined) return 'no-booking';
  const ofIntent = await repository.findByTransaction(db, intent.id);
  if (ofIntent !== undefined && ofIntent.bookingId !== bookingId) return 'no-booking';
  const known = await repository.findByBooking(db, bookingId);
  const amountCents = known?.amountCents ?? booking.sellCents;
  if (intent.amount !== amountCents || intent.currency !== currency) return 'wrong-amount';
  await db.transaction(async (tx) => {
    const row = { id: newId(), bookingId, transactionId: intent.id, amountCents };
    if (known === undefined) return repository.insertPending(tx, row);
    const payment = await repository.lockPayment(tx, known.id);
    // Another intent that was begun but not charged is replaced.
    const isOpen = payment?.state === 'pending' || payment?.state === 'failed';
    return isOpen ? repository.changeTransaction(tx, known.id, intent.id) : undefined;
  });
  const matched = await repository.findByTransaction(db, intent.id);
  return matched ?? 'paid-already';
}

async function recordIssue(
  { db, log, clock }: PaymentServices,
  intent: Stripe.PaymentIntent,
  problem: ChargeProblem,
): Promise<void> {
  const { id: transactionId, amount: amountCents, metadata, created } = intent;
  const { bookingId = '' } = metadata;
  const isKnown = isId(bookingId) && (await findBookingState(db, bookingId)) !== undefined;
  await db.transaction(async (tx) => {
    const id = await insertIssue(tx, {
      transactionId,
      problem,
      bookingId: isKnown ? bookingId : null,
      amountCents,
      currency: intent.currency,
      chargedAt: new Date(created * 1000),
    });
    if (id === undefined) return;
    await postUnallocated(tx, { transactionId, amountCents, currency: intent.currency }, clock.now());
    log.error({ transactionId, problem }, 'a charge fits nothing');
    if (problem === 'returned') await moveIssue(tx, id, 'refunded', { actor: system });
  });
}
