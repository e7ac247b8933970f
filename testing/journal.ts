/** The ledger alone, in a database of its own, for tests that write to it directly. */
import { sql } from 'drizzle-orm';

import { bothSides, type LedgerMove, orderAccount, sellerAccount } from '#contract/ledger.ts';
import { system } from '#contract/states.ts';
import { type Posting, postToLedger } from '#server/ledger/service.ts';
import { newId } from '#server/platform/postgres/database.ts';

import { openTestDatabase } from './database.ts';

/** An order and its seller, who are in the ledger only. */
export const order = orderAccount(newId());
export const seller = sellerAccount(newId());

/** A move between owners. */
export const move = (from: LedgerMove['from'], to: LedgerMove['to'], amountCents: number): LedgerMove => ({
  side: 'owner',
  from,
  to,
  amountCents,
});

export type Journal = Awaited<ReturnType<typeof openJournal>>;

export async function openJournal() {
  const { db, close } = await openTestDatabase();
  const post = (kind: Posting['kind'], moves: readonly LedgerMove[], key = `${kind}:${newId()}`) =>
    db.transaction((tx) => postToLedger(tx, { kind, key, actor: system, at: new Date(), moves }));
  return {
    db,
    close,
    post,
    /** A phone for $420.50 is paid for. */
    charge: (key?: string) =>
      post('charge-settled', bothSides('world', order, 'world', 'processor', 42_050), key),
    /** The balance of each account on both sides; accounts with a balance of zero are left out. */
    balances: async (): Promise<Record<string, number>> => {
      const { rows } = await db.execute<{ account: string; cents: string }>(sql`
        select case when account in ('world', 'losses') then account || ' by ' || side else account end as account,
          sum(cents) as cents
        from (select side, to_account as account, amount_cents as cents from ledger_entries
          union all select side, from_account, -amount_cents from ledger_entries) as moved
        group by 1 having sum(cents) <> 0`);
      return Object.fromEntries(
        rows.map(({ account, cents }) => [
          account.replace(/^order:.*/, 'order').replace(/^seller:.*/, 'seller'),
          Number(cents),
        ]),
      );
    },
    /** Removes all rows, which the product cannot. */
    clear: async (): Promise<void> => {
      const tables = ['ledger_statement_rows', 'ledger_balances', 'ledger_entries'];
      const each = (change: (table: string) => string): string => tables.map(change).join(';');
      await db.$client.query(
        [
          each((table) => `alter table ${table} disable trigger user`),
          each((table) => `delete from ${table}`),
          each((table) => `alter table ${table} enable trigger user`),
        ].join(';'),
      );
    },
  };
}

/** What is in the ledger, on both sides. */
export const world = (cents: number) => ({ 'world by owner': cents, 'world by place': cents });

/** The balances after `charge`. */
export const charged = { ...world(-42_050), order: 42_050, processor: 42_050 };
