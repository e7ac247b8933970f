import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { DifferenceReason } from '#contract/reconciliation-words.ts';

import { id, moment } from './columns.ts';

/** Each comparison of the ledger with the card processor's records. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: id().primaryKey(),
    /** The admin who requested it; null for the nightly one. */
    requestedBy: id('requested_by'),
    startedAt: moment('started_at').notNull(),
    /** The time of its last progress, by which a dead one is recognised. */
    seenAt: moment('seen_at').notNull(),
    endedAt: moment('ended_at'),
    /** Why it could not be finished; null if it was. */
    failure: text('failure'),
    movements: integer('movements').notNull().default(0),
    /** The time of the newest movement that was read, by the processor's clock. */
    readTo: moment('read_to'),
    ledgerCents: bigint('ledger_cents', { mode: 'number' }),
    processorCents: bigint('processor_cents', { mode: 'number' }),
    differences: integer('differences'),
  },
  () => [
    // Of two that begin simultaneously, this index permits one.
    uniqueIndex('reconciliations_one_running')
      .on(sql`(ended_at is null)`)
      .where(sql`ended_at is null`),
  ],
);

/**
 * A copy of the changes of the processor's balance, which are final. The amount and the fee of a transaction are a row
 * each, under the ledger's key of the same event.
 */
export const processorMovements = pgTable(
  'processor_movements',
  {
    /** The processor's balance transaction. */
    transactionId: text('transaction_id').notNull(),
    key: text('key').notNull(),
    /** Negative for what leaves the balance. */
    cents: bigint('cents', { mode: 'number' }).notNull(),
    type: text('type').notNull(),
    /** Its subject: a charge, a refund, a payout. */
    source: text('source'),
    /** The payment intent that the money belongs to. */
    charge: text('charge'),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.key] }),
    index('processor_movements_by_key').on(table.key),
    // Rows are inserted in the order of this column: a BRIN index finds a day's rows by each megabyte's range.
    index('processor_movements_by_time').using('brin', table.at),
  ],
);

/** Events that the ledger and the processor record differently, one open row for each. */
export const ledgerDifferences = pgTable(
  'ledger_differences',
  {
    id: id().primaryKey(),
    key: text('key').notNull(),
    reason: text('reason').$type<DifferenceReason>().notNull(),
    processorCents: bigint('processor_cents', { mode: 'number' }).notNull(),
    ledgerCents: bigint('ledger_cents', { mode: 'number' }).notNull(),
    source: text('source'),
    charge: text('charge'),
    orderId: id('order_id'),
    happenedAt: moment('happened_at').notNull(),
    foundAt: moment('found_at').notNull(),
    explanation: text('explanation'),
    explainedBy: id('explained_by'),
    explainedAt: moment('explained_at'),
    /** When the two were found to agree. */
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('ledger_differences_open')
      .on(table.key)
      .where(sql`closed_at is null`),
    index('ledger_differences_closed')
      .on(table.id.desc().nullsFirst())
      .where(sql`closed_at is not null`),
  ],
);
