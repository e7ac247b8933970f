import { and, eq, inArray, isNull } from 'drizzle-orm';

import { bookings } from '#db/tables/bookings.ts';
import { payments } from '#db/tables/payments.ts';
import type { FindLatePayments, ListLatePaid } from '#server/bookings/service.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { listReturns } from './repository.ts';
import { listChargedBack } from './store-chargebacks.ts';

/** Where the money is that was charged for ended bookings: `FindLatePayments` of the bookings. */
export const findLatePayments: FindLatePayments = async (db, bookingIds) => {
  const returns = await listReturns(db, bookingIds);
  const ids = [...returns.keys()];
  const atBank = await listChargedBack(db, ids);
  const elsewhere = await listReturnedElsewhere(db, ids);
  return new Map(
    [...returns].map(([id, state]) => {
      if (atBank.has(id) && state !== 'done') return [id, 'at-bank'];
      if (state === 'delayed') return [id, 'delayed'];
      return [id, elsewhere.has(id) ? 'elsewhere' : 'returning'];
    }),
  );
};

/** A buyer's bookings whose late payment has not gone back yet: `ListLatePaid` of the bookings. */
export const listLatePaid: ListLatePaid = async (db, buyerId) => {
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .where(
      and(
        eq(bookings.buyerId, buyerId),
        inArray(bookings.state, ['cancelled', 'expired']),
        payments.isRefundDue,
      ),
    );
  return rows.map(({ id }) => id);
};

/** Which of these bookings' payments went back without a refund to the card: by the bank itself, or by an admin. */
async function listReturnedElsewhere(db: Executor, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ bookingId: payments.bookingId })
    .from(payments)
    .where(
      and(inArray(payments.bookingId, [...ids]), eq(payments.state, 'refunded'), isNull(payments.refundId)),
    );
  return new Set(rows.map(({ bookingId }) => bookingId));
}
