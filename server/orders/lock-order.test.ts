// Every change of an order takes its locks in the same order: otherwise two of them could deadlock.
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bookings } from '#db/tables/bookings.ts';
import { orders } from '#db/tables/orders.ts';
import { products } from '#db/tables/products.ts';
import { lockWithProduct } from '#server/bookings/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { lockWaits } from '#testing/database.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { newSides, paidOrder } from '#testing/order-requests.ts';
import { lockOrder } from './repository.ts';

let market: Market;
let id: string;
beforeAll(async () => {
  market = await openMarket();
  id = await paidOrder(market, await newSides(market));
});
afterAll(() => market.close());

const tables = { phone: products, booking: bookings, order: orders } as const;
type Row = keyof typeof tables;

const isIt = (row: Row): SQL =>
  row === 'phone' ? sql`id = (select product_id from bookings where id = ${id})` : sql`id = ${id}`;

/** Which of these rows are locked. */
async function lockedRows(rows: readonly Row[]): Promise<Row[]> {
  const locked: Row[] = [];
  for (const row of rows) {
    const { rowCount } = await market.services.db.execute(
      sql`select from ${tables[row]} where ${isIt(row)} for update skip locked`,
    );
    if (rowCount === 0) locked.push(row);
  }
  return locked;
}

/** Which rows `lock` has locked while it waits for `row`, which another transaction has locked. */
async function lockedBefore(row: Row, lock: (tx: Transaction) => Promise<unknown>): Promise<Row[]> {
  const { db } = market.services;
  const others = (['phone', 'booking', 'order'] as const).filter((each) => each !== row);
  let waiting: Promise<unknown> = Promise.resolve();
  const locked = await db.transaction(async (tx) => {
    await tx.execute(sql`select from ${tables[row]} where ${isIt(row)} for update`);
    waiting = db.transaction(lock);
    await expect.poll(() => lockWaits(db), { interval: 5 }).toBe(1);
    return lockedRows(others);
  });
  await waiting;
  return locked;
}

test.each([
  ['phone', []],
  ['booking', ['phone']],
  ['order', ['phone', 'booking']],
] as const)('an order waits for its %s with nothing but %j locked', async (row, expected) => {
  expect(await lockedBefore(row, (tx) => lockOrder(tx, id))).toEqual(expected);
});

test.each([
  ['phone', []],
  ['booking', ['phone']],
] as const)('a booking waits for its %s with nothing but %j locked', async (row, expected) => {
  expect(await lockedBefore(row, (tx) => lockWithProduct(tx, id))).toEqual(expected);
});

test('whoever has waited for an order sees it as the other one has left it', async () => {
  const { db } = market.services;
  let waiting: ReturnType<typeof lockOrder> = Promise.resolve(undefined);
  await db.transaction(async (tx) => {
    await lockOrder(tx, id);
    waiting = db.transaction((other) => lockOrder(other, id));
    await expect.poll(() => lockWaits(db), { interval: 5 }).toBe(1);
    await tx.execute(sql`update orders set wrong_codes = 3 where id = ${id}`);
  });
  expect(await waiting).toMatchObject({ id, wrongCodes: 3 });
});
