import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { bookings } from './bookings.ts';
import { id, moment } from './columns.ts';

/** One row per booking that somebody began to pay. */
export const payments = pgTable(
  'payments',
  {
    id: id().primaryKey(),
    bookingId: id('booking_id')
      .notNull()
      .references(() => bookings.id),
    /** The processor's payment intent. */
    transactionId: text('transaction_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    state: text('state', { enum: ['pending', 'succeeded', 'failed', 'refunded'] })
      .notNull()
      .default('pending'),
    /** Charged, but the phone was gone: the refund is owed until `refundId` is set. */
    isRefundDue: boolean('is_refund_due').notNull().default(false),
    refundId: text('refund_id'),
    /** When the processor was last asked about a pending one. */
    checkedAt: moment('checked_at'),
    settledAt: moment('settled_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('payments_one_per_booking').on(table.bookingId),
    uniqueIndex('payments_transaction_key').on(table.transactionId),
    index('payments_open')
      .on(table.createdAt)
      .where(sql`state = 'pending' or is_refund_due`),
  ],
);
