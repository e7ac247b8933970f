/** SQL of the charges that an admin has to check. */
import { and, asc, desc, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm';

import { chargeIssueMachine, type ChargeIssueState, type ChargeProblem } from '#contract/payments.ts';
import { system } from '#contract/states.ts';
import { stateChanges } from '#db/tables/events.ts';
import { chargeIssues, payments } from '#db/tables/payments.ts';
import { countBy } from '#server/platform/postgres/count-by.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';
import { type Change, create, storedMachine, transition } from '#server/platform/states/transition.ts';
import { isUnderWayOf } from './store-refunds.ts';

export type IssueRow = typeof chargeIssues.$inferSelect;

export interface NewIssue {
  readonly transactionId: string;
  readonly problem: ChargeProblem;
  readonly bookingId: string | null;
  readonly amountCents: number;
  readonly currency: string;
  readonly chargedAt: Date;
}

const machine = storedMachine(chargeIssueMachine, chargeIssues);

/** Adds an issue. @returns its id, or undefined if the charge has one already */
export async function insertIssue(tx: Transaction, issue: NewIssue): Promise<string | undefined> {
  const id = newId();
  const insert = tx
    .insert(chargeIssues)
    .values({ id, ...issue })
    .onConflictDoNothing();
  return (await create(tx, machine, id, system, insert)) ? id : undefined;
}

/**
 * Changes a locked issue's state; and why it is on the list, how much of it must be refunded in total, or how many
 * refunds of it may fail.
 *
 * @throws Error if its machine has no such transition
 */
export const moveIssue = (
  tx: Transaction,
  id: string,
  to: ChargeIssueState,
  change: Change,
  changes: Partial<Pick<IssueRow, 'problem' | 'amountCents' | 'failuresAllowed'>> = {},
): Promise<void> => transition(tx, machine, id, to, change, changes);

/** The issue of a charge, locked until the transaction ends. */
export async function lockIssue(tx: Transaction, transactionId: string): Promise<IssueRow | undefined> {
  const [row] = await tx
    .select()
    .from(chargeIssues)
    .where(eq(chargeIssues.transactionId, transactionId))
    .for('update');
  return row;
}

export async function findIssue(db: Executor, transactionId: string): Promise<IssueRow | undefined> {
  const [row] = await db.select().from(chargeIssues).where(eq(chargeIssues.transactionId, transactionId));
  return row;
}

export async function findIssueById(db: Executor, id: string): Promise<IssueRow | undefined> {
  const [row] = await db.select().from(chargeIssues).where(eq(chargeIssues.id, id));
  return row;
}

/** The charges that name this booking and did not pay it, oldest first. */
export const listExtra = (db: Executor, bookingId: string): Promise<IssueRow[]> =>
  db
    .select()
    .from(chargeIssues)
    .where(
      and(
        eq(chargeIssues.bookingId, bookingId),
        notExists(
          db
            .select({ id: payments.id })
            .from(payments)
            .where(eq(payments.transactionId, chargeIssues.transactionId)),
        ),
      ),
    )
    .orderBy(asc(chargeIssues.id));

/** Whether a refund of the charge had succeeded before its last failures. */
export async function hadSucceeded(db: Executor, id: string): Promise<boolean> {
  const [last] = await db
    .select({ fromState: stateChanges.fromState })
    .from(stateChanges)
    .where(
      and(
        eq(stateChanges.subject, id),
        eq(stateChanges.machine, machine.name),
        eq(stateChanges.toState, 'refunding'),
      ),
    )
    .orderBy(desc(stateChanges.position))
    .limit(1);
  return last?.fromState === 'refunded';
}

const isUnsettled = sql`${chargeIssues.state} in ('open', 'refunding')`;

/** Issues that an admin has to check or has just decided, newest first. */
export async function listUnsettled(
  db: Executor,
  beforeId: string | undefined,
  limit: number,
): Promise<IssueRow[]> {
  return db
    .select()
    .from(chargeIssues)
    .where(and(isUnsettled, isBefore(chargeIssues.id, beforeId)))
    .orderBy(desc(chargeIssues.id))
    .limit(limit);
}

const isOpen = and(isUnsettled, eq(chargeIssues.state, 'open'));

/** How many are open, by problem. */
export const countOpen = (db: Executor): Promise<ReadonlyMap<string, number>> =>
  countBy(db, chargeIssues.problem, isOpen);

/** The open ones whose charge has a refund in progress. */
export const listOpenUnderWay = (db: Executor): Promise<IssueRow[]> =>
  db
    .select()
    .from(chargeIssues)
    .where(and(isOpen, isUnderWayOf(chargeIssues.transactionId)));

/** Claims issues whose refund is in progress and that were not checked for a minute, and marks them as checked. */
export async function claimRefunding(db: Executor, now: Date, limit: number): Promise<string[]> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const due = db.$with('due').as(
    db
      .select({ id: chargeIssues.id })
      .from(chargeIssues)
      .where(
        and(
          isUnsettled,
          eq(chargeIssues.state, 'refunding'),
          or(
            isNull(chargeIssues.checkedAt),
            lt(chargeIssues.checkedAt, sql`${moment} - interval '1 minute'`),
            // If the clock was set back, a check in the future has not happened.
            gt(chargeIssues.checkedAt, now),
          ),
        ),
      )
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  const rows = await db
    .with(due)
    .update(chargeIssues)
    .set({ checkedAt: now })
    .where(inArray(chargeIssues.id, db.select({ id: due.id }).from(due)))
    .returning({ transactionId: chargeIssues.transactionId });
  return rows.map(({ transactionId }) => transactionId);
}
