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
    /** `refundCents` are owed to the buyer and not back yet. */
    isRefundDue: boolean('is_refund_due').notNull().default(false),
    /** What of it has to go back or went back, in all: everything, or the parts that were decided. */
    refundCents: integer('refund_cents').notNull().default(0),
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

/** Each attempt to give a charge back, ours and those that were made by hand at the processor. */
export const refunds = pgTable(
  'refunds',
  {
    id: id().primaryKey(),
    /** The processor's payment intent whose charge goes back. */
    transactionId: text('transaction_id').notNull(),
    /** Counts from 1 and stands in the idempotency key. */
    attempt: integer('attempt').notNull(),
    /** The processor's refund; null while it has not answered. */
    refundId: text('refund_id'),
    amountCents: integer('amount_cents').notNull(),
    state: text('state', {
      enum: ['requested', 'unanswered', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled'],
    })
      .notNull()
      .default('requested'),
    /** As the processor says it. */
    failureReason: text('failure_reason'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('refunds_one_per_attempt').on(table.transactionId, table.attempt),
    uniqueIndex('refunds_refund_key').on(table.refundId),
  ],
);

/** Charges that an admin has to look at: those that fit nothing, and those whose refund failed too often. */
export const chargeIssues = pgTable(
  'charge_issues',
  {
    id: id().primaryKey(),
    transactionId: text('transaction_id').notNull(),
    problem: text('problem', {
      enum: ['no-booking', 'wrong-amount', 'paid-already', 'returned', 'refund-failed'],
    }).notNull(),
    state: text('state', { enum: ['open', 'refunding', 'refunded', 'settled'] })
      .notNull()
      .default('open'),
    /** The booking that the charge names, where there is one. */
    bookingId: id('booking_id').references(() => bookings.id),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    chargedAt: moment('charged_at').notNull(),
    /** How many refunds may have failed before an admin is asked again. */
    failuresAllowed: integer('failures_allowed').notNull().default(0),
    /** When the processor was last asked about a refund that is under way. */
    checkedAt: moment('checked_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('charge_issues_transaction_key').on(table.transactionId),
    index('charge_issues_unsettled')
      .on(table.id.desc().nullsFirst())
      .where(sql`state in ('open', 'refunding')`),
  ],
);

/** What buyers' banks take back of charges, or ask about, as the processor tells it. */
export const chargebacks = pgTable(
  'chargebacks',
  {
    id: id().primaryKey(),
    /** The processor's dispute. */
    disputeId: text('dispute_id').notNull(),
    /** The processor's payment intent. */
    transactionId: text('transaction_id').notNull(),
    state: text('state', { enum: ['inquiry', 'open', 'won', 'lost', 'closed'] }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** As the processor says it. */
    reason: text('reason').notNull(),
    /** What the processor took for it so far. */
    feeCents: integer('fee_cents').notNull(),
    /** Until when the bank takes an answer; null where it takes none. */
    dueAt: moment('due_at'),
    /** What the bank was told in words. */
    evidence: text('evidence'),
    isAnswered: boolean('is_answered').notNull(),
    openedAt: moment('opened_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('chargebacks_dispute_key').on(table.disputeId),
    index('chargebacks_by_charge').on(table.transactionId),
    index('chargebacks_undecided')
      .on(table.id.desc().nullsFirst())
      .where(sql`state in ('inquiry', 'open')`),
  ],
);

/** What the processor took for each charge that stands in the ledger. */
export const chargeFees = pgTable(
  'charge_fees',
  {
    /** The processor's payment intent. */
    transactionId: text('transaction_id').primaryKey(),
    /** Null while the processor has not said. */
    feeCents: integer('fee_cents'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('charge_fees_unknown')
      .on(table.createdAt)
      .where(sql`fee_cents is null`),
  ],
);

/**
 * The inbox: every event that the processor has sent or that was found on its list, once. Of an event only what it is
 * about is stored; what that has become is asked for.
 */
export const processorEvents = pgTable(
  'processor_events',
  {
    id: id().primaryKey(),
    /** Which endpoint it came to: the platform's own, or the one for connected accounts. */
    source: text('source', { enum: ['platform', 'connect'] })
      .notNull()
      .default('platform'),
    /** The connected account that it happened in; null for the platform's own. */
    account: text('account'),
    /** The processor's id of the event. */
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** The processor's id of what the event is about; null where that has none. */
    objectId: text('object_id'),
    /** The payment intent that this belongs to, or is; null where there is none. */
    transactionId: text('transaction_id'),
    happenedAt: moment('happened_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    lastError: text('last_error'),
    /** When it was given up; null while it is tried. */
    failedAt: moment('failed_at'),
    processedAt: moment('processed_at'),
  },
  (table) => [
    uniqueIndex('processor_events_event_key').on(table.eventId),
    index('processor_events_due')
      .on(table.nextAttemptAt)
      .where(sql`processed_at is null and failed_at is null`),
    index('processor_events_failed')
      .on(table.id.desc().nullsFirst())
      .where(sql`failed_at is not null`),
    index('processor_events_processed')
      .on(table.processedAt)
      .where(sql`processed_at is not null`),
  ],
);

/** How far the processor's list of events has been read: one row. Restored from a backup, it is read again from there. */
export const eventReading = pgTable('event_reading', {
  id: text('id').primaryKey(),
  /** When the newest event that was read happened, by the processor's clock. */
  readTo: moment('read_to'),
  /** When the whole list was last read. */
  readWholeAt: moment('read_whole_at'),
  /** Until then one process reads and the others leave it alone. */
  claimedUntil: moment('claimed_until'),
});
