/** What each day has changed in each account, and the balances that follow: no sum reads the whole journal. */
import { sql } from 'drizzle-orm';

import { type BalanceAccount, balanceAccounts } from '#contract/ledger-balances.ts';
import { ledgerDays, ledgerEntries } from '#db/tables/ledger.ts';
import type { Database, Executor } from '#server/platform/postgres/database.ts';

/** So long after its end nothing is recorded any more that was begun within a day. */
const closingMinutes = 60;

/** Days that are summed again each time, in case something came later after all. */
const repeatedDays = 2;

/** Stores the days that have ended since the last time. @returns how many rows it wrote */
export async function storeDays(db: Database, now: Date): Promise<number> {
  const closed = new Date(now.getTime() - closingMinutes * 60_000);
  return db.transaction(async (tx) => {
    // The first time this reads the whole journal.
    await tx.execute(sql`set local statement_timeout = 0`);
    const since = sql`coalesce(
      (select max(day) - ${repeatedDays}::int from ${ledgerDays})::timestamp at time zone 'utc', '-infinity')`;
    const until = sql`date_trunc('day', ${closed.toISOString()}::timestamptz, 'utc')`;
    const { rowCount } = await tx.execute(sql`
      insert into ${ledgerDays} (day, account, cents)
      select (at at time zone 'utc')::date, account, sum(cents) from ${movements(sql`at >= ${since} and at < ${until}`)}
      group by 1, 2
      on conflict (day, account) do update set cents = excluded.cents where ledger_days.cents <> excluded.cents`);
    return rowCount ?? 0;
  });
}

/** What an account has changed by in a day, and has at its end. */
export interface DayBalance {
  readonly day: string;
  readonly account: BalanceAccount;
  readonly cents: number;
}

/** The balances of the accounts now, in cents. */
export async function sumAccounts(db: Executor): Promise<ReadonlyMap<BalanceAccount, number>> {
  const { rows } = await db.execute<{ account: BalanceAccount; cents: string }>(sql`
    select account, sum(cents) as cents from ${changes} where account in ${accounts} group by account`);
  return new Map(rows.map(({ account, cents }) => [account, Number(cents)]));
}

/** The balances of the accounts at the end of each of the last `days` days, today's included, the oldest first. */
export async function listDayBalances(db: Executor, now: Date, days: number): Promise<DayBalance[]> {
  const today = now.toISOString().slice(0, 10);
  const { rows } = await db.execute<{ day: string; account: BalanceAccount; cents: string }>(sql`
    with changed as (
      select day, account, sum(cents) as cents from ${changes} where account in ${accounts} group by day, account
    ), grid as (
      select day::date, account from unnest(${sql.param(balanceAccounts)}::text[]) as account (account),
        generate_series(${today}::date - ${days - 1}::int, ${today}::date, '1 day') as day
    ), since as (
      select account, sum(cents) as cents from changed where day < ${today}::date - ${days - 1}::int group by account
    )
    select to_char(grid.day, 'YYYY-MM-DD') as day, grid.account,
      coalesce(since.cents, 0) + sum(coalesce(changed.cents, 0)) over (partition by grid.account order by grid.day) as cents
    from grid
    left join since on since.account = grid.account
    left join changed on changed.account = grid.account and changed.day = grid.day
    order by grid.day, grid.account`);
  return rows.map(({ day, account, cents }) => ({ day, account, cents: Number(cents) }));
}

const accounts = sql`(${sql.join(
  balanceAccounts.map((account) => sql`${account}`),
  sql`, `,
)})`;

/** Each row of a part of the journal twice: as what an account got, and as what the other one gave. */
const movements = (part: ReturnType<typeof sql>) => sql`(
  select at, regexp_replace(to_account, ':.*', '') as account, amount_cents as cents
  from ${ledgerEntries} where ${part}
  union all
  select at, regexp_replace(from_account, ':.*', ''), -amount_cents from ${ledgerEntries} where ${part}
) as movements`;

/** Days as they are stored, and what came since from the journal itself. */
const changes = sql`(
  select day, account, cents from ${ledgerDays}
  union all
  select (at at time zone 'utc')::date, account, cents from ${movements(sql`at >= coalesce(
    (select max(day) + 1 from ${ledgerDays})::timestamp at time zone 'utc', '-infinity')`)}
) as changes`;
