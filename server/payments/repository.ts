import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';

import { payments } from '#db/tables/payments.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

export type PaymentRow = typeof payments.$inferSelect;

export async function findByBooking(db: Executor, bookingId: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.bookingId, bookingId));
  return row;
}

/** @throws Error when nobody has begun to pay this booking */
export async function getByBooking(db: Executor, bookingId: string): Promise<PaymentRow> {
  const row = await findByBooking(db, bookingId);
  if (row === undefined) throw new Error(`The booking ${bookingId} has no payment`);
  return row;
}

export async function findByTransaction(
  db: Executor,
  transactionId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.transactionId, transactionId));
  return row;
}

export async function findPayment(db: Executor, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row;
}

export async function lockPayment(db: Executor, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for('update');
  return row;
}

/** Adds the payment of a booking, unless another tab was quicker. */
export async function insertPending(
  db: Executor,
  row: { id: string; bookingId: string; transactionId: string; amountCents: number },
): Promise<void> {
  await db.insert(payments).values(row).onConflictDoNothing();
}

/** Ends a pending payment whose intent was cancelled; one that has got another intent meanwhile stays open. */
export async function closePending(db: Executor, transactionId: string): Promise<void> {
  await db
    .update(payments)
    .set({ state: 'failed', updatedAt: sql`now()` })
    .where(and(eq(payments.transactionId, transactionId), eq(payments.state, 'pending')));
}

/** Gives a pending payment another intent, where the processor dropped the first. */
export async function replaceTransaction(db: Executor, id: string, transactionId: string): Promise<void> {
  await db
    .update(payments)
    .set({ transactionId, state: 'pending', updatedAt: sql`now()` })
    .where(and(eq(payments.id, id), inArray(payments.state, ['pending', 'failed'])));
}

export async function updatePayment(
  db: Executor,
  id: string,
  changes: Partial<Pick<PaymentRow, 'state' | 'isRefundDue' | 'refundId' | 'settledAt'>>,
): Promise<void> {
  await db
    .update(payments)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(payments.id, id));
}

/**
 * Takes the payments whose end the processor has not told, those first that nobody asked about for longest, and marks
 * them as asked about, so that no two processes ask about one. The older one is, the longer until it is asked about
 * again: a tenth of its age, from ten seconds to five minutes.
 */
export async function claimUnsettled(db: Executor, now: Date, limit: number): Promise<PaymentRow[]> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const patience = sql`least(greatest(interval '10 seconds', (${moment} - ${payments.createdAt}) / 10), interval '5 minutes')`;
  const due = db.$with('due').as(
    db
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          sql`(${payments.state} = 'pending' or ${payments.isRefundDue})`,
          lt(payments.createdAt, sql`${moment} - interval '5 seconds'`),
          or(isNull(payments.checkedAt), lt(payments.checkedAt, sql`${moment} - ${patience}`)),
        ),
      )
      .orderBy(sql`${payments.checkedAt} asc nulls first`, asc(payments.createdAt))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  return db
    .with(due)
    .update(payments)
    .set({ checkedAt: now })
    .where(inArray(payments.id, db.select({ id: due.id }).from(due)))
    .returning();
}

/** The processor's ids of what paid these bookings. */
export async function listTransactions(
  db: Executor,
  bookingIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ bookingId: payments.bookingId, transactionId: payments.transactionId })
    .from(payments)
    .where(
      and(inArray(payments.bookingId, [...bookingIds]), inArray(payments.state, ['succeeded', 'refunded'])),
    );
  return new Map(rows.map(({ bookingId, transactionId }) => [bookingId, transactionId]));
}
