import { afterAll, beforeAll, expect, test } from 'vitest';

import { SearchQuery, type SearchReply } from '#contract/search.ts';
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
  ['place=' + 'p'.repeat(200), 'place', 'at most 80 characters'],
  ['limit=0', 'limit', 'at least 1'],
  ['cursor=%24%24', 'cursor', 'not one that this search gave out'],
])('%s is refused, naming the field', async (query, path, message) => {
  const { status, body } = await get(query);
  expect(status).toBe(400);
  expect(body.errors[0].path.split('.')[0]).toBe(path);
  expect(body.errors[0].message).toContain(message);
});

test('a broken cursor, and one of another sort, are told to begin anew', async () => {
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

test('beyond the last page there is an empty one, without a cursor', async () => {
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
])('"%s" is words and nothing else', async (q) => {
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

test('half of a surrogate pair is no text: refused by the contract', () => {
  expect(SearchQuery.safeParse({ q: '\ud83d' }).success).toBe(false);
  expect(SearchQuery.safeParse({ place: '\udc00' }).success).toBe(false);
});

test('categories and places that are not there find nothing', async () => {
  for (const query of [
    'category=nonsense',
    'category=018bcfe5-6801-7000-8000-00000000dead',
    'place=Atlantis',
    'place=!!!',
  ])
    expect((await get(query)).body.total).toEqual({ count: 0, isCapped: false });
});

test('a search that takes too long is ended and says so', async () => {
  const { readDb } = market.services;
  const tools = { cards: prepareCards(readDb, true), usesPrepared: true, limitMs: 0.001 };
  await expect(searchProducts(readDb, SearchQuery.parse({ q: 'iphone' }), tools)).rejects.toMatchObject({
    code: 'search.too-slow',
    status: 503,
  });
  await expect(suggest(readDb, 'iphone', tools)).rejects.toMatchObject({ code: 'search.too-slow' });
  expect((await get('q=iphone')).status).toBe(200);
});

test('thousands of questions at random are answered', { timeout: 240_000 }, async () => {
  const { readDb } = market.services;
  // Whether an answer is there at all is asked here, not how soon on a busy machine.
  const tools = { cards: prepareCards(readDb, true), usesPrepared: true, limitMs: 20_000 };
  const random = randomFrom(7);
  for (let round = 0; round < 1_000; round += 1) {
    const query = randomQuery(random);
    const reply: SearchReply = await searchProducts(readDb, SearchQuery.parse(query), tools).catch(
      (error: unknown) => {
        throw new Error(JSON.stringify(query), { cause: error });
      },
    );
    expect(reply.products.length).toBeLessThanOrEqual(24);
    await suggest(readDb, query.q ?? '', tools);
  }
});

/** A generator of numbers below `limit`, the same ones in every run. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
}

const letters = [
  'a',
  'e',
  'i',
  'p',
  'h',
  'o',
  'n',
  'x',
  's',
  '2',
  '1',
  '3',
  ' ',
  ' ',
  "'",
  '\\',
  '&',
  '|',
  ':',
  '*',
  '!',
  'é',
  'ж',
  'ক',
  '😀',
];
const words = [
  'iphone',
  'galxy',
  's22',
  'samsung',
  'redmi',
  'pro',
  'battery',
  'black',
  '128gb',
  'dhaka',
  'note12',
];

function randomQuery(random: (limit: number) => number): Record<string, string> {
  const pick = (values: readonly string[]): string => values[random(values.length)] ?? '';
  const text = Array.from({ length: random(40) }, () => pick(letters)).join('');
  const some = Array.from({ length: random(5) }, () => pick(words)).join(' ');
  const all: Record<string, string> = {
    q: random(2) === 0 ? text : some,
    colour: pick(['black', 'white,blue', 'brown']),
    storage: pick(['128', '64,256', '8']),
    condition: pick(['good', 'fresh,bad']),
    network: pick(['locked', 'unlocked']),
    place: pick(['Dhaka', pick(letters) + pick(letters), 'new york,sylhet']),
    verified: '1',
    advertised: '1',
    minPrice: String(random(500)),
    maxPrice: String(500 + random(500)),
    sort: pick(['best', 'newest', 'price-up', 'price-down']),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => random(name === 'q' ? 8 : 3) > (name === 'q' ? 0 : 1)),
  );
}
