import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { devices, products } from '#db/tables/products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { countPriceBounds } from './jobs.ts';

let market: Market;
let seller: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  seller = await market.person('seller');
});
afterAll(() => market.close());

const longAgo = new Date(Date.now() - 49 * 3600 * 1000);

/** Phones of one model at these prices, none of them listed recently. @returns their ids */
async function phonesAt(place: number, prices: readonly number[], condition = 'Good Condition') {
  const { db } = market.services;
  const [device] = await db.select().from(devices).orderBy(devices.slug).offset(place).limit(1);
  if (device === undefined) throw new Error('no such model');
  const facts = { categoryId: device.categoryId, deviceId: device.id, condition };
  const ids: string[] = [];
  for (const sell of prices) ids.push(await market.phone(seller, { ...facts, sell }));
  for (const id of ids)
    await writeUnpublished(db).update(products).set({ createdAt: longAgo }).where(eq(products.id, id));
  return ids;
}

async function marksOf(ids: readonly string[]): Promise<unknown[]> {
  await countPriceBounds(market.services.db);
  const pages = await Promise.all(ids.map((id) => market.stranger.get(`/products/${id}`)));
  return pages.map(({ body }) => body.mark ?? null);
}

test('the phones that cost less than three quarters of their model are cheaper than most', async () => {
  const ids = await phonesAt(0, [100, 110, 200, 210, 220, 230, 240, 250]);
  expect(await marksOf(ids)).toEqual(['cheap', 'cheap', null, null, null, null, null, null]);
});

test('no phone is cheaper than most if all have the same price', async () => {
  expect(await marksOf(await phonesAt(1, [100, 100, 100, 100, 300]))).toEqual([null, null, null, null, null]);
});

test('fewer than five phones of a model and condition are not compared', async () => {
  const few = await phonesAt(2, [100, 200, 300, 400]);
  const worse = await phonesAt(2, [50], 'Bad Condition');
  expect(await marksOf([...few, ...worse])).toEqual([null, null, null, null, null]);
});

test('a phone is new for 48 hours, and has one mark at most', async () => {
  const { db } = market.services;
  const [cheap = '', ...rest] = await phonesAt(3, [100, 200, 210, 220, 230]);
  await writeUnpublished(db)
    .update(products)
    .set({ createdAt: new Date() })
    .where(inArray(products.id, [cheap, ...rest]));
  expect(await marksOf([cheap, ...rest])).toEqual(['cheap', 'new', 'new', 'new', 'new']);
  await market.booking(await market.person('buyer'), cheap);
  expect(await marksOf([cheap])).toEqual(['reserved']);
});
