// Every change of an order takes its locks in the same order: otherwise two of them could deadlock.
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bookings } from '#db/tables/bookings.ts';
import { orders } from '#db/tables/orders.ts';
import { products } from '#db/tables/products.ts';
import { lockWithProduct } from '#server/bookings/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { backendOf, isBlocked } from '#testing/database.ts';
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

/** Begins `lock` in another transaction. @returns its outcome, once it waits: a job may wait for the same row */
async function beginWaiting<Outcome>(lock: (tx: Transaction) => Promise<Outcome>) {
  const { db } = market.services;
  const { promise: backend, resolve } = Promise.withResolvers<number>();
  const outcome = db.transaction(async (tx) => {
    resolve(await backendOf(tx));
    return lock(tx);
  });
  await expect.poll(async () => isBlocked(db, await backend), { interval: 5 }).toBe(true);
  return { outcome };
}

/** Expects that `lock` waits for `row`, which another transaction has locked, with these `rows` locked. */
async function expectLocked(row: Row, rows: readonly Row[], lock: (tx: Transaction) => Promise<unknown>) {
  const { db } = market.services;
  const others = (['phone', 'booking', 'order'] as const).filter((each) => each !== row);
  const { outcome } = await db.transaction(async (tx) => {
    await tx.execute(sql`select from ${tables[row]} where ${isIt(row)} for update`);
    const waiting = await beginWaiting(lock);
    // Jobs lock rows as well, but not for long.
    await expect.poll(() => lockedRows(others)).toEqual(rows);
    return waiting;
  });
  await outcome;
}

test.each([
  ['phone', []],
  ['booking', ['phone']],
  ['order', ['phone', 'booking']],
] as const)('an order waits for its %s with nothing but %j locked', async (row, expected) => {
  await expectLocked(row, expected, (tx) => lockOrder(tx, id));
});

test.each([
  ['phone', []],
  ['booking', ['phone']],
] as const)('a booking waits for its %s with nothing but %j locked', async (row, expected) => {
  await expectLocked(row, expected, (tx) => lockWithProduct(tx, id));
});

test('whoever has waited for an order sees it as the other one has left it', async () => {
  const { db } = market.services;
  const { outcome } = await db.transaction(async (tx) => {
    await lockOrder(tx, id);
    const waiting = await beginWaiting((other) => lockOrder(other, id));
    await tx.execute(sql`update orders set wrong_codes = 3 where id = ${id}`);
    return waiting;
  });
  expect(await outcome).toMatchObject({ id, wrongCodes: 3 });
});
