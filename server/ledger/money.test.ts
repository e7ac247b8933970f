// The Money page's figures: each account's balance, now and on each day, is the sum of its entries in the journal.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bothSides } from '#contract/ledger.ts';
import { balanceAccounts, type MoneyOverview } from '#contract/ledger-balances.ts';
import { system } from '#contract/states.ts';
import { recordFees } from '#server/payments/record-fees.ts';
import { callerOf } from '#testing/caller.ts';
import { openSilentMarket } from '#testing/card-processor.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { act, paidOrder, type Sides } from '#testing/order-requests.ts';
import { checkLedger } from './check-ledger.ts';
import { storeDays } from './day-totals.ts';
import { drawBalances, ticksAround } from './draw-balances.ts';
import { postToLedger } from './service.ts';

let market: Market;
let admin: TestPerson;
let sides: Sides;
beforeAll(async () => {
  market = await openSilentMarket();
  admin = await market.person('admin');
  sides = { admin, buyer: await market.person('buyer'), seller: await market.person('seller') };
});
afterAll(() => market.close());

test('the balances of each day are the sums of the journal, stored or not', async () => {
  const first = await paidOrder(market, sides);
  await recordFees(market.services);
  expect((await money()).balances).toMatchObject({
    order: 42_050,
    processor: 40_801,
    processor_fees: -1249,
    seller: 0,
  });
  await expectSums();
  market.clock.advance(2 * 24 * 60);
  await refreshed(async (own) => {
    await act(own.buyer, first, 'confirm-receipt');
    await act(own.buyer, first, 'accept');
  });
  const { days } = await money();
  expect(days).toHaveLength(30);
  expect(days.slice(-3).map(({ balances }) => [balances.order, balances.seller])).toEqual([
    [42_050, 0],
    [42_050, 0],
    [0, 39_898],
  ]);
  const before = await money();
  expect(await storeDays(market.services.db, market.clock.now())).toBeGreaterThan(0);
  expect(await money()).toEqual(before);
  await expectSums();
  expect(await storeDays(market.services.db, market.clock.now())).toBe(0);
  // A day is stored an hour after its end.
  market.clock.advance(25 * 60);
  await storeDays(market.services.db, market.clock.now());
  expect((await money()).balances).toEqual(before.balances);
  // The first day shown includes everything before it.
  market.clock.advance(40 * 24 * 60);
  expect((await money()).days.map(({ balances }) => balances)).toEqual(Array(30).fill(before.balances));
  expect(await checkLedger(market.services.db)).toEqual([]);
});

test('what banks have taken is shown once, though both sides of the journal have it', async () => {
  const { db } = market.services;
  const shared = { kind: 'chargeback-fee', key: 'chargeback-fee:dp_1', actor: system } as const;
  const moves = bothSides('fees', 'losses', 'processor', 'losses', 1_500);
  await db.transaction((tx) => postToLedger(tx, { ...shared, at: market.clock.now(), moves }));
  const { balances } = await money();
  expect(balances).toMatchObject({ losses: 1_500, fees: 652, processor: 39_301 });
  market.clock.advance(2 * 24 * 60);
  await storeDays(db, market.clock.now());
  expect((await money()).balances).toEqual(balances);
  expect(await checkLedger(db)).toEqual([]);
});

test('a day that is not the sum of its rows is named', async () => {
  await market.services.db.$client.query(
    `update ledger_days set cents = cents + 1 where account = 'fees' and day = (
       select max(day) from ledger_days where account = 'fees')`,
  );
  expect(await checkLedger(market.services.db)).toEqual([
    { account: 'fees', problem: '653 cents by its days, 652 by its rows' },
  ]);
});

test('a number of days that is not offered is refused', async () => {
  expect((await call('/money?days=31')).status).toBe(400);
  expect((await money(365)).days).toHaveLength(365);
});

test('the plot draws each figure at its height, and says in words what it shows', () => {
  const balances = Object.fromEntries(balanceAccounts.map((account) => [account, 0]));
  const day = (order: number, processor: number) => ({ ...balances, order, processor }) as never;
  const plot = drawBalances([
    { day: '2026-11-20', balances: day(0, 0) },
    { day: '2026-11-21', balances: day(10_000, 20_000) },
    { day: '2026-11-22', balances: day(5_000, -10_000) },
  ]);
  // From -$100 to $200 the area is 174 high, and its top is at 52.
  expect(pointsOf(plot, 'order')).toEqual([168, 110, 139]);
  expect(pointsOf(plot, 'processor')).toEqual([168, 52, 226]);
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
async function refreshed(run: (sides: Sides) => Promise<void>): Promise<void> {
  await run({
    admin: await renew(sides.admin),
    buyer: await renew(sides.buyer),
    seller: await renew(sides.seller),
  });
}

const renew = async (person: TestPerson): Promise<TestPerson> => ({
  ...person,
  ...callerOf(market.address, await market.services.tokens.issue(person)),
});

async function call(path: string) {
  return callerOf(market.address, await market.services.tokens.issue(admin)).get(path);
}

const money = async (days = 30): Promise<MoneyOverview> => (await call(`/money?days=${days}`)).body;

/** Compares the answer with the journal itself. */
async function expectSums(): Promise<void> {
  const { rows } = await market.services.db.$client.query<{ account: string; cents: string }>(`
    select split_part(account, ':', 1) as account, sum(cents) as cents from (
      select to_account as account, amount_cents as cents from ledger_entries
      union all select from_account, -amount_cents from ledger_entries
    ) as moved group by 1`);
  const summed = new Map(rows.map(({ account, cents }) => [account, Number(cents)]));
  const { balances } = await money();
  expect(balances).toEqual(
    Object.fromEntries(balanceAccounts.map((account) => [account, summed.get(account) ?? 0])),
  );
}
