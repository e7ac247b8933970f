import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { products } from '#db/tables/products.ts';
import { writeUnseen } from '#server/platform/changes/write-shown.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let seller: TestPerson;
/** The only category's phones, newest first. */
let ids: string[];
let categoryId: string;
beforeAll(async () => {
  market = await openMarket();
  seller = await market.person('seller');
  const first = await market.phone(seller);
  const { db } = market.services;
  const [row] = await db.select().from(products);
  if (row === undefined) throw new Error('the phone is not there');
  categoryId = row.categoryId;
  const more = Array.from({ length: 60 }, () => ({ ...row, id: newId() }));
  await writeUnseen(db).insert(products).values(more);
  ids = [first, ...more.map(({ id }) => id)].toReversed();
});
afterAll(() => market.close());

async function walk(start: string, caller: { get: TestPerson['get'] } = market.stranger) {
  const pages: string[][] = [];
  let path: string | undefined = start;
  while (path !== undefined) {
    const { status, body, headers } = await caller.get(path);
    expect(status).toBe(200);
    pages.push(body.map(({ _id }: { _id: string }) => _id));
    path = /^<\/api(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return pages;
}

test('a category is read page after page, newest first, without loss or doubles', async () => {
  const pages = await walk(`/products?id=${categoryId}`);
  expect(pages.map(({ length }) => length)).toEqual([24, 24, 13]);
  expect(pages.flat()).toEqual(ids);
});

test('pages of every size hold the same', async () => {
  const starts = [`/products?id=${categoryId}`, '/products?', `/products?email=${seller.email}`];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.integer({ min: 7, max: 100 }),
      fc.boolean(),
      async (start, limit, isOwn) => {
        const pages = await walk(`${start}&limit=${limit}`, isOwn ? seller : market.stranger);
        expect(pages.flat()).toEqual(ids);
        expect(pages.every(({ length }) => length > 0 && length <= limit)).toBe(true);
      },
    ),
    { numRuns: 15 },
  );
});

test('a page that holds exactly all has no next one', async () => {
  const { headers, body } = await market.stranger.get(`/products?id=${categoryId}&limit=${ids.length}`);
  expect(body).toHaveLength(ids.length);
  expect(headers.get('link')).toBeNull();
});

test('phones that are listed meanwhile do not shift the pages that follow', async () => {
  const { headers } = await market.stranger.get(`/products?id=${categoryId}&limit=10`);
  const next = /<\/api(.+)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
  const newest = await market.phone(seller, { categoryId });
  const pages = await walk(next);
  expect(pages.flat()).toEqual(ids.slice(10));
  await seller.delete(`/products/${newest}`);
});

test('an empty category is an empty list', async () => {
  const { body: categories } = await market.stranger.get('/category');
  const reply = await market.stranger.get(`/products?id=${categories.at(-1)._id}`);
  expect(reply).toMatchObject({ status: 200, body: [] });
});
