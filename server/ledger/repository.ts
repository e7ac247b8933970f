/** SQL of the journal. */
import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { LedgerAccount, LedgerKind, LedgerMove } from '#contract/ledger.ts';
import { ledgerBalances, ledgerEntries } from '#db/tables/ledger.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';

export type LedgerRow = typeof ledgerEntries.$inferSelect;

/** The common fields of a posting's rows. */
export interface Heading {
  readonly kind: LedgerKind;
  /** The recorded event: its rows have this key with their numbers. */
  readonly key: string;
  readonly orderId: string | null;
  readonly charge: string | null;
  readonly actor: string | null;
  readonly at: Date;
}

/** A row to be written, and the one that it reverses. */
type NewRow = LedgerMove & { readonly reverses?: string };

/** Writes a posting in one statement. @returns how many rows were new */
export async function insertEntries(
  tx: Transaction,
  { key, ...heading }: Heading,
  rows: readonly NewRow[],
): Promise<number> {
  const { rowCount } = await tx
    .insert(ledgerEntries)
    .values(
      rows.map(({ from, to, ...row }, index) => ({
        ...heading,
        ...row,
        id: newId(),
        fromAccount: from,
        toAccount: to,
        idempotencyKey: rowKey(key, index),
      })),
    )
    .onConflictDoNothing({ target: ledgerEntries.idempotencyKey });
  return rowCount ?? 0;
}

/** The largest number of rows that an event has. */
export const maxRows = 5;

const rowKey = (key: string, index: number): string => `${key}/${index + 1}`;

/** The keys that the rows of a posting may have. */
export const rowKeysOf = (key: string): string[] =>
  Array.from({ length: maxRows }, (_, index) => rowKey(key, index));

/** The key of the posting that a row with this key belongs to. */
export const postingKeyOf = (key: string): string => key.replace(/\/\d+$/, '');

/** The rows of a posting, in their order. */
export async function listEntries(db: Executor, key: string): Promise<LedgerRow[]> {
  return db
    .select()
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.idempotencyKey, rowKeysOf(key)))
    .orderBy(ledgerEntries.idempotencyKey);
}

/** The rows of a charge's events of these kinds that have not been undone. */
export async function listStanding(
  db: Executor,
  charge: string,
  ...kinds: readonly LedgerKind[]
): Promise<LedgerRow[]> {
  const undoing = alias(ledgerEntries, 'undoing');
  return db
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.charge, charge),
        inArray(ledgerEntries.kind, [...kinds]),
        notExists(db.select({ id: undoing.id }).from(undoing).where(eq(undoing.reverses, ledgerEntries.id))),
      ),
    )
    .orderBy(ledgerEntries.idempotencyKey);
}

/** The stored balance of an order's or a seller's account, in cents; 0 if it has no row yet. */
export async function findBalance(db: Executor, account: LedgerAccount): Promise<number> {
  const [row] = await db.select().from(ledgerBalances).where(eq(ledgerBalances.account, account));
  return row?.balanceCents ?? 0;
}

/** A charge's part of an account's balance, in cents. */
export async function sumOfCharge(db: Executor, charge: string, account: LedgerAccount): Promise<number> {
  const [row] = await db
    .select({
      cents: sql<string>`coalesce(sum(case
        when ${ledgerEntries.toAccount} = ${account} then ${ledgerEntries.amountCents}
        when ${ledgerEntries.fromAccount} = ${account} then -${ledgerEntries.amountCents} end), 0)`,
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.charge, charge));
  return Number(row?.cents ?? 0);
}

/** The total of a charge's events of this kind on the owners' side, in cents. */
export async function sumOfKind(db: Executor, charge: string, kind: LedgerKind): Promise<number> {
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${ledgerEntries.amountCents}), 0)` })
    .from(ledgerEntries)
    .where(
      and(eq(ledgerEntries.charge, charge), eq(ledgerEntries.kind, kind), eq(ledgerEntries.side, 'owner')),
    );
  return Number(row?.cents ?? 0);
}

/** The sum of all negative sellers' balances, in cents; itself negative. */
export async function sumBelowZero(db: Executor): Promise<number> {
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${ledgerBalances.balanceCents}), 0)` })
    .from(ledgerBalances)
    .where(sql`${ledgerBalances.account} like 'seller:%' and ${ledgerBalances.balanceCents} < 0`);
  return Number(row?.cents ?? 0);
}
