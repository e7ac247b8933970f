/** Where the money is, for the admin. */
import { dayMs } from '#contract/durations.ts';
import { balanceAccounts, type Balances, type MoneyOverview } from '#contract/ledger-balances.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { listDayChanges } from './day-totals.ts';
import { drawBalances } from './draw-balances.ts';
import { sumBelowZero } from './repository.ts';

/** The balances of all accounts now and at the end of each of the last `count` days. */
export async function presentMoney(
  { db, clock }: { readonly db: Executor; readonly clock: Clock },
  count: number,
): Promise<MoneyOverview> {
  const names = lastDays(clock.now(), count);
  const [first = '', last = ''] = [names.at(0), names.at(-1)];
  const changes = Map.groupBy(await listDayChanges(db, first, last), ({ day }) => day);
  const balances = { ...nothing };
  const days = names.map((day) => {
    for (const { account, cents } of changes.get(day) ?? []) balances[account] += cents;
    return { day, balances: { ...balances } };
  });
  return {
    balances,
    owedBySellersCents: -(await sumBelowZero(db)),
    days,
    plot: drawBalances(days),
  };
}

/** The names of `count` days by UTC, the last one today's. */
const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, place) =>
    new Date(now.getTime() - (count - 1 - place) * dayMs).toISOString().slice(0, 10),
  );

// fromEntries loses the information that every account is present.
const nothing = Object.fromEntries(balanceAccounts.map((account) => [account, 0])) as Balances;
