import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { products } from '#db/tables/products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { freshMarket } from '#testing/fresh-market.ts';

test('the market counts what is for sale, by category and by model, the most offered first', async () => {
  const market = await freshMarket();
  const { stranger } = market;
  const { body: categories } = await stranger.get('/category');
  const { _id: categoryId } = categories.find((each: { category: string }) => each.category === 'Google');
  const { body: devices } = await stranger.get(`/devices?categoryId=${categoryId}`);
  const [first, second] = devices;
  const seller = await market.person('seller');
  const phoneOf = (deviceId: string) => market.phone(seller, { categoryId, deviceId });
  await phoneOf(first._id);
  await phoneOf(second._id);
  await phoneOf(second._id);
  const sold = await phoneOf(first._id);
  await writeUnpublished(market.services.db)
    .update(products)
    .set({ state: 'sold' })
    .where(eq(products.id, sold));
  const { status, body } = await stranger.get('/market');
  expect(status).toBe(200);
  expect(body).toEqual({
    categories: [{ _id: categoryId, count: 3 }],
    models: [
      { name: second.name, count: 2 },
      { name: first.name, count: 1 },
    ],
  });
});
