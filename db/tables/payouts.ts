import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { PayoutMethod } from '#contract/deal-terms.ts';
import type { PayoutState } from '#contract/payouts-machine.ts';
import type { ReversalCause } from '#contract/payouts-reversals.ts';

import { id, moment } from './columns.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

/** Where a seller is paid: an account at the processor, or bank details. */
export const payoutSellers = pgTable(
  'payout_sellers',
  {
    sellerId: id('seller_id')
      .primaryKey()
      .references(() => users.id),
    /** The processor's connected account. */
    accountId: text('account_id'),
    /** The former account, which is closed to us. */
    closedAccountId: text('closed_account_id'),
    /** Whether the account accepts transfers and its bank accepts payouts. */
    isReady: boolean('is_ready').notNull().default(false),
    /** Whether the person has submitted the processor's form. */
    isSubmitted: boolean('is_submitted').notNull().default(false),
    /** What the processor still requires, by its names. */
    requirements: text('requirements')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Why the processor has disabled payouts of the account, by its name. */
    disabledReason: text('disabled_reason'),
    /** The time of this data: an older answer changes nothing. */
    checkedAt: moment('checked_at'),
    /** When the account's events were last read, in case a webhook was lost. */
    eventsReadAt: moment('events_read_at'),
    /** Account holder and number, encrypted. */
    bankSealed: text('bank_sealed'),
    /** The last characters of the number, which the page shows. */
    bankEnding: text('bank_ending'),
    bankChangedAt: moment('bank_changed_at'),
    /** When the person was last reminded that their money waits for bank details. */
    remindedAt: moment('reminded_at'),
    /** When payouts were last looked for. */
    triedAt: moment('tried_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('payout_sellers_account_key').on(table.accountId),
    index('payout_sellers_by_try').on(table.triedAt),
  ],
);

/** An admin's exports of payouts by bank. */
export const payoutExports = pgTable('payout_exports', {
  id: id().primaryKey(),
  adminId: id('admin_id')
    .notNull()
    .references(() => users.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Money on its way to a seller: a transfer of the processor for one order, or a line that an admin pays by bank. */
export const payouts = pgTable(
  'payouts',
  {
    id: id().primaryKey(),
    sellerId: id('seller_id')
      .notNull()
      .references(() => users.id),
    method: text('method').$type<PayoutMethod>().notNull(),
    state: text('state').$type<PayoutState>().notNull().default('requested'),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** The order that the money belongs to; null for a line that pays a seller's whole balance. */
    orderId: id('order_id').references(() => orders.id),
    /** The processor's payment intent whose charge the transfer is from. */
    charge: text('charge'),
    /** The account that the transfer goes to. */
    accountId: text('account_id'),
    transferId: text('transfer_id'),
    /** Counts from 1; part of the idempotency key. */
    attempt: integer('attempt').notNull().default(1),
    /** The processor's payout to the seller's bank that contained it. */
    bankPayoutId: text('bank_payout_id'),
    exportId: id('export_id').references(() => payoutExports.id),
    /** The bank details as they were exported. */
    bankSealed: text('bank_sealed'),
    bankEnding: text('bank_ending'),
    /** Why it failed, in the processor's or the admin's words. */
    failureReason: text('failure_reason'),
    /** When the processor last did not answer; null once it has. */
    unansweredAt: moment('unanswered_at'),
    sentAt: moment('sent_at'),
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // While a transfer or a line waits, nothing else is paid to the seller.
    uniqueIndex('payouts_one_requested_per_seller')
      .on(table.sellerId)
      .where(sql`state = 'requested'`),
    uniqueIndex('payouts_transfer_key').on(table.transferId),
    index('payouts_of_seller').on(table.sellerId, table.id.desc().nullsFirst()),
    index('payouts_of_order').on(table.orderId),
    index('payouts_under_way')
      .on(table.id)
      .where(sql`state in ('requested', 'sent')`),
    index('payouts_manual')
      .on(table.id.desc().nullsFirst())
      .where(sql`method = 'manual'`),
    index('payouts_of_export').on(table.exportId),
    index('payouts_refused_by_bank')
      .on(table.id)
      .where(sql`state in ('sent', 'paid') and failure_reason is not null`),
  ],
);

/** The attempts to reverse transfers, ours and those made by hand at the processor. */
export const payoutReversals = pgTable(
  'payout_reversals',
  {
    id: id().primaryKey(),
    payoutId: id('payout_id')
      .notNull()
      .references(() => payouts.id),
    /** `bank`: the seller's bank refused the payout. `debt`: the sale was refunded to its buyer. */
    cause: text('cause').$type<ReversalCause>().notNull(),
    state: text('state', { enum: ['requested', 'succeeded', 'refused'] })
      .notNull()
      .default('requested'),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** Counts from 1; part of the idempotency key. */
    attempt: integer('attempt').notNull().default(1),
    /** The processor's reversal; null while it has not answered. */
    reversalId: text('reversal_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('payout_reversals_one_requested')
      .on(table.payoutId)
      .where(sql`state = 'requested'`),
    uniqueIndex('payout_reversals_reversal_key').on(table.reversalId),
    index('payout_reversals_of_payout').on(table.payoutId),
  ],
);
