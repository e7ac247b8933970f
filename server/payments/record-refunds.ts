/**
 * Stores the processor's data about a charge's refunds, and what follows: the money is refunded, owed again, or still
 * on its way.
 */
import type Stripe from 'stripe';

import type { BookingState } from '#contract/bookings.ts';
import { type RefundState, refundStates, refundsUnderWay } from '#contract/payments.ts';
import { system } from '#contract/states.ts';
import { lockWithProduct, moveBooking } from '#server/bookings/service.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import type { Change } from '#server/platform/states/transition.ts';
import { askProcessor } from './ask-processor.ts';
import { postRefunds, sumPaidByBank } from './post-money.ts';
import * as repository from './repository.ts';
import type { PaymentServices, SaleReturn } from './payment-services.ts';
import { sumLost } from './store-chargebacks.ts';
import { type IssueRow, lockIssue, moveIssue } from './store-issues.ts';
import { listRefunds, storeSeen } from './store-refunds.ts';

/** The key of a refund's metadata with our attempt's number. */
export const attemptKey = 'attempt';

/**
 * Reads every refund of a charge from the processor and updates payment, booking and issue. May run any number of
 * times, in any order; an unknown charge is ignored.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit if the processor knows no such intent
 */
export async function recordRefunds(services: PaymentServices, transactionId: string): Promise<void> {
  const { stripe, clock } = services;
  const { data } = await askProcessor(() =>
    stripe.refunds.list({ payment_intent: transactionId, limit: 100 }),
  );
  await changeReturns(services, transactionId, async (tx) => {
    for (const refund of data.toReversed()) await storeSeen(tx, transactionId, seenOf(refund));
    await postRefunds(tx, transactionId, clock.now());
  });
}

/**
 * Changes the records of a charge's returned money, with its booking, payment and issue locked, and then updates these.
 * Refunds and lost chargebacks count alike. An unknown charge is ignored.
 *
 * @param change gets the locked payment; undefined if the charge has only an issue
 */
export async function changeReturns(
  services: PaymentServices,
  transactionId: string,
  change: (tx: Transaction, payment: repository.PaymentRow | undefined) => Promise<void>,
): Promise<void> {
  const { db } = services;
  const payment = await repository.findByTransaction(db, transactionId);
  await db.transaction(async (tx) => {
    const booking = payment && (await lockWithProduct(tx, payment.bookingId));
    const locked = payment && (await repository.lockByTransaction(tx, transactionId));
    const issue = await lockIssue(tx, transactionId);
    if (locked === undefined && issue === undefined) return;
    const lostBefore = await sumLost(tx, transactionId);
    await change(tx, locked);
    const back = await sumReturned(tx, transactionId, lostBefore);
    if (issue !== undefined) await moveIssueBy(tx, issue, back.returnedCents);
    if (locked === undefined || booking === undefined) {
      if (issue?.state === 'settled') await reopenIssue(tx, issue, back.returnedCents);
      return;
    }
    // Older versions did not record in the ledger how an admin settled a charge: nothing of such a charge is owed.
    const isSettled = issue?.state === 'settled' && !locked.isRefundDue;
    if (isSettled && (await sumPaidByBank(tx, transactionId)) === 0) return;
    await movePaymentBy(services, tx, { payment: locked, bookingState: booking.state }, back);
  });
}

/** Updates a sale that was just settled, if refunds of its charge were reported before the charge. */
export async function followEarlyRefunds(
  services: PaymentServices,
  tx: Transaction,
  { bookingId, transactionId }: repository.PaymentRow,
): Promise<void> {
  if ((await listRefunds(tx, transactionId)).length === 0) return;
  const payment = await repository.getByBooking(tx, bookingId);
  await movePaymentBy(services, tx, { payment, bookingState: 'paid' }, await sumReturned(tx, transactionId));
}

/**
 * What of a charge is back at its buyer: refunds that succeeded, payments by bank, and lost chargebacks.
 *
 * @param lostBefore what of it banks had taken before the change that is recorded now, in cents
 */
export async function sumReturned(db: Executor, transactionId: string, lostBefore = 0): Promise<SaleReturn> {
  const refunded = sumInStates(await listRefunds(db, transactionId), ['succeeded']);
  const lost = await sumLost(db, transactionId);
  return {
    returnedCents: refunded + (await sumPaidByBank(db, transactionId)) + lost,
    isChargeback: lost > lostBefore,
  };
}

/** What the processor is still refunding of a charge, in cents. */
export async function sumUnderWay(db: Executor, transactionId: string): Promise<number> {
  return sumInStates(await listRefunds(db, transactionId), refundsUnderWay);
}

/** The sum of the attempts in these states, in cents. */
export const sumInStates = (
  attempts: readonly { state: RefundState; amountCents: number }[],
  states: readonly RefundState[],
): number =>
  attempts
    .filter(({ state }) => states.includes(state))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);

function seenOf(refund: Stripe.Refund) {
  const attempt = Number(refund.metadata?.[attemptKey]);
  return {
    refundId: refund.id,
    amountCents: refund.amount,
    // A status that we do not know yet counts as unfinished.
    state: refundStates.find((known) => known === refund.status) ?? 'pending',
    failureReason: refund.failure_reason ?? null,
    attempt: Number.isInteger(attempt) && attempt > 0 ? attempt : undefined,
  };
}

async function moveIssueBy(tx: Transaction, issue: IssueRow, returned: number): Promise<void> {
  const { id, state, amountCents } = issue;
  const isReturned = returned >= amountCents;
  if (isReturned && (state === 'open' || state === 'refunding')) {
    await moveIssue(tx, id, 'refunded', { actor: system });
  }
  if (!isReturned && state === 'refunded') await moveIssue(tx, id, 'refunding', { actor: system });
}

/**
 * A settled charge without a payment is owed again if a refund fails that was on its way when an admin paid the rest by
 * bank. Older versions did not record in the ledger what was paid by bank: nothing of such a charge is owed.
 */
async function reopenIssue(tx: Transaction, issue: IssueRow, returned: number): Promise<void> {
  const { id, transactionId, amountCents } = issue;
  if (returned + (await sumUnderWay(tx, transactionId)) >= amountCents) return;
  if ((await sumPaidByBank(tx, transactionId)) === 0) return;
  const change = { actor: system, reason: 'Its refund has failed' };
  await moveIssue(tx, id, 'open', change, { problem: 'refund-failed' });
}

/** A payment that may have been refunded. */
interface Paid {
  readonly payment: repository.PaymentRow;
  readonly bookingState: BookingState;
}

/**
 * Brings a payment in line with what is back at its buyer. `dueCents` is what we have decided to give back: if less is
 * back, it is owed (again); if more is back, it was given back elsewhere, and the domain of the sale is told.
 */
async function movePaymentBy(
  { log, onSaleReturned }: PaymentServices,
  tx: Transaction,
  { payment, bookingState }: Paid,
  back: SaleReturn,
): Promise<void> {
  const { returnedCents } = back;
  const { id, bookingId, transactionId, amountCents, isRefundDue, state } = payment;
  const dueCents = repository.returningOf(payment);
  if (state === 'refunded' && returnedCents < amountCents) {
    log.warn({ transactionId }, 'a refund has failed after it had succeeded: the money is owed again');
    const change = { actor: system, reason: 'The refund has failed' };
    await repository.movePayment(tx, id, 'succeeded', change, {
      isRefundDue: true,
      refundCents: dueCents,
      refundId: null,
    });
    return;
  }
  if (state !== 'succeeded') return;
  if (returnedCents < dueCents) {
    if (isRefundDue) return;
    log.warn({ transactionId }, 'a part refund has failed after it had succeeded: it is owed again');
    await repository.markRefundDue(tx, id, dueCents);
    return;
  }
  if (returnedCents >= amountCents) {
    const refund = (await listRefunds(tx, transactionId)).findLast((each) => each.state === 'succeeded');
    await endPayment(tx, payment, bookingState, { actor: system }, refund?.refundId ?? null);
  } else if (isRefundDue || returnedCents > dueCents) {
    // A refund by hand may equal what is owed while our own refund is still in progress: that one will arrive, too.
    const isUnderWay = (await sumUnderWay(tx, transactionId)) > 0;
    await (isUnderWay ? repository.markRefundDue : repository.markReturned)(tx, id, returnedCents);
  }
  if (returnedCents === dueCents) return;
  log.warn({ transactionId, returned: returnedCents }, 'the money of a sale went back at the processor');
  await onSaleReturned(tx, bookingId, back);
}

/**
 * All of a payment's money is back. A sale remains a sale, and its order says what happened to it. The booking's state
 * "refunded" is for one that was paid too late; it remains if the refund fails later and succeeds again.
 */
export async function endPayment(
  tx: Transaction,
  { id, bookingId, amountCents }: repository.PaymentRow,
  bookingState: BookingState,
  change: Change,
  refundId: string | null,
): Promise<void> {
  const changes = { isRefundDue: false, refundCents: amountCents, refundId };
  await repository.movePayment(tx, id, 'refunded', change, changes);
  if (bookingState !== 'refunded' && bookingState !== 'paid')
    await moveBooking(tx, bookingId, 'refunded', { actor: system });
}
