// Typical queries with the phones that they must find and the facts that must be understood.
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { SearchReply } from '#contract/search.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { queriesOfBuyers } from '#testing/search-queries-of-buyers.ts';
import { queriesOfShoppers } from '#testing/search-queries-of-shoppers.ts';
import { queriesOfVisitors } from '#testing/search-queries-of-visitors.ts';
import * as table from '#testing/search-queries.ts';

const { iphones, keys, rows, samsungs } = table;
const queries = [...table.queries, ...queriesOfBuyers, ...queriesOfVisitors, ...queriesOfShoppers];

let market: Market;
const idOf = new Map<string, string>();

beforeAll(async () => {
  market = await openMarket();
  const seller = await market.person('seller');
  const verified = await market.person('seller');
  const admin = await market.person('admin');
  await admin.put(`/users/admin/${verified.id}`, {});
  const { body: categories } = await market.stranger.get('/category');
  for (const [
    key = '',
    maker,
    model = '',
    storage,
    colour,
    networkLock,
    sell,
    grade,
    location,
    battery,
    standing,
  ] of rows) {
    const { _id: categoryId } = categories.find(({ category }: { category: string }) => category === maker);
    const id = await market.phone(standing === 'verified' ? verified : seller, {
      categoryId,
      model: model.replaceAll('-', ' '),
      storageGb: storage === '-' ? null : Number(storage),
      colour,
      networkLock,
      sell: Number(sell),
      condition: `${grade} Condition`,
      location,
      batteryHealth: battery === '-' ? null : Number(battery),
      description: table.descriptions[key] ?? '',
    });
    idOf.set(id, key);
  }
});
afterAll(() => market.close());

async function search(q: string): Promise<SearchReply> {
  const { status, body } = await market.stranger.get(`/search?limit=100&q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body;
}

const keysOf = (products: SearchReply['products']): string =>
  products
    .map(({ _id }) => idOf.get(_id) ?? '')
    .toSorted((a, b) => keys.indexOf(a) - keys.indexOf(b))
    .join(' ');

/** The facts in the order of the reply: "colour:red maxPrice:300". */
function describe(understood: SearchReply['understood']): string {
  if (understood === undefined) return '';
  const { facets, without = [], minPrice, maxPrice, minBattery, sort } = understood;
  const bounds = Object.entries({ minPrice, maxPrice, minBattery, sort }).filter(
    ([, bound]) => bound !== undefined,
  );
  return [
    ...facets.map(({ name, value }) => `${name}:${value}`),
    ...without.map((words) => `not:${words}`),
    ...bounds.map(([name, bound]) => `${name}:${bound}`),
  ].join(' ');
}

test('the table has 450 queries, each once', () => {
  expect(new Set(queries.map(([q]) => q)).size).toBe(queries.length);
  expect(queries.length).toBeGreaterThanOrEqual(450);
});

test.each(queries.map(([q, found, understood]) => ({ q, found, understood })))(
  '"$q" finds $found',
  async ({ q, found, understood = '' }) => {
    const reply = await search(q);
    expect({ found: keysOf(reply.products), understood: describe(reply.understood) }).toEqual({
      found,
      understood,
    });
  },
);

test.each([
  ['green samsung', samsungs],
  ['pink iphone', iphones],
  ['1tb iphone', iphones],
  ['used iphone under 10', iphones],
  ['refurbished samsung', samsungs],
  ['locked 512gb samsung', 's10 note9'],
  ['iphnoe 12', iphones],
  ['12 pro max iphone', 'i13pm'],
  ['pro max iphone 12', 'i13pm'],
  ['iphone in new york', iphones],
  ['samsung -galaxy', samsungs],
  ['icloud locked iphone', iphones],
  ['gaming phone under 100', 'n3310 g22'],
  // The words are in the names of one maker's models only.
  ['mi 9', 'rn12'],
  ['s21 fe', samsungs],
  ['s21+', samsungs],
  ['moto edge 5', 'g84'],
  ['xperia 8', 'x5'],
  ['note 20 ultra under 500', samsungs],
])('if "%s" finds nothing, no phones of another maker are shown instead', async (q, nearest) => {
  const reply = await search(q);
  expect(reply.products).toEqual([]);
  expect(nearest.split(' ')).toEqual(
    expect.arrayContaining(keysOf(reply.nearest?.products ?? []).split(' ')),
  );
});

test.each([
  ['samsung in Bangladesh', [{ word: 'bangladesh', kind: 'country' }]],
  [
    '5g iphone in the UK',
    [
      { word: 'uk', kind: 'country' },
      { word: '5g', kind: 'generation' },
    ],
  ],
  ['used phones near me', [{ word: 'near me', kind: 'nearby' }]],
  ['iphone without box', [{ word: 'without box', kind: 'unwanted' }]],
  ['iphone without box or charger', [{ word: 'without box or charger', kind: 'unwanted' }]],
  ['xperia 1 without box and charger dhaka', [{ word: 'without box and charger', kind: 'unwanted' }]],
  ['iphone not 64gb', [{ word: 'not 64gb', kind: 'unwanted' }]],
  ['samsung under 20000 taka', [{ word: 'under 20000 taka', kind: 'currency' }]],
  ['iphone within 20 km of dhaka', [{ word: 'within 20 km', kind: 'nearby' }]],
  ['iphone over 300 under 200', [{ word: 'over 300 under 200', kind: 'impossible' }]],
  ['???', [{ word: '???', kind: 'signs' }]],
  ['2022 iphone', [{ word: '2022', kind: 'no-filter' }]],
  ['iphone 2 years old', [{ word: '2 years old', kind: 'no-filter' }]],
  ['samsung 8gb ram', [{ word: '8gb ram', kind: 'no-filter' }]],
  ['samsung 8/128', [{ word: '8gb ram', kind: 'no-filter' }]],
  ['android 13 or newer', [{ word: 'android 13 or newer', kind: 'no-filter' }]],
  ['iphone battery under 80', [{ word: 'battery under 80', kind: 'no-filter' }]],
  ['iphone not like new', [{ word: 'not like new', kind: 'unwanted' }]],
  ['iphone se 2020', undefined],
  ['phone for a 10 year old', undefined],
  ['red iphone ???', undefined],
  ['used phones', undefined],
  ['pixel 8 pro', undefined],
])('the words of "%s" that the search ignores are listed', async (q, ignored) => {
  expect((await search(q)).ignored).toEqual(ignored);
});

async function foundBy(parameters: string): Promise<string> {
  const { body } = await market.stranger.get(`/search?limit=100&${parameters}`);
  return keysOf(body.products);
}

test('selected filters are applied together with those that the query states', async () => {
  expect(await foundBy('q=red+iphone&colour=blue')).toBe('i13 i11');
  expect(await foundBy('q=iphone+under+200&maxPrice=300')).toBe('i11 se');
  expect(await foundBy('q=red+phones&category=nothing')).toBe('');
});

test.each(queries.filter(([, , understood]) => understood !== undefined).map(([q, found]) => ({ q, found })))(
  'the remaining words of "$q" find the same together with the understood facts',
  async ({ q, found }) => {
    const { understood } = await search(q);
    const parameters = new URLSearchParams({ limit: '100', q: understood?.q ?? '' });
    for (const { name, value } of understood?.facets ?? []) {
      parameters.set(name, [...(parameters.get(name)?.split(',') ?? []), value].join(','));
    }
    if (understood?.minPrice !== undefined) parameters.set('minPrice', String(understood.minPrice));
    if (understood?.maxPrice !== undefined) parameters.set('maxPrice', String(understood.maxPrice));
    if (understood?.minBattery !== undefined) parameters.set('minBattery', String(understood.minBattery));
    if (understood?.sort !== undefined) parameters.set('sort', understood.sort);
    const { body } = await market.stranger.get(`/search?${parameters}`);
    expect(keysOf(body.products)).toBe(found);
  },
);
