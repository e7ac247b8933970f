/** Refunds a charge: a limited number of attempts, then an admin decides. */
import Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { maxFailedRefunds, refundsUnderWay } from '#contract/payments.ts';
import { system } from '#contract/states.ts';
import { Failure } from '#server/platform/failure.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { isStoredFailure } from '#server/platform/stripe/stored-failure.ts';
import { askProcessor } from './ask-processor.ts';
import { sumPaidByBank } from './post-money.ts';
import { recordChargebacks } from './record-chargebacks.ts';
import { attemptKey, recordRefunds, sumInStates } from './record-refunds.ts';
import * as repository from './repository.ts';
import type { PaymentServices } from './payment-services.ts';
import { isChargedBack, sumLost } from './store-chargebacks.ts';
import { findIssue, insertIssue, lockIssue, moveIssue } from './store-issues.ts';
import { endAttempt, insertAttempt, listRefunds, type RefundRow } from './store-refunds.ts';

/** Money that must be refunded. */
interface Debt {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly failuresAllowed: number;
  /** Null if it belongs to no payment of ours. */
  readonly bookingId: string | null;
}

/**
 * Refunds what is owed of a charge. May be repeated and run concurrently: first it reads what the processor has done,
 * and an attempt whose answer was lost is repeated with its own idempotency key and amount. What became owed since that
 * attempt is refunded by the next one.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function refundCharge(services: PaymentServices, transactionId: string): Promise<void> {
  const { db } = services;
  if ((await findDebt(db, transactionId)) === undefined) return;
  await recordRefunds(services, transactionId);
  await recordChargebacks(services, transactionId);
  // The bank holds the money: a refund would return it twice.
  if (await isChargedBack(db, transactionId)) return;
  const debt = await findDebt(db, transactionId);
  if (debt === undefined) return;
  const begun = await db.transaction((tx) => beginAttempt(tx, debt));
  if (begun === 'nothing owed') return;
  if (begun === 'failed too often') return askAdmin(services, debt);
  await attemptRefund(services, transactionId, begun);
  await recordRefunds(services, transactionId);
  if (begun.leavesCents > 0) await refundCharge(services, transactionId);
}

async function findDebt(db: Executor, transactionId: string): Promise<Debt | undefined> {
  const issue = await findIssue(db, transactionId);
  // While an admin has to decide, no attempt is made.
  if (issue?.state === 'open') return undefined;
  const payment = await repository.findByTransaction(db, transactionId);
  if (payment?.isRefundDue === true) {
    const failuresAllowed = issue?.failuresAllowed ?? maxFailedRefunds;
    const amountCents = repository.returningOf(payment);
    return { transactionId, amountCents, bookingId: payment.bookingId, failuresAllowed };
  }
  if (issue?.state !== 'refunding') return undefined;
  const { amountCents, failuresAllowed } = issue;
  return { transactionId, amountCents, bookingId: null, failuresAllowed };
}

/** How many attempts have failed. */
export const failuresOf = (attempts: readonly RefundRow[]): number =>
  attempts.filter(({ state }) => state === 'failed' || state === 'canceled').length;

interface Attempt {
  readonly attempt: number;
  readonly amountCents: number;
  /** What is owed beyond this attempt, which was begun before the rest was owed. */
  readonly leavesCents: number;
}

/**
 * The attempt that was begun and has no answer, or a new one of everything that is owed and not in progress. It is
 * chosen and stored under the charge's lock, so that two processes ask for the same amount with the same key.
 */
async function beginAttempt(
  tx: Transaction,
  { transactionId, amountCents, failuresAllowed }: Debt,
): Promise<Attempt | 'nothing owed' | 'failed too often'> {
  await lockCharge(tx, transactionId);
  const attempts = await listRefunds(tx, transactionId);
  const elsewhere = (await sumLost(tx, transactionId)) + (await sumPaidByBank(tx, transactionId));
  const missing = amountCents - sumInStates(attempts, ['succeeded', ...refundsUnderWay]) - elsewhere;
  if (missing <= 0) return 'nothing owed';
  if (failuresOf(attempts) >= failuresAllowed) return 'failed too often';
  const open = attempts.find(({ state }) => state === 'requested');
  if (open !== undefined) {
    return { ...open, leavesCents: missing - open.amountCents };
  }
  const attempt = Math.max(0, ...attempts.map((each) => each.attempt)) + 1;
  await insertAttempt(tx, { transactionId, attempt, amountCents: missing });
  return { attempt, amountCents: missing, leavesCents: 0 };
}

/**
 * One attempt. Its number is part of the idempotency key: for a day the processor repeats a stored failure for the same
 * key, so after one the next attempt has the next number.
 */
async function attemptRefund(
  { db, stripe }: PaymentServices,
  transactionId: string,
  { attempt, amountCents: amount }: Attempt,
): Promise<void> {
  try {
    await askProcessor(() =>
      stripe.refunds.create(
        { payment_intent: transactionId, amount, metadata: { [attemptKey]: attempt } },
        { idempotencyKey: `refund-${transactionId}-${attempt}` },
      ),
    );
  } catch (error) {
    const end = endOf(error instanceof Failure ? error.cause : error);
    if (end !== undefined) await db.transaction((tx) => endAttempt(tx, transactionId, attempt, end));
    // A refusal by the processor counts as a failed attempt.
    if (end?.state !== 'failed') throw error;
  }
}

/** Locks like `changeReturns`: a concurrent refund by hand gets its own number. */
async function lockCharge(tx: Transaction, transactionId: string): Promise<void> {
  await repository.lockByTransaction(tx, transactionId);
  await lockIssue(tx, transactionId);
}

/** The outcome of an attempt according to its error; undefined if the same attempt can be repeated. */
function endOf(error: unknown): { state: 'unanswered' | 'failed'; failureReason: string } | undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    return { state: 'failed', failureReason: error.code ?? error.message.slice(0, 200) };
  }
  return isStoredFailure(error) ? { state: 'unanswered', failureReason: 'processor_error' } : undefined;
}

/** After too many failures the charge is put on the admin's list. */
async function askAdmin({ db, log, clock }: PaymentServices, debt: Debt): Promise<void> {
  const { transactionId, amountCents, bookingId } = debt;
  await db.transaction(async (tx) => {
    const issue = await lockIssue(tx, transactionId);
    const problem = 'refund-failed';
    if (issue === undefined) {
      const at = await chargedAt(tx, transactionId, clock.now());
      await insertIssue(tx, { transactionId, problem, bookingId, amountCents, currency, chargedAt: at });
    } else {
      // Another process was faster.
      if (issue.state !== 'refunding' && issue.state !== 'settled') return;
      const change = { actor: system, reason: 'Its refund has failed too often' };
      await moveIssue(tx, issue.id, 'open', change, { problem, amountCents });
    }
    log.error({ transactionId }, 'a refund has failed too often: an admin has to decide');
  });
}

async function chargedAt(db: Executor, transactionId: string, now: Date): Promise<Date> {
  return (await repository.findByTransaction(db, transactionId))?.settledAt ?? now;
}
