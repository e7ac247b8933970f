/** SQL of the attempts to refund charges. */
import { and, asc, eq, inArray, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';

import { refundMachine, type RefundState, refundsUnderWay } from '#contract/payments.ts';
import { mayBecome, system } from '#contract/states.ts';
import { refunds } from '#db/tables/payments.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { create, storedMachine, transition } from '#server/platform/states/transition.ts';

export type RefundRow = typeof refunds.$inferSelect;

const machine = storedMachine(refundMachine, refunds);

/** Every attempt for a charge, oldest first. */
export async function listRefunds(db: Executor, transactionId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.transactionId, transactionId))
    .orderBy(asc(refunds.attempt));
}

/** The SQL condition that the processor has taken a refund of a charge and not finished it. */
export const isUnderWayOf = (transactionId: SQLWrapper): SQL<boolean> =>
  sql`exists (select 1 from ${refunds}
    where ${refunds.transactionId} = ${transactionId} and ${inArray(refunds.state, refundsUnderWay)})`;

/** Adds an attempt. The charge's payment or issue must be locked. */
export async function insertAttempt(
  tx: Transaction,
  row: { transactionId: string; attempt: number; amountCents: number },
): Promise<void> {
  const id = newId();
  await create(tx, machine, id, system, tx.insert(refunds).values({ id, ...row }));
}

/** Ends an attempt for which the processor made no refund, unless a refund is known by now. */
export async function endAttempt(
  tx: Transaction,
  transactionId: string,
  attempt: number,
  { state, failureReason }: { state: 'unanswered' | 'failed'; failureReason: string },
): Promise<void> {
  const isAttempt = and(eq(refunds.transactionId, transactionId), eq(refunds.attempt, attempt));
  const [row] = await tx.select().from(refunds).where(isAttempt).for('update');
  if (row?.state !== 'requested' || row.refundId !== null) return;
  await transition(tx, machine, row.id, state, { actor: system, reason: failureReason }, { failureReason });
}

export interface SeenRefund {
  readonly refundId: string;
  readonly amountCents: number;
  readonly state: RefundState;
  readonly failureReason: string | null;
  /** The attempt that made it; undefined for one that was made by hand. */
  readonly attempt: number | undefined;
}

/**
 * Stores the processor's data of a refund. A final state remains, however late an old answer arrives. The charge's
 * payment or issue must be locked.
 */
export async function storeSeen(tx: Transaction, transactionId: string, seen: SeenRefund): Promise<void> {
  const { state, failureReason } = seen;
  const row = await rowOf(tx, transactionId, seen);
  if (row.state === state || !mayBecome(refundMachine, row.state, state, 'system')) return;
  await transition(tx, machine, row.id, state, { actor: system, reason: failureReason }, { failureReason });
}

/** The row of a refund: its existing one, that of the attempt that made it, or a new one. */
async function rowOf(
  tx: Transaction,
  transactionId: string,
  { refundId, amountCents, attempt }: SeenRefund,
): Promise<{ id: string; state: RefundState }> {
  const [known] = await tx.select().from(refunds).where(eq(refunds.refundId, refundId)).for('update');
  if (known !== undefined) return known;
  const isUnanswered = and(
    eq(refunds.transactionId, transactionId),
    eq(refunds.attempt, attempt ?? 0),
    isNull(refunds.refundId),
  );
  const [made] = await tx.update(refunds).set({ refundId }).where(isUnanswered).returning();
  if (made !== undefined) return made;
  const id = newId();
  // An attempt that a restore from a backup has lost keeps its number: another one's key would be the same.
  const next = sql`(select greatest(coalesce(max(attempt), 0) + 1, ${attempt ?? 1}::integer) from refunds
    where transaction_id = ${transactionId})`;
  const insert = tx.insert(refunds).values({ id, transactionId, attempt: next, refundId, amountCents });
  await create(tx, machine, id, system, insert);
  return { id, state: 'requested' };
}
