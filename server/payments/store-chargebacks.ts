/** SQL of chargebacks. */
import { and, count, desc, eq, exists, gt, inArray, min, type SQL, sql, type SQLWrapper } from 'drizzle-orm';

import { chargebackMachine } from '#contract/payments-chargebacks.ts';
import { mayBecome, system } from '#contract/states.ts';
import { chargebacks, chargeIssues, payments } from '#db/tables/payments.ts';
import { countBy } from '#server/platform/postgres/count-by.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';
import { create, storedMachine, transition } from '#server/platform/states/transition.ts';

export type ChargebackRow = typeof chargebacks.$inferSelect;

/** The processor's data of a dispute. */
export type SeenChargeback = Omit<ChargebackRow, 'id' | 'createdAt' | 'updatedAt'>;

const machine = storedMachine(chargebackMachine, chargebacks);

/** Stores the processor's data of a dispute. A decision is final, however late an old answer arrives. */
export async function storeChargeback(tx: Transaction, seen: SeenChargeback): Promise<ChargebackRow> {
  const { state, ...details } = seen;
  const id = newId();
  const insert = tx
    .insert(chargebacks)
    .values({ id, ...seen })
    .onConflictDoNothing({ target: chargebacks.disputeId });
  const isNew = await create(tx, { ...machine, first: state }, id, system, insert);
  const isIt = eq(chargebacks.disputeId, seen.disputeId);
  const [known] = await tx.select().from(chargebacks).where(isIt).for('update');
  if (known === undefined) throw new Error(`The chargeback ${seen.disputeId} is missing`);
  if (isNew) return known;
  if (known.state === state) await tx.update(chargebacks).set(details).where(isIt);
  else if (mayBecome(chargebackMachine, known.state, state, 'system'))
    await transition(tx, machine, known.id, state, { actor: system }, details);
  else return known;
  return { ...known, ...seen };
}

/** What banks have permanently taken back of a charge, in cents. */
export async function sumLost(db: Executor, transactionId: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${chargebacks.amountCents}), 0)` })
    .from(chargebacks)
    .where(and(eq(chargebacks.transactionId, transactionId), eq(chargebacks.state, 'lost')));
  return Number(row?.cents ?? 0);
}

const isOpen = eq(chargebacks.state, 'open');

/** Whether a bank holds the money of a charge. An inquiry does not. */
export async function isChargedBack(db: Executor, transactionId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: chargebacks.id })
    .from(chargebacks)
    .where(and(eq(chargebacks.transactionId, transactionId), isOpen));
  return row !== undefined;
}

interface ChargeOfBooking {
  /** The processor's id; undefined if the booking has no payment. */
  readonly transactionId: string | undefined;
  readonly hasOpenChargeback: boolean;
}

/** The charge of a booking, and whether a bank holds its money: until it has decided, the money must not be moved. */
export async function findCharge(db: Executor, bookingId: string): Promise<ChargeOfBooking> {
  const open = db
    .select({ id: chargebacks.id })
    .from(chargebacks)
    .where(and(eq(chargebacks.transactionId, payments.transactionId), isOpen));
  const [row] = await db
    .select({ transactionId: payments.transactionId, hasOpenChargeback: exists(open).mapWith(Boolean) })
    .from(payments)
    .where(eq(payments.bookingId, bookingId));
  return row ?? { transactionId: undefined, hasOpenChargeback: false };
}

/** The SQL condition that a bank holds the money of a booking. */
export const isHeldBackOf = (bookingId: SQLWrapper): SQL =>
  sql`exists (select 1 from ${payments} join ${chargebacks} using (transaction_id)
    where ${payments.bookingId} = ${bookingId} and ${isOpen})`;

/** Which of these bookings were paid with money that a bank holds. */
export async function listChargedBack(
  db: Executor,
  bookingIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (bookingIds.length === 0) return new Set();
  const rows = await db
    .select({ bookingId: payments.bookingId })
    .from(payments)
    .innerJoin(chargebacks, eq(chargebacks.transactionId, payments.transactionId))
    .where(and(inArray(payments.bookingId, [...bookingIds]), isOpen));
  return new Set(rows.map(({ bookingId }) => bookingId));
}

/** The charges of these bookings from which a bank has taken money, by booking. */
export async function listTaken(
  db: Executor,
  bookingIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await db
    .select({ bookingId: payments.bookingId, transactionId: payments.transactionId })
    .from(payments)
    .innerJoin(chargebacks, eq(chargebacks.transactionId, payments.transactionId))
    .where(and(inArray(payments.bookingId, [...bookingIds]), eq(chargebacks.state, 'lost')));
  return new Map(rows.map(({ bookingId, transactionId }) => [bookingId, transactionId]));
}

export async function findChargeback(db: Executor, id: string): Promise<ChargebackRow | undefined> {
  const [row] = await db.select().from(chargebacks).where(eq(chargebacks.id, id));
  return row;
}

const isUndecided = sql`${chargebacks.state} in ('inquiry', 'open')`;

/** The undecided ones, newest first, each with the booking that its charge paid, or that a charge beyond it names. */
export async function listUndecided(
  db: Executor,
  beforeId: string | undefined,
  limit: number,
): Promise<{ row: ChargebackRow; bookingId: string | null }[]> {
  return db
    .select({
      row: chargebacks,
      bookingId: sql<string | null>`coalesce(${payments.bookingId}, ${chargeIssues.bookingId})`,
    })
    .from(chargebacks)
    .leftJoin(payments, eq(payments.transactionId, chargebacks.transactionId))
    .leftJoin(chargeIssues, eq(chargeIssues.transactionId, chargebacks.transactionId))
    .where(and(isUndecided, isBefore(chargebacks.id, beforeId)))
    .orderBy(desc(chargebacks.id))
    .limit(limit);
}

/** The number of undecided ones, by state. */
export const countUndecided = (db: Executor): Promise<ReadonlyMap<string, number>> =>
  countBy(db, chargebacks.state, isUndecided);

/** How many a bank waits for an answer to, and until when it accepts the first one; null if there are none. */
export async function findUnanswered(
  db: Executor,
  now: Date,
): Promise<{ count: number; until: string } | null> {
  const isAwaited = and(isUndecided, eq(chargebacks.isAnswered, false), gt(chargebacks.dueAt, now));
  const [found] = await db
    .select({ count: count(), until: min(chargebacks.dueAt) })
    .from(chargebacks)
    .where(isAwaited);
  return found?.until == null ? null : { count: found.count, until: found.until.toISOString() };
}
