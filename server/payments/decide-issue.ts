/** Charges that need an admin's decision, and the two decisions. */
import type { Person } from '#contract/access.ts';
import { fromSmallestUnit } from '#contract/format-amount.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import {
  type ChargeIssue,
  chargeProblems,
  type ExtraCharge,
  type IssueSettlement,
  maxFailedRefunds,
  paymentErrors,
} from '#contract/payments.ts';
import { listBuyers, listPaidAmong, lockWithProduct } from '#server/bookings/service.ts';
import { failWith } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { WatchedCount } from '#server/platform/log/metrics.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { recordDecision } from './record-decision.ts';
import { postBankRefund, postRefundDecision } from './post-money.ts';
import { refundQueue } from './queue-followups.ts';
import { failuresOf } from './refund-charge.ts';
import { endPayment, sumReturned, sumUnderWay } from './record-refunds.ts';
import * as repository from './repository.ts';
import type { PaymentServices } from './payment-services.ts';
import { isChargedBack } from './store-chargebacks.ts';
import {
  countOpen,
  findIssueById,
  type IssueRow,
  listExtra,
  listOpenUnderWay,
  listUnsettled,
  lockIssue,
  moveIssue,
} from './store-issues.ts';
import { listRefunds } from './store-refunds.ts';

const fail = failWith(paymentErrors);

/** How many charges wait for an admin, for `/metrics`. */
export const chargeIssueCount = (db: Executor): WatchedCount => ({
  name: 'charge_issues_open',
  help: 'Charges that fit nothing and refunds that failed too often, which wait for an admin',
  label: 'problem',
  values: Object.keys(chargeProblems),
  count: () => countWaiting(db),
});

async function countWaiting(db: Executor): Promise<ReadonlyMap<string, number>> {
  const counts = new Map(await countOpen(db));
  for (const issue of await listOpenUnderWay(db))
    if ((await readLeft(db, issue)).isAllUnderWay)
      counts.set(issue.problem, (counts.get(issue.problem) ?? 0) - 1);
  return counts;
}

/** How many charges wait for an admin. */
export async function countChargeIssues(db: Executor): Promise<number> {
  let sum = 0;
  for (const count of (await countWaiting(db)).values()) sum += count;
  return sum;
}

/** Charges that wait for an admin, and those whose refund is in progress; newest first. */
export async function listChargeIssues(
  db: Executor,
  { cursor, limit }: PageQuery,
): Promise<Page<ChargeIssue>> {
  const rows = await listUnsettled(db, idAfter(cursor), limit + 1);
  const page = pageOf(rows, limit, ({ id }) => id);
  const bookingIds = page.items.flatMap(({ bookingId }) => bookingId ?? []);
  const buyers = await listBuyers(db, bookingIds);
  const paid = await listPaidAmong(db, bookingIds);
  const items: ChargeIssue[] = [];
  for (const row of page.items) {
    const refunds = await listRefunds(db, row.transactionId);
    const failed = refunds.findLast(({ failureReason }) => failureReason);
    const { leftCents, isAllUnderWay } = await readLeft(db, row);
    items.push({
      _id: row.id,
      problem: row.problem,
      // With all of it on its way there is nothing to decide, unless that fails.
      state: isAllUnderWay ? 'refunding' : row.state,
      transactionId: row.transactionId,
      amount: fromSmallestUnit(leftCents, row.currency),
      currency: row.currency,
      chargedAt: row.chargedAt.toISOString(),
      failure: failed?.failureReason ?? null,
      buyer: buyers.get(row.bookingId ?? '') ?? null,
      orderId: row.bookingId !== null && paid.has(row.bookingId) ? row.bookingId : null,
      hasOpenChargeback: await isChargedBack(db, row.transactionId),
    });
  }
  return { ...page, items };
}

/**
 * What of the charge has not gone back, in the smallest unit of its currency, and whether refunds in progress return all
 * of an open one. While an admin has to decide, what is on its way does not count as left, either.
 */
export async function readLeft(
  db: Executor,
  { transactionId, amountCents, state }: IssueRow,
): Promise<{ leftCents: number; isAllUnderWay: boolean }> {
  const { returnedCents } = await sumReturned(db, transactionId);
  // A refund by hand at the processor may be of more than what is due.
  const leftCents = Math.max(0, amountCents - returnedCents);
  const underWayCents = state === 'open' ? await sumUnderWay(db, transactionId) : 0;
  if (underWayCents > 0 && underWayCents >= leftCents) return { leftCents, isAllUnderWay: true };
  return { leftCents: leftCents - underWayCents, isAllUnderWay: false };
}

/** What the buyer of a booking was charged beyond its payment, and the state of each charge. */
export async function listExtraCharges(db: Executor, bookingId: string): Promise<ExtraCharge[]> {
  const rows = await listExtra(db, bookingId);
  return rows.map(({ id, problem, state, amountCents, currency, chargedAt }) => ({
    _id: id,
    problem,
    state,
    amount: fromSmallestUnit(amountCents, currency),
    currency,
    chargedAt: chargedAt.toISOString(),
  }));
}

/**
 * Refunds a charge. The attempts follow in a job; after too many failures the charge waits for an admin again.
 *
 * @returns 1, or 0 if a refund of all of it is in progress or the charge is off the list
 * @throws Failure payments.issue-not-found
 */
export async function refundIssue(services: PaymentServices, id: string, admin: Person): Promise<number> {
  const { transactionId } = await getIssue(services.db, id);
  return services.db.transaction(async (tx) => {
    const issue = await lockIssue(tx, transactionId);
    if (issue?.state !== 'open') return 0;
    const { leftCents, isAllUnderWay } = await readLeft(tx, issue);
    if (isAllUnderWay) return 0;
    const failures = failuresOf(await listRefunds(tx, transactionId));
    const actor = { role: 'admin', id: admin.id } as const;
    const at = services.clock.now();
    const decision = { kind: 'charge-refunded', actor: admin.id, reference: transactionId, at } as const;
    await recordDecision(tx, { ...issue, amountCents: leftCents }, decision);
    await moveIssue(tx, id, 'refunding', { actor }, { failuresAllowed: failures + maxFailedRefunds });
    await postRefundDecision(tx, transactionId, issue.amountCents, { actor, at });
    await services.jobs.enqueue(tx, refundQueue, { transactionId });
    return 1;
  });
}

/**
 * Takes a charge off the list that was settled in another way, such as by a bank transfer. Nothing of what the list
 * showed is owed any more. What became due since then was not paid by bank, and is refunded to the card.
 *
 * @returns 1, or 0 if a refund of all of it is in progress or the charge is off the list
 * @throws Failure payments.issue-not-found
 */
export async function settleIssue(
  { db, clock, jobs }: PaymentServices,
  id: string,
  { reference = '' }: IssueSettlement,
  admin: Person,
): Promise<number> {
  const { transactionId } = await getIssue(db, id);
  const payment = await repository.findByTransaction(db, transactionId);
  const reason = reference === '' ? settledElsewhere : `${withReference}${reference}`;
  const change = { actor: { role: 'admin', id: admin.id }, reason } as const;
  return db.transaction(async (tx) => {
    const booking = payment && (await lockWithProduct(tx, payment.bookingId));
    const locked = payment && (await repository.lockByTransaction(tx, transactionId));
    const issue = await lockIssue(tx, transactionId);
    if (issue?.state !== 'open') return 0;
    const { leftCents: paidCents, isAllUnderWay } = await readLeft(tx, issue);
    if (isAllUnderWay) return 0;
    const at = clock.now();
    await recordDecision(
      tx,
      { ...issue, amountCents: paidCents },
      {
        kind: 'charge-settled',
        actor: admin.id,
        reference: transactionId,
        words: reference || undefined,
        at,
      },
    );
    // Another part of the charge may have to be refunded later, with its own attempts.
    const failures = failuresOf(await listRefunds(tx, transactionId));
    await moveIssue(tx, id, 'settled', change, { failuresAllowed: failures + maxFailedRefunds });
    await postBankRefund(tx, { ...issue, paidCents }, { actor: change.actor, at });
    if (locked?.isRefundDue !== true || booking === undefined) return 1;
    if (repository.returningOf(locked) > issue.amountCents)
      await jobs.enqueue(tx, refundQueue, { transactionId });
    // A refund that is still on its way ends the payment when it succeeds, and is repeated if it fails.
    else if ((await sumUnderWay(tx, transactionId)) > 0) return 1;
    else if (repository.goesBackInFull(locked)) await endPayment(tx, locked, booking.state, change, null);
    else await repository.markReturned(tx, locked.id, locked.refundCents);
    return 1;
  });
}

const settledElsewhere = 'Settled elsewhere';
const withReference = `${settledElsewhere}: `;

/** The payment's reference in the reason of a change that {@link settleIssue} made. */
export const referenceIn = (reason: string | null): string | undefined =>
  reason?.startsWith(withReference) === true ? reason.slice(withReference.length) : undefined;

async function getIssue(db: Executor, id: string): Promise<IssueRow> {
  const issue = await findIssueById(db, id);
  if (issue === undefined) throw fail('payments.issue-not-found');
  return issue;
}
