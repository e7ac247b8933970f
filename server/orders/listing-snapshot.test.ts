// The facts of a phone that an order stores, also if phones did not have some of them yet.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { factNames } from '#contract/phone-words.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { newSides, paidOrder } from '#testing/order-requests.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

test('every fact of a phone is stored with its order', async () => {
  const id = await paidOrder(market, await newSides(market));
  const { rows } = await market.services.db.execute<{ keys: string[] }>(
    sql`select array(select jsonb_object_keys(listing)) as keys from bookings where id = ${id}`,
  );
  expect(rows[0]?.keys).toEqual(expect.arrayContaining([...factNames]));
});

test('an order of before phones had a fact is shown without it', async () => {
  const sides = await newSides(market);
  const id = await paidOrder(market, sides);
  await market.services.db.execute(
    sql`update bookings set listing = listing - ${sql.param([...factNames])}::text[] where id = ${id}`,
  );
  const { status, body } = await sides.buyer.get(`/orders/${id}`);
  expect([status, body.listing?.model]).toEqual([200, 'Pixel 8 Pro']);
  for (const name of factNames) expect(body.listing[name], name).toBeNull();
});
