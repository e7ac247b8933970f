// What Drizzle offers on a database still holds on ours, which adds the changes that are told after a commit.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, openMarket } from '#testing/market.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

test('a transaction has the isolation level that it asks for', async () => {
  const { db } = market.services;
  const { rows } = await db.transaction((tx) => tx.execute(sql`show transaction_isolation`), {
    isolationLevel: 'repeatable read',
  });
  expect(rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
});

test('of two transactions that wait for each other both are done, one of them at the second try', async () => {
  const { db } = market.services;
  await db.execute(sql`create table counters (id int primary key, count int not null)`);
  await db.execute(sql`insert into counters values (1, 0), (2, 0)`);
  let isFirstTry = true;
  const meeting = gate(2);
  const count = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`update counters set count = count + 1 where id = ${first}`);
      if (isFirstTry) await meeting();
      isFirstTry = false;
      await tx.execute(sql`update counters set count = count + 1 where id = ${second}`);
    });
  await Promise.all([count(1, 2), count(2, 1)]);
  const { rows } = await db.execute(sql`select count from counters`);
  expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
});

/** Lets nobody through until so many have come. */
function gate(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}
