/** The daily changes of each account, and balances computed from them: no sum reads the whole journal. */
import { gt, type SQL, sql } from 'drizzle-orm';

import { minuteMs } from '#contract/durations.ts';
import { type BalanceAccount, balanceAccounts } from '#contract/ledger-balances.ts';
import { ledgerDays, ledgerEntries } from '#db/tables/ledger.ts';
import type { Database, Executor, Transaction } from '#server/platform/postgres/database.ts';

/** How long after the end of a day its last transactions may still be recording entries, in minutes. */
const closingMinutes = 60;

/** How many days are summed again each time, in case something was recorded even later. */
const repeatedDays = 2;

/**
 * Stores the days that have ended since the last run. Days that have not even begun were stored by a clock that was
 * ahead: they are removed, because what was recorded before them is never summed again.
 *
 * @returns how many rows it wrote
 */
export async function storeDays(db: Database, now: Date): Promise<number> {
  const closed = new Date(now.getTime() - closingMinutes * minuteMs);
  const store = async (tx: Transaction): Promise<number> => {
    // The first run reads the whole journal.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.delete(ledgerDays).where(gt(ledgerDays.day, now.toISOString().slice(0, 10)));
    const since = sql`coalesce(
      (select max(day) - ${repeatedDays}::int from ${ledgerDays})::timestamp at time zone 'utc', '-infinity')`;
    const until = sql`date_trunc('day', ${closed.toISOString()}::timestamptz, 'utc')`;
    const { rowCount } = await tx.execute(sql`
      insert into ${ledgerDays} (day, account, cents)
      select (at at time zone 'utc')::date, account, sum(cents) from ${movements(sql`at >= ${since} and at < ${until}`)}
      group by 1, 2
      on conflict (day, account) do update set cents = excluded.cents where ledger_days.cents <> excluded.cents`);
    return rowCount ?? 0;
  };
  return db.transaction(store, { takesLong: true });
}

/** The current balances of the accounts, in cents. */
export async function sumAccounts(db: Executor): Promise<ReadonlyMap<BalanceAccount, number>> {
  const { rows } = await db.execute<{ account: BalanceAccount; cents: string }>(sql`
    select account, sum(cents) as cents from ${changes(await findUnstored(db))} where account in ${accounts} group by 1`);
  return new Map(rows.map(({ account, cents }) => [account, Number(cents)]));
}

/** The change of an account within a day, in cents. */
export interface DayChange {
  readonly day: string;
  readonly account: BalanceAccount;
  readonly cents: number;
}

/**
 * The changes of each day from `first` to `last`, which is today. The first one includes everything before it, and the
 * last one what a clock that was ahead has recorded after it.
 */
export async function listDayChanges(db: Executor, first: string, last: string): Promise<DayChange[]> {
  const { rows } = await db.execute<{ day: string; account: BalanceAccount; cents: string }>(sql`
    select least(greatest(day, ${first}::date), ${last}::date) as day, account, sum(cents) as cents
    from ${changes(await findUnstored(db))} where account in ${accounts} group by 1, 2`);
  return rows.map(({ day, account, cents }) => ({ day, account, cents: Number(cents) }));
}

const accounts = sql`(${sql.join(
  balanceAccounts.map((account) => sql`${account}`),
  sql`, `,
)})`;

/**
 * Each row of a part of the journal twice: for the receiving account, and negative for the giving one. What banks have
 * taken is recorded on both sides, and counts once.
 */
const movements = (part: SQL) => sql`(
  select at, split_part(to_account, ':', 1) as account, amount_cents as cents
  from ${ledgerEntries} where ${part} and (to_account <> 'losses' or side = 'owner')
  union all
  select at, split_part(from_account, ':', 1), -amount_cents
  from ${ledgerEntries} where ${part} and (from_account <> 'losses' or side = 'owner')
) as movements`;

/**
 * The first day that is not stored. A separate query: if PostgreSQL computed the day within the statement, it would not
 * know how few rows are newer, and would read them with several processes.
 */
async function findUnstored(db: Executor): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select coalesce(max(day) + 1, '-infinity')::text as day from ${ledgerDays}`,
  );
  return rows[0]?.day ?? '-infinity';
}

/** Stored days, and from `unstored` on the journal itself. */
const changes = (unstored: string) => sql`(
  select day, account, cents from ${ledgerDays} where day < ${unstored}::date
  union all
  select (at at time zone 'utc')::date, account, cents
  from ${movements(sql`at >= ${unstored}::date::timestamp at time zone 'utc'`)}
) as changes`;
