// The Money page's figures: each account's balance, now and on each day, is the sum of its entries in the journal.
import { expect, onTestFinished, test } from 'vitest';

import { bothSides } from '#contract/ledger.ts';
import { balanceAccounts, type MoneyOverview } from '#contract/ledger-balances.ts';
import { system } from '#contract/states.ts';
import { recordFees } from '#server/payments/record-fees.ts';
import { callerOf } from '#testing/caller.ts';
import { openSilentMarket } from '#testing/card-processor.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { act, newSides, orderIn, paidOrder, sidesAgain } from '#testing/order-requests.ts';
import { checkLedger } from './check-ledger.ts';
import { storeDays } from './day-totals.ts';
import { drawBalances, ticksAround } from './draw-balances.ts';
import { postToLedger } from './service.ts';

const day = 24 * 60;

/** A market with its people, and what its Money page says. */
async function openBalances() {
  const market = await openSilentMarket();
  onTestFinished(() => market.close());
  const sides = await newSides(market);
  const { db } = market.services;
  const call = async (path: string) => (await adminNow(market, sides.admin)).get(path);
  const money = async (days = 30): Promise<MoneyOverview> => (await call(`/money?days=${days}`)).body;
  return { market, sides, db, call, money, store: () => storeDays(db, market.clock.now()) };
}

test('the balances of each day are the sums of the journal, stored or not', async () => {
  const { market, sides, db, money, store } = await openBalances();
  const first = await paidOrder(market, sides);
  await recordFees(market.services);
  expect((await money()).balances).toMatchObject({
    order: 42_050,
    processor: 40_801,
    processor_fees: -1249,
    seller: 0,
  });
  expect((await money()).balances).toEqual(await sumsOf(market));
  market.clock.advance(2 * day);
  const { buyer } = await sidesAgain(market, sides);
  await act(buyer, first, 'confirm-receipt');
  await act(buyer, first, 'accept');
  const { days } = await money();
  expect(days).toHaveLength(30);
  expect(days.slice(-3).map(({ balances }) => [balances.order, balances.seller])).toEqual([
    [42_050, 0],
    [42_050, 0],
    [0, 39_898],
  ]);
  const before = await money();
  expect(await store()).toBeGreaterThan(0);
  expect(await money()).toEqual(before);
  expect(before.balances).toEqual(await sumsOf(market));
  expect(before.owedBySellersCents).toBe(0);
  expect(await store()).toBe(0);
  // A day is stored an hour after its end.
  market.clock.advance(25 * 60);
  await store();
  expect((await money()).balances).toEqual(before.balances);
  // The first day shown includes everything before it.
  market.clock.advance(40 * day);
  expect((await money()).days.map(({ balances }) => balances)).toEqual(Array(30).fill(before.balances));
  expect(await checkLedger(db)).toEqual([]);
});

test('what was recorded and stored while the clock was ahead is counted once it is right again', async () => {
  const { market, sides, db, money, store } = await openBalances();
  await paidOrder(market, sides);
  market.clock.advance(5 * day);
  const ahead = await sidesAgain(market, sides);
  await orderIn(market, ahead, 'completed');
  market.clock.advance(2 * day);
  await store();
  market.clock.advance(-7 * day);
  const sums = await sumsOf(market);
  expect((await money()).balances).toEqual(sums);
  await store();
  await paidOrder(market, await sidesAgain(market, sides));
  for (const passed of [2, 7]) {
    market.clock.advance(passed * day);
    await store();
    expect((await money()).balances).toEqual(await sumsOf(market));
    expect(await checkLedger(db)).toEqual([]);
  }
});

test('what banks have taken is shown once, though both sides of the journal have it', async () => {
  const { market, sides, db, money, store } = await openBalances();
  await orderIn(market, sides, 'completed');
  await recordFees(market.services);
  expect((await money()).balances).toMatchObject({ losses: 0, fees: 2_152, processor: 40_801 });
  const shared = { kind: 'chargeback-fee', key: 'chargeback-fee:dp_1', actor: system } as const;
  const moves = bothSides('fees', 'losses', 'processor', 'losses', 1_500);
  await db.transaction((tx) => postToLedger(tx, { ...shared, at: market.clock.now(), moves }));
  const { balances } = await money();
  expect(balances).toMatchObject({ losses: 1_500, fees: 652, processor: 39_301 });
  market.clock.advance(2 * day);
  expect(await store()).toBeGreaterThan(0);
  expect((await money()).balances).toEqual(balances);
  expect(await checkLedger(db)).toEqual([]);
});

test('a day that is not the sum of its rows is named', async () => {
  const { market, sides, db, store } = await openBalances();
  await orderIn(market, sides, 'completed');
  market.clock.advance(2 * day);
  await store();
  expect(await checkLedger(db)).toEqual([]);
  await db.$client.query(
    `update ledger_days set cents = cents + 1 where account = 'fees' and day = (
       select max(day) from ledger_days where account = 'fees')`,
  );
  expect(await checkLedger(db)).toEqual([
    { account: 'fees', problem: '2153 cents by its days, 2152 by its rows' },
  ]);
});

test('a number of days that is not offered is refused', async () => {
  const { call, money } = await openBalances();
  expect((await call('/money?days=31')).status).toBe(400);
  expect((await money(365)).days).toHaveLength(365);
});

test('the plot draws each figure at its height, and says in words what it shows', () => {
  const balances = Object.fromEntries(balanceAccounts.map((account) => [account, 0]));
  const of = (order: number, processor: number) => ({ ...balances, order, processor }) as never;
  const plot = drawBalances([
    { day: '2026-11-20', balances: of(0, 0) },
    { day: '2026-11-21', balances: of(10_000, 20_000) },
    { day: '2026-11-22', balances: of(5_000, -10_000) },
  ]);
  // From -$100 to $200 the area is 180 high.
  expect(pointsOf(plot, 'order')).toEqual([120, 60, 90]);
  expect(pointsOf(plot, 'processor')).toEqual([120, 0, 180]);
  expect(plot).toContain('<title id="balances-title">Balances from 20 Nov 2026 to 22 Nov 2026</title>');
  expect(plot).toContain('Held for open orders: $0.00 at first, $50.00 at last.');
});

test('a plot of nothing has its axis', () => {
  expect(ticksAround(0, 0)).toEqual([0, 100]);
  expect(ticksAround(-30_000, 1_234_567)).toEqual([-500_000, 0, 500_000, 1_000_000, 1_500_000]);
});

const pointsOf = (plot: string, account: string): number[] => {
  const points = new RegExp(`<polyline class="plot-line plot-${account}" points="([^"]*)"`).exec(plot)?.[1];
  return (points ?? '').split(' ').map((point) => Number(point.split(',')[1]));
};

/** A token is valid for minutes, but these tests span days. */
async function adminNow(market: Market, admin: TestPerson) {
  return callerOf(market.address, await market.services.tokens.issue(admin));
}

/** The sum of each account's entries in the journal itself. */
async function sumsOf(market: Market): Promise<Record<string, number>> {
  const { rows } = await market.services.db.$client.query<{ account: string; cents: string }>(`
    select split_part(account, ':', 1) as account, sum(cents) as cents from (
      select to_account as account, amount_cents as cents from ledger_entries
      union all select from_account, -amount_cents from ledger_entries
    ) as moved group by 1`);
  const summed = new Map(rows.map(({ account, cents }) => [account, Number(cents)]));
  return Object.fromEntries(balanceAccounts.map((account) => [account, summed.get(account) ?? 0]));
}
