import { and, asc, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm';

import { minuteMs } from '#contract/durations.ts';
import { paymentMachine, type PaymentState, type ReturnState } from '#contract/payments.ts';
import { system } from '#contract/states.ts';
import { chargeIssues, eventReading, payments, refunds } from '#db/tables/payments.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { type Change, create, storedMachine, transition } from '#server/platform/states/transition.ts';
import { isUnderWayOf } from './store-refunds.ts';

export type PaymentRow = typeof payments.$inferSelect;

export async function findByBooking(db: Executor, bookingId: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.bookingId, bookingId));
  return row;
}

/** @throws Error if this booking has no payment */
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

export async function lockPayment(db: Executor, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for('update');
  return row;
}

const machine = storedMachine(paymentMachine, payments);

/** Adds the payment of a booking, unless another tab has done so. */
export async function insertPending(
  tx: Transaction,
  row: { id: string; bookingId: string; transactionId: string; amountCents: number },
): Promise<void> {
  await create(tx, machine, row.id, system, tx.insert(payments).values(row).onConflictDoNothing());
}

/** Changes a payment's state. @throws Error if its machine has no such transition */
export const movePayment = (
  tx: Transaction,
  id: string,
  to: PaymentState,
  change: Change,
  changes: PaymentChanges = {},
): Promise<void> => transition(tx, machine, id, to, change, changes);

/** The payment of this intent, locked; undefined if its booking has got another one. */
export async function lockByTransaction(
  db: Executor,
  transactionId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(eq(payments.transactionId, transactionId))
    .for('update');
  return row;
}

/** Sets another intent for a locked payment. @throws Error if there is no such payment */
export const changeTransaction = (tx: Transaction, id: string, transactionId: string): Promise<void> =>
  changeOne(tx, id, { transactionId });

/** Sets the total amount that was returned, by a refund or in another way. @throws Error if there is no such payment */
export const markReturned = (tx: Transaction, id: string, refundCents: number): Promise<void> =>
  changeOne(tx, id, { refundCents, isRefundDue: false });

/** Sets the total amount that must be refunded. @throws Error if there is no such payment */
export const markRefundDue = (tx: Transaction, id: string, refundCents: number): Promise<void> =>
  changeOne(tx, id, { isRefundDue: true, refundCents });

/**
 * The total amount of a charge that must be or was refunded. Earlier versions stored no amount, which means all
 * of it.
 */
export function returningOf({ state, isRefundDue, refundCents, amountCents }: PaymentRow): number {
  const isGoing = state === 'refunded' || isRefundDue;
  return isGoing && refundCents === 0 ? amountCents : refundCents;
}

/** Whether a charge is being or was refunded in full: then it is no sale. */
export const goesBackInFull = (payment: PaymentRow): boolean => returningOf(payment) >= payment.amountCents;

/** The fields that may change together with the state. */
type PaymentChanges = Parameters<typeof changeOne>[2];

async function changeOne(
  tx: Transaction,
  id: string,
  changes: Partial<
    Pick<PaymentRow, 'transactionId' | 'isRefundDue' | 'refundCents' | 'refundId' | 'settledAt'>
  >,
): Promise<void> {
  const { rowCount } = await tx
    .update(payments)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(payments.id, id));
  if (rowCount !== 1) throw new Error(`The payment ${id} is missing`);
}

/**
 * Claims payments whose outcome the processor has not reported, those checked longest ago first, and marks them as
 * checked, so that no two processes ask about one. The older a payment, the longer the pause: a tenth of its age, from
 * ten seconds to five minutes.
 */
export async function claimUnsettled(db: Executor, now: Date, limit: number): Promise<PaymentRow[]> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const pause = sql`least(greatest(interval '10 seconds', (${moment} - ${payments.createdAt}) / 10), interval '5 minutes')`;
  const due = db.$with('due').as(
    db
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          sql`(${payments.state} = 'pending' or ${payments.isRefundDue})`,
          // Payments that wait for an admin's decision are not checked.
          notExists(
            db
              .select({ id: chargeIssues.id })
              .from(chargeIssues)
              .where(
                and(eq(chargeIssues.transactionId, payments.transactionId), eq(chargeIssues.state, 'open')),
              ),
          ),
          lt(payments.createdAt, sql`${moment} - interval '5 seconds'`),
          or(
            isNull(payments.checkedAt),
            lt(payments.checkedAt, sql`${moment} - ${pause}`),
            // If the clock was set back, a check in the future has not happened.
            gt(payments.checkedAt, moment),
          ),
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

/** The processor's ids of the charges that paid these bookings. */
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

/** Whether a charge was settled, as a sale or as money to be refunded. */
export async function isSettled(db: Executor, transactionId: string): Promise<boolean> {
  const payment = await findByTransaction(db, transactionId);
  return payment?.state === 'succeeded' || payment?.state === 'refunded';
}

/** The state of the refund to the buyer, by booking; bookings without a refund are left out. */
export async function listReturns(
  db: Executor,
  bookingIds: readonly string[],
): Promise<ReadonlyMap<string, ReturnState>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await db
    .select({
      bookingId: payments.bookingId,
      isRefundDue: payments.isRefundDue,
      hasFailed: sql<boolean>`${chargeIssues.id} is not null`,
      isAtProcessor: isUnderWayOf(payments.transactionId),
    })
    .from(payments)
    .leftJoin(
      chargeIssues,
      and(eq(chargeIssues.transactionId, payments.transactionId), eq(chargeIssues.state, 'open')),
    )
    .where(
      and(
        inArray(payments.bookingId, [...bookingIds]),
        or(gt(payments.refundCents, 0), payments.isRefundDue, eq(payments.state, 'refunded')),
      ),
    );
  return new Map(
    rows.map(({ bookingId, isRefundDue, hasFailed, isAtProcessor }) => {
      if (!isRefundDue) return [bookingId, 'done'];
      if (hasFailed) return [bookingId, 'delayed'];
      return [bookingId, isAtProcessor ? 'under-way' : 'decided'];
    }),
  );
}

/** The bookings whose return these refunds and charge issues are about, by the refund's or the issue's id. */
export async function listBookingsOfReturns(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const ofRefunds = await db
    .select({ id: refunds.id, bookingId: payments.bookingId })
    .from(refunds)
    .innerJoin(payments, eq(payments.transactionId, refunds.transactionId))
    .where(inArray(refunds.id, [...ids]));
  // A second charge of a booking is the transaction of no payment.
  const ofIssues = await db
    .select({ id: chargeIssues.id, bookingId: chargeIssues.bookingId })
    .from(chargeIssues)
    .where(inArray(chargeIssues.id, [...ids]));
  return new Map(
    [...ofRefunds, ...ofIssues].flatMap(({ id, bookingId }) => (bookingId === null ? [] : [[id, bookingId]])),
  );
}

type EventReading = Pick<typeof eventReading.$inferSelect, 'readTo' | 'readWholeAt'>;

const onlyRow = 'events';

/** How long a claim lasts if its process dies. */
const claimMs = 10 * minuteMs;

/** Lets one process read the events for some minutes. @returns undefined while another one does */
export async function claimEventReading(db: Executor, now: Date): Promise<EventReading | undefined> {
  const claimedUntil = new Date(now.getTime() + claimMs);
  // A claim that lasts longer was made before the clock was set back, and is ignored. Other processes' clocks may be
  // slightly ahead.
  const longest = new Date(now.getTime() + 2 * claimMs);
  const [row] = await db
    .insert(eventReading)
    .values({ id: onlyRow, claimedUntil })
    .onConflictDoUpdate({
      target: eventReading.id,
      set: { claimedUntil },
      setWhere: or(
        isNull(eventReading.claimedUntil),
        lt(eventReading.claimedUntil, now),
        gt(eventReading.claimedUntil, longest),
      ),
    })
    .returning({ readTo: eventReading.readTo, readWholeAt: eventReading.readWholeAt });
  return row;
}

export async function storeEventReading(db: Executor, changes: EventReading): Promise<void> {
  await db.update(eventReading).set(changes).where(eq(eventReading.id, onlyRow));
}

export async function releaseEventReading(db: Executor): Promise<void> {
  await db.update(eventReading).set({ claimedUntil: null }).where(eq(eventReading.id, onlyRow));
}
