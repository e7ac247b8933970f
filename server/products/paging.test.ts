import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { products } from '#db/tables/products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { type Caller, nextPageOf, readPages } from '#testing/caller.ts';
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
  await writeUnpublished(db).insert(products).values(more);
  ids = [first, ...more.map(({ id }) => id)].toReversed();
});
afterAll(() => market.close());

async function walk(start: string, caller: Pick<Caller, 'get'> = market.stranger): Promise<string[][]> {
  const pages = await readPages(caller, start);
  return pages.map((page) => page.map(({ _id }) => _id));
}

test('a category is read page after page, newest first, without loss or doubles', async () => {
  const pages = await walk(`/products?id=${categoryId}`);
  expect(pages.map(({ length }) => length)).toEqual([24, 24, 13]);
  expect(pages.flat()).toEqual(ids);
});

test('pages of every size contain the same rows', async () => {
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

test('a page that contains all rows has no next one', async () => {
  const { headers, body } = await market.stranger.get(`/products?id=${categoryId}&limit=${ids.length}`);
  expect(body).toHaveLength(ids.length);
  expect(headers.get('link')).toBeNull();
});

test('phones that are listed meanwhile do not shift the pages that follow', async () => {
  const next = nextPageOf(await market.stranger.get(`/products?id=${categoryId}&limit=10`));
  const newest = await market.phone(seller, { categoryId });
  const pages = await walk(next ?? expect.fail('no next page'));
  expect(pages.flat()).toEqual(ids.slice(10));
  await seller.delete(`/products/${newest}`);
});

test('an empty category is an empty list', async () => {
  const { body: categories } = await market.stranger.get('/category');
  const reply = await market.stranger.get(`/products?id=${categories.at(-1)._id}`);
  expect(reply).toMatchObject({ status: 200, body: [] });
});
