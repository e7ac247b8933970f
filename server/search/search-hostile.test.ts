import { afterAll, beforeAll, expect, test } from 'vitest';

import { SearchQuery } from '#contract/search.ts';
import { insertManyPhones } from '#testing/many-phones.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { prepareCards, searchProducts, suggest } from './service.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
  await insertManyPhones(market.services.db, 400);
});
afterAll(() => market.close());

const get = (query: string) => market.stranger.get(`/search?${query}`);

test.each([
  ['q=' + 'x'.repeat(10_240), 'q', 'at most 200 characters'],
  ['q=a%00b', 'q', 'a character that no phone has'],
  ['colour=mauve', 'colour', 'colour is one of'],
  ['condition=perfect', 'condition', 'condition is one of'],
  ['storage=100', 'storage', 'storage is one of'],
  ['network=maybe', 'network', 'network is one of'],
  ['verified=yes', 'verified', 'verified is 1'],
  ['advertised=0', 'advertised', 'advertised is 1'],
  ['sort=cheapest', 'sort', 'sort is one of'],
  ['minPrice=500&maxPrice=100', 'minPrice', 'The lowest price is above the highest'],
  ['minPrice=-1', 'minPrice', 'at least 0'],
  ['maxPrice=1e9', 'maxPrice', 'at most 100000'],
  ['minPrice=abc', 'minPrice', 'a number of dollars'],
  ['place=' + 'p'.repeat(401), 'place', 'at most 400 characters'],
  ['limit=0', 'limit', 'at least 1'],
  ['cursor=%24%24', 'cursor', 'not one that this search gave out'],
])('%s is refused, naming the field', async (query, path, message) => {
  const { status, body } = await get(query);
  expect(status).toBe(400);
  expect(body.errors[0].path.split('.')[0]).toBe(path);
  expect(body.errors[0].message).toContain(message);
});

test('a broken cursor and one of another sort order are refused', async () => {
  const { body } = await get('q=iphone&sort=price-up&limit=2');
  const id = '018bcfe5-6801-7000-8000-000000000001';
  const forged = [
    `n x ${id}`,
    `u 1;2 ${id}`,
    'n 1 1',
    `q 1 ${id}`,
    `n 1 ${id} more`,
    `b NaN ${id}`,
    `u 9999999999 ${id}`,
  ];
  const cursors = [body.nextCursor, 'AAAA', ...forged.map((text) => Buffer.from(text).toString('base64url'))];
  for (const cursor of cursors) {
    const reply = await get(
      `q=iphone&sort=${cursor === body.nextCursor ? 'newest' : 'price-up'}&cursor=${cursor}`,
    );
    expect(reply.status, cursor).toBe(400);
    expect(reply.body.code).toBe('search.cursor-unknown');
  }
});

test('a page after the last one is empty and has no cursor', async () => {
  const cursor = Buffer.from('u 999999999 018bcfe5-6801-7000-8000-000000000001').toString('base64url');
  const { status, body } = await get(`q=iphone&sort=price-up&cursor=${cursor}`);
  expect({ status, products: body.products, next: body.nextCursor }).toEqual({
    status: 200,
    products: [],
    next: undefined,
  });
  expect(body.total.count).toBeGreaterThan(0);
});

test.each([
  ['q=iphone', 'b 1e-99'],
  ['', 'b 0'],
])('a forged cursor in the right format gets a result: %s %s', async (query, end) => {
  const cursor = Buffer.from(`${end} 018bcfe5-6801-7000-8000-000000000001`).toString('base64url');
  expect((await get(`${query}&cursor=${cursor}`)).status).toBe(200);
});

test.each([
  `'; drop table products; --`,
  `' | '=colour:black`,
  `=colour:black`,
  `iphone & !galaxy | (x:*)`,
  `\\'\\\\`,
  `<script>alert(1)</script><b>iphone</b>`,
  `%' or 1=1 --`,
  `\u{10ffff}\u200b\u202e𝓲𝓹𝓱𝓸𝓷𝓮 \uffff`,
  'a '.repeat(100),
  '('.repeat(200),
  'ab1'.repeat(66),
  'ж'.repeat(200),
  'constructor or samsung',
])('"%s" is only text', async (q) => {
  const { status, body } = await get(
    `q=${encodeURIComponent(q)}&place=${encodeURIComponent(q.slice(0, 80))}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.total.count).toBe(0);
  const { status: ofSuggestions } = await market.stranger.get(
    `/search/suggestions?q=${encodeURIComponent(q)}`,
  );
  expect(ofSuggestions).toBe(200);
});

test('half of a surrogate pair is refused by the contract', () => {
  expect(SearchQuery.safeParse({ q: '\ud83d' }).success).toBe(false);
  expect(SearchQuery.safeParse({ place: '\udc00' }).success).toBe(false);
});

test('categories and places that do not exist find nothing', async () => {
  for (const query of [
    'category=nonsense',
    'category=018bcfe5-6801-7000-8000-00000000dead',
    'place=Atlantis',
    'place=!!!',
  ])
    expect((await get(query)).body.total).toEqual({ count: 0, isCapped: false });
});

test('a search that takes too long is cancelled and refused', async () => {
  const { searchDb } = market.services;
  const tools = { cards: prepareCards(true), usesPrepared: true, limitMs: 0.001 };
  await expect(searchProducts(searchDb, SearchQuery.parse({ q: 'iphone' }), tools)).rejects.toMatchObject({
    code: 'search.too-slow',
    status: 503,
  });
  await expect(suggest(searchDb, 'iphone', tools)).rejects.toMatchObject({ code: 'search.too-slow' });
  expect((await get('q=iphone')).status).toBe(200);
});

test('every place of the facet can be chosen, also if it has a comma or is longer when normalised', async () => {
  const seller = await market.person('seller');
  const model = 'Communicator';
  const locations = ['Springfield, Illinois', '東京、日本', 'x，y', '+'.repeat(80), 'ß'.repeat(80)];
  for (const location of locations) await market.phone(seller, { model, location });
  const { body } = await get(`q=${model}`);
  const { values } = body.facets.find(({ name }: { name: string }) => name === 'place');
  expect(values.map(({ label }: { label: string }) => label).toSorted()).toEqual(locations.toSorted());
  for (const { value } of values) {
    const reply = await get(`q=${model}&place=${encodeURIComponent(value)}`);
    expect(reply.body.total, value).toEqual({ count: 1, isCapped: false });
  }
});
