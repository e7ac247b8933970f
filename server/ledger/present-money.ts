/** Where the money is, as the admin sees it. */
import {
  type BalanceAccount,
  balanceAccounts,
  type Balances,
  type MoneyOverview,
} from '#contract/ledger-balances.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { listDayBalances } from './day-totals.ts';
import { drawBalances } from './draw-balances.ts';
import { sumBelowZero } from './repository.ts';

/** The balances of all accounts now and at the end of each of the last `count` days. */
export async function presentMoney(
  { db, clock }: { readonly db: Executor; readonly clock: Clock },
  count: number,
): Promise<MoneyOverview> {
  const found = Map.groupBy(await listDayBalances(db, clock.now(), count), ({ day }) => day);
  const days = [...found].map(([day, rows]) => ({
    day,
    balances: balancesOf(new Map(rows.map(({ account, cents }) => [account, cents]))),
  }));
  return {
    balances: days.at(-1)?.balances ?? balancesOf(new Map()),
    owedBySellersCents: -(await sumBelowZero(db)),
    days,
    plot: drawBalances(days),
  };
}

const balancesOf = (known: ReadonlyMap<BalanceAccount, number>): Balances =>
  // fromEntries forgets that every account is there.
  Object.fromEntries(balanceAccounts.map((account) => [account, known.get(account) ?? 0])) as Balances;
