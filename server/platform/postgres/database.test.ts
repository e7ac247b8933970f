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
