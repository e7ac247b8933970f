// The statement: every row with its balance, page by page, and how the database reads a long history.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sellerAccount } from '#contract/ledger.ts';
import { system } from '#contract/states.ts';
import { postToLedger } from '#server/ledger/service.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { act, orderIn, type Sides } from '#testing/order-requests.ts';
import { completedSale, openSides, statementOf } from '#testing/payouts.ts';
import { selectPage, writeStatement } from './read-statement.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

/** Writes rows as completed sales would, without their orders. */
async function earn(seller: TestPerson, amounts: readonly number[]): Promise<void> {
  const { db } = market.services;
  for (const amountCents of amounts)
    await db.transaction((tx) =>
      postToLedger(tx, {
        kind: 'transfer-failed',
        key: `test:${newId()}`,
        actor: system,
        at: new Date('2025-12-31T23:59:59Z'),
        moves: [{ side: 'owner', from: 'world', to: sellerAccount(seller.id), amountCents }],
      }),
    );
}

test('page by page, each row has the balance after it, and none is left out or twice', async () => {
  const seller = await market.person('seller');
  await earn(seller, [100, 200, 300, 400, 500]);
  const seen: { amountCents: number; balanceCents: number }[] = [];
  let path: string | undefined = '/payouts/statement?limit=2';
  while (path !== undefined) {
    const reply: Awaited<ReturnType<TestPerson['get']>> = await seller.get(path);
    seen.push(...reply.body);
    path = /<\/api([^>]*)>/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  expect(seen.map(({ amountCents, balanceCents }) => [amountCents, balanceCents])).toEqual([
    [500, 1500],
    [400, 1000],
    [300, 600],
    [200, 300],
    [100, 100],
  ]);
});

test('sales at the same moment leave a balance after each that adds up', async () => {
  const seller = await market.person('seller');
  await Promise.all(Array.from({ length: 20 }, (_, index) => earn(seller, [index + 1])));
  const rows = await statementOf(seller);
  for (const [index, row] of rows.entries())
    expect(row.balanceCents - row.amountCents).toBe(rows[index + 1]?.balanceCents ?? 0);
  expect(rows[0].balanceCents).toBe(210);
});

test('a seller sees their own statement only, and of others nothing', async () => {
  const sides = await openSides(market);
  await completedSale(market, sides);
  const other = await market.person('seller');
  expect(await statementOf(sides.seller)).toHaveLength(1);
  expect(await statementOf(other)).toEqual([]);
  // Another seller's row is no valid cursor.
  const [row] = await statementOf(sides.seller);
  const cursor = row._id.replaceAll('-', '');
  expect((await other.get(`/payouts/statement?cursor=${cursor}`)).body).toEqual([]);
  expect((await sides.buyer.get('/payouts/statement')).status).toBe(403);
  expect((await market.stranger.get('/payouts/statement')).status).toBe(401);
});

test('the file of a year has its rows alone, oldest first, with fees named', async () => {
  const sides = await openSides(market);
  await earn(sides.seller, [500]);
  await completedSale(market, sides);
  const token = await market.services.tokens.issue(sides.seller);
  const read = async (year: number): Promise<string[]> => {
    const reply = await fetch(`${market.address}/api/payouts/statement.csv?year=${year}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="ringback-${year}.csv"`);
    return (await reply.text()).trimEnd().split('\r\n');
  };
  expect((await read(2025)).slice(1)).toEqual([
    '"2025-12-31 23:59:59","Payout that did not arrive",,,,,,5.00,5.00,',
  ]);
  const [header, ...rows] = await read(market.clock.now().getUTCFullYear());
  expect(header).toContain('"Price","Given back","Fee","Amount","Balance"');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain('420.50,,-21.52,398.98,403.98');
  expect((await sides.seller.get('/payouts/statement.csv?year=twenty')).status).toBe(400);
});

test('a sale of which a part went back has the price that was paid, and the part beside it', async () => {
  const sides = await openSides(market);
  const id = await orderIn(market, sides, 'disputed');
  await act(sides.seller, id, 'offer', { kind: 'part', amount: 33.33 });
  await act(sides.buyer, id, 'accept-offer');
  expect(await statementOf(sides.seller)).toMatchObject([
    { kind: 'sale', priceCents: 42_050, givenBackCents: 3_333, feeCents: 1_986, amountCents: 36_731 },
  ]);
});

/** Opens an order again and makes another decision. */
async function correct({ admin }: Sides, id: string, decision: object): Promise<void> {
  await act(admin, id, 'reopen');
  await act(admin, id, 'decide', { reason: 'agreement', words: 'As we see it now', ...decision });
}

/** The sums of a file's columns: price, given back, fee and amount, in cents. In each row they have to add up. */
async function sumColumns({ seller }: Sides): Promise<number[]> {
  const file = await writeStatement(market.services.db, seller.id, market.clock.now().getUTCFullYear());
  const sums = [0, 0, 0, 0];
  for (const row of file.trimEnd().split('\r\n').slice(1)) {
    const amounts = row.split(',').slice(4, 8).map(Number);
    const [price = 0, givenBack = 0, fee = 0, amount = 0] = amounts.map((each) => Math.round(each * 100));
    expect(price + givenBack + fee, row).toBe(amount);
    [price, givenBack, fee, amount].forEach((cents, column) => (sums[column] = (sums[column] ?? 0) + cents));
  }
  return sums;
}

test('the file counts the price of a sale once that was corrected, and its columns add up', async () => {
  const sides = await openSides(market);
  const id = await orderIn(market, sides, 'completed');
  await correct(sides, id, { outcome: 'part', amount: 20.5 });
  await correct(sides, id, { outcome: 'refund' });
  expect(await sumColumns(sides)).toEqual([0, 0, 0, 0]);
});

test('what we pay a seller ourselves for a lost sale is no sale of theirs, and has no fee', async () => {
  const sides = await openSides(market);
  const id = await orderIn(market, sides, 'refunded');
  await correct(sides, id, { outcome: 'complete' });
  expect(await sumColumns(sides)).toEqual([0, 39_898, 0, 39_898]);
  await correct(sides, id, { outcome: 'refund' });
  expect(await sumColumns(sides)).toEqual([0, 0, 0, 0]);
  const nothing = { kind: 'correction', priceCents: null, givenBackCents: null, feeCents: null };
  expect(await statementOf(sides.seller)).toMatchObject([
    { ...nothing, amountCents: -39_898 },
    { ...nothing, amountCents: 39_898 },
  ]);
});

test('a page of a long statement is read by its index', async () => {
  const { db } = market.services;
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const page = selectPage(tx, sellerAccount(newId()), newId(), 25).getSQL();
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${page}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('ledger_statement_rows_account_position_pk');
  expect(plan).not.toContain('Sort');
});
