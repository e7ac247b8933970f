import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { LedgerAccount, LedgerKind } from '#contract/ledger.ts';

import { id, moment } from './columns.ts';

/** The ledger: each row moves money from one account to another. Append-only: triggers refuse any change. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id().primaryKey(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    side: text('side', { enum: ['owner', 'place'] }).notNull(),
    fromAccount: text('from_account').$type<LedgerAccount>().notNull(),
    toAccount: text('to_account').$type<LedgerAccount>().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** The order that the money belongs to: it has its booking's id. */
    orderId: id('order_id'),
    /** The processor's payment intent that brought the money. */
    charge: text('charge'),
    /** The person who caused it; null if it was automatic. */
    actor: id('actor'),
    /** The recorded event, with the row's number after a slash: the same event is recorded once. */
    idempotencyKey: text('idempotency_key').notNull(),
    /** The row that this one undoes. */
    reverses: uuid('reverses').references((): AnyPgColumn => ledgerEntries.id),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('ledger_entries_idempotency_key').on(table.idempotencyKey),
    uniqueIndex('ledger_entries_one_reversal')
      .on(table.reverses)
      .where(sql`reverses is not null`),
    index('ledger_entries_by_charge').on(table.charge),
    // Rows are inserted in the order of this column: a BRIN index finds a day's rows by each megabyte's range, and
    // hardly slows down inserts.
    index('ledger_entries_by_time').using('brin', table.at),
    check('ledger_entries_amount', sql`amount_cents > 0`),
    check('ledger_entries_two_accounts', sql`from_account <> to_account`),
    check(
      'ledger_entries_owner_accounts',
      sql`side <> 'owner' or (
        from_account ~ '^(world|unallocated|refunds_due|fees|processor_fees|losses|(order|seller):[0-9a-f-]{36})$' and
        to_account ~ '^(world|unallocated|refunds_due|fees|processor_fees|losses|(order|seller):[0-9a-f-]{36})$')`,
    ),
    check(
      'ledger_entries_place_accounts',
      sql`side <> 'place' or (
        from_account in ('world', 'processor', 'bank', 'losses') and
        to_account in ('world', 'processor', 'bank', 'losses'))`,
    ),
    check('ledger_entries_side', sql`side in ('owner', 'place')`),
  ],
);

/**
 * The daily changes of each account, for plots and sums: completed days, by UTC. Written by a task; the rows of the
 * ledger are authoritative. All orders are one account here, and all sellers are one.
 */
export const ledgerDays = pgTable(
  'ledger_days',
  {
    day: date('day').notNull(),
    account: text('account').notNull(),
    cents: bigint('cents', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.account] })],
);

/**
 * The balances of single orders and sellers, written by a trigger with each row of the ledger. Accounts that everybody
 * uses have no row here: settlements would wait for each other's lock on it.
 */
export const ledgerBalances = pgTable(
  'ledger_balances',
  {
    account: text('account').primaryKey(),
    balanceCents: bigint('balance_cents', { mode: 'number' }).notNull(),
  },
  (table) => [
    check('ledger_balances_of_orders', sql`account not like 'order:%' or balance_cents >= 0`),
    index('ledger_balances_of_paid_sellers')
      .on(table.account)
      .where(sql`account like 'seller:%' and balance_cents > 0`),
    index('ledger_balances_of_indebted_sellers')
      .on(table.account)
      .where(sql`account like 'seller:%' and balance_cents < 0`),
  ],
);

/**
 * Each seller's rows of the journal in their order, with the balance after each: written by a trigger with the row,
 * under the lock of the seller's balance, so that a page of a statement needs no sum of earlier rows.
 */
export const ledgerStatementRows = pgTable(
  'ledger_statement_rows',
  {
    account: text('account').notNull(),
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** The journal's row, which is never removed. */
    entryId: id('entry_id').notNull(),
    orderId: id('order_id'),
    /** Negative for what left the account. */
    cents: bigint('cents', { mode: 'number' }).notNull(),
    /** The account's balance after this row. */
    balanceCents: bigint('balance_cents', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.position] }),
    uniqueIndex('ledger_statement_rows_entry_key').on(table.entryId, table.account),
    index('ledger_statement_rows_of_order').on(table.account, table.orderId),
  ],
);
