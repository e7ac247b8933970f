// A baseline with another answer is invalid: the benchmark then ends before it measures anything.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, openMarket } from '#testing/market.ts';
import { findProducts } from './baseline-catalogue.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

test('the baseline of a category answers what the product answers', async () => {
  const [seller, verified, admin] = await Promise.all(
    (['seller', 'seller', 'admin'] as const).map((kind) => market.person(kind)),
  );
  await admin?.put(`/users/admin/${verified?.id}`, {});
  for (const person of [seller, verified])
    await market.phone(person ?? expect.fail(), { storageGb: 128, colour: 'blue', batteryHealth: 91 });
  const { $client } = market.services.db;
  // One has a former price and is not new; all have AVIF pictures, as in the benchmark's data.
  await $client.query(`update images set avif_widths = widths`);
  await $client.query(
    `update products set was_cents = sell_cents + 100, created_at = now() - interval '3 days' where seller_id = $1`,
    [seller?.id],
  );
  const { rows } = await $client.query<{ id: string }>('select distinct category_id as id from products');
  const categoryId = rows[0]?.id ?? '';
  const { body } = await market.stranger.get(`/products?id=${categoryId}`);
  expect(body).toHaveLength(2);
  expect(JSON.parse(JSON.stringify(await findProducts($client, categoryId)))).toEqual(body);
});
