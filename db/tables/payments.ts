import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { ChargeIssueState, ChargeProblem, PaymentState, RefundState } from '#contract/payments.ts';
import type { ChargebackState } from '#contract/payments-chargebacks.ts';
import type { EventSource } from '#contract/payments-inbox.ts';

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
    state: text('state').$type<PaymentState>().notNull().default('pending'),
    /** Whether `refundCents` are owed to the buyer and not refunded yet. */
    isRefundDue: boolean('is_refund_due').notNull().default(false),
    /** The total that must be or was refunded: everything, or the decided parts. */
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

/** The attempts to refund charges, ours and those made by hand at the processor. */
export const refunds = pgTable(
  'refunds',
  {
    id: id().primaryKey(),
    /** The processor's payment intent whose charge is refunded. */
    transactionId: text('transaction_id').notNull(),
    /** Counts from 1; part of the idempotency key. */
    attempt: integer('attempt').notNull(),
    /** The processor's refund; null while it has not answered. */
    refundId: text('refund_id'),
    amountCents: integer('amount_cents').notNull(),
    state: text('state').$type<RefundState>().notNull().default('requested'),
    /** In the processor's words. */
    failureReason: text('failure_reason'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('refunds_one_per_attempt').on(table.transactionId, table.attempt),
    uniqueIndex('refunds_refund_key').on(table.refundId),
  ],
);

/** Charges that an admin has to check: those that match nothing, and those whose refund failed too often. */
export const chargeIssues = pgTable(
  'charge_issues',
  {
    id: id().primaryKey(),
    transactionId: text('transaction_id').notNull(),
    problem: text('problem').$type<ChargeProblem>().notNull(),
    state: text('state').$type<ChargeIssueState>().notNull().default('open'),
    /** The booking that the charge names, if any. */
    bookingId: id('booking_id').references(() => bookings.id),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    chargedAt: moment('charged_at').notNull(),
    /** How many refunds may have failed before an admin is asked again. */
    failuresAllowed: integer('failures_allowed').notNull().default(0),
    /** When the processor was last asked about a refund in progress. */
    checkedAt: moment('checked_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('charge_issues_transaction_key').on(table.transactionId),
    index('charge_issues_of_booking').on(table.bookingId),
    index('charge_issues_unsettled')
      .on(table.id.desc().nullsFirst())
      .where(sql`state in ('open', 'refunding')`),
  ],
);

/** Charges that buyers' banks take back, or ask about, as the processor reports them. */
export const chargebacks = pgTable(
  'chargebacks',
  {
    id: id().primaryKey(),
    /** The processor's dispute. */
    disputeId: text('dispute_id').notNull(),
    /** The processor's payment intent. */
    transactionId: text('transaction_id').notNull(),
    state: text('state').$type<ChargebackState>().notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** In the processor's words. */
    reason: text('reason').notNull(),
    /** The processor's fees for it so far. */
    feeCents: integer('fee_cents').notNull(),
    /** Until when the bank accepts an answer; null if it accepts none. */
    dueAt: moment('due_at'),
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

/** The processor's fee for each charge in the ledger. */
export const chargeFees = pgTable(
  'charge_fees',
  {
    /** The processor's payment intent. */
    transactionId: text('transaction_id').primaryKey(),
    /** Null until the processor has reported it. */
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
 * The inbox: every event that the processor has sent or listed, once. Only the subject of an event is stored; its
 * current state is requested.
 */
export const processorEvents = pgTable(
  'processor_events',
  {
    id: id().primaryKey(),
    /** The endpoint that received it: the platform's own, or the one for connected accounts. */
    source: text('source').$type<EventSource>().notNull().default('platform'),
    /** The connected account that it happened in; null for the platform's own. */
    account: text('account'),
    /** The processor's id of the event. */
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** The processor's id of the event's subject; null if it has none. */
    objectId: text('object_id'),
    /** The payment intent that this belongs to, or is; null if there is none. */
    transactionId: text('transaction_id'),
    happenedAt: moment('happened_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    lastError: text('last_error'),
    /** When it was given up; null while it is retried. */
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

/**
 * How far the processor's list of events has been read, in one row. After a restore from a backup, reading resumes
 * there.
 */
export const eventReading = pgTable('event_reading', {
  id: text('id').primaryKey(),
  /** The time of the newest event that was read, by the processor's clock. */
  readTo: moment('read_to'),
  /** When the whole list was last read. */
  readWholeAt: moment('read_whole_at'),
  /** Until then one process reads, and the others wait. */
  claimedUntil: moment('claimed_until'),
});
