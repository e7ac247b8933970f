// The tables of phones: an admin's of everybody's and a seller's own, searched, filtered, sorted, counted.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { nextPageOf, readPages } from '#testing/caller.ts';
import { insertManyPhones } from '#testing/many-phones.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { selectTable, type TablePage } from './list-table.ts';

let market: Market;
let admin: TestPerson;
let seller: TestPerson;
let otherSeller: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  admin = await market.person('admin');
  seller = await market.person('seller');
  otherSeller = await market.person('seller');
});
afterAll(() => market.close());

interface Row {
  readonly _id: string;
  readonly model: string;
  readonly sell: number;
}

const rowsOf = async (who: TestPerson, query: string): Promise<Row[]> =>
  (await who.get(`/products?${query}`)).body;
const idsOf = async (who: TestPerson, query: string) => (await rowsOf(who, query)).map(({ _id }) => _id);
const searchFor = (text: string) => `search=${encodeURIComponent(text)}`;
const countsOf = async (who: TestPerson, query = '') => {
  const { body } = await who.get(`/products/counts?${query}`);
  const counts: { show: string | null; count: number }[] = body;
  return Object.fromEntries(
    counts.flatMap(({ show, count }) => (count === 0 ? [] : [[show ?? 'all', count]])),
  );
};

test('the words of a model find a phone in any order, without regard to capitals, and nothing else', async () => {
  const found = await market.phone(seller, { model: 'Zenfone 10 Ultra' });
  const other = await market.phone(seller, { model: 'Zenfone 9' });
  for (const text of ['zenfone 10', 'ULTRA zenfone', '  ultra  ', found])
    expect(await idsOf(admin, searchFor(text)), text).toEqual([found]);
  expect(await idsOf(admin, searchFor('zenfone'))).toEqual([other, found]);
  // These characters have no special meaning.
  for (const text of ['zen%10', 'zenfone_10', String.raw`\zenfone`])
    expect(await idsOf(admin, searchFor(text))).toEqual([]);
});

test('an e-mail address finds the phones of that seller', async () => {
  const one = await market.person('seller');
  const id = await market.phone(one);
  expect(await idsOf(admin, `search=${encodeURIComponent(one.email.toUpperCase())}`)).toEqual([id]);
  expect(await idsOf(admin, 'search=nobody%40example.com')).toEqual([]);
});

test('each state is shown alone and counted, for the owner and for admins alike', async () => {
  const one = await market.person('seller');
  const email = `email=${encodeURIComponent(one.email)}`;
  const [live, paused, reserved, gone] = [
    await market.phone(one),
    await market.phone(one),
    await market.phone(one),
    await market.phone(one),
  ];
  await one.put(`/products/${paused}/state`, { state: 'paused' });
  await market.booking(await market.person('buyer'), reserved);
  await one.delete(`/products/${gone}`);
  for (const who of [one, admin]) {
    expect(await idsOf(who, `${email}&show=live`)).toEqual([live]);
    expect(await idsOf(who, `${email}&show=paused`)).toEqual([paused]);
    expect(await idsOf(who, `${email}&show=reserved`)).toEqual([reserved]);
    expect(await idsOf(who, `${email}&show=sold`)).toEqual([]);
    expect(await countsOf(who, email)).toEqual({ all: 3, live: 1, paused: 1, reserved: 1 });
  }
  expect(await countsOf(one)).toEqual({ all: 3, live: 1, paused: 1, reserved: 1 });
  expect(await countsOf(one, `${email}&search=${live}`)).toEqual({ all: 1, live: 1 });
  expect((await otherSeller.get(`/products/counts?${email}`)).status).toBe(403);
  expect((await market.stranger.get('/products/counts')).status).toBe(401);
});

test.each(['newest', 'oldest', 'price-up', 'price-down'])(
  'the order %s goes on from page to page',
  async (sort) => {
    const one = await market.person('seller');
    const prices = [300, 100, 300, 200, 100, 300, 250];
    for (const sell of prices) await market.phone(one, { sell });
    const email = encodeURIComponent(one.email);
    const all: Row[] = (await readPages(one, `/products?email=${email}&limit=2&sort=${sort}`)).flat();
    const keys = all.map(({ _id, sell }) => (sort.startsWith('price') ? sell : _id));
    const sorted = keys.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
    expect(keys).toEqual(sort === 'newest' || sort === 'price-down' ? sorted.toReversed() : sorted);
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(prices.length);
  },
);

test.each([
  ['price-up', 500, [300, 400]],
  ['price-down', 50, [200, 100]],
] as const)(
  'by %s, the next page goes on where it was after the last phone of a page has a new price',
  async (sort, changed, expected) => {
    const one = await market.person('seller');
    for (const sell of [100, 200, 300, 400]) await market.phone(one, { sell });
    const first = await one.get(`/products?email=${encodeURIComponent(one.email)}&limit=2&sort=${sort}`);
    const last: Row = first.body[1];
    const { version } = (await one.get(`/products/${last._id}/listing`)).body;
    expect((await one.patch(`/products/${last._id}`, { version, sell: changed })).status).toBe(200);
    const rest: Row[] = (await readPages(one, nextPageOf(first) ?? '')).flat();
    const unchanged = rest.filter(({ _id }) => _id !== last._id);
    expect(unchanged.map(({ sell }) => sell)).toEqual(expected);
  },
);

test('everybody else gets the public list, whatever parameters they send', async () => {
  const one = await market.person('seller');
  const [live, sold] = [await market.phone(one), await market.phone(one)];
  await one.put(`/products/${sold}/state`, { state: 'sold_elsewhere' });
  const query = `email=${encodeURIComponent(one.email)}&show=sold_elsewhere&search=x&sort=oldest`;
  expect(await idsOf(otherSeller, query)).toEqual([live]);
  const { body } = await market.stranger.get(`/products?${query}`);
  expect(body.map(({ _id }: Row) => _id)).toEqual([live]);
});

test.each(['show=removed', 'show=', 'sort=size', `search=${'x'.repeat(201)}`, 'search=a%00b'])(
  '%s is refused',
  async (query) => {
    expect((await admin.get(`/products?${query}`)).status).toBe(400);
  },
);

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

/** The largest number of rows that a node of the plan read from `products`. */
async function lookedAt({ services: { db } }: Market, page: Partial<TablePage>): Promise<number> {
  const statement = selectTable(db, {
    sellerId: undefined,
    sort: 'newest',
    after: undefined,
    limit: 25,
    ...page,
  });
  const { rows } = await db.execute<{ 'QUERY PLAN': { Plan: Node }[] }>(
    sql`explain (analyze, format json) ${statement.getSQL()}`,
  );
  const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  const nodes = (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => flatten(Plan));
  const rowsOfNode = (node: Node) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  // PostgreSQL reads the other tables completely, because there are few people and pictures here.
  const read = nodes.filter((node) => node['Relation Name'] === 'products');
  expect(read).not.toEqual([]);
  return Math.max(...read.map(rowsOfNode));
}

test('a page of twenty thousand phones reads little more than itself', async () => {
  // A market of its own: other tests look for phones among their own ones.
  const large = await freshMarket();
  const { db } = large.services;
  // The search document does not matter here, and takes the longest to write.
  await db.$client.query('alter table products disable trigger products_write_search');
  await insertManyPhones(db, 20_000);
  await large.phone(await large.person('seller'), { model: 'Rarephone' });
  await db.$client.query(
    `update products set state = 'sold' where right(id::text, 1) in ('1', '2', '3', '4')`,
  );
  await db.$client.query(`update products set state = 'paused' where right(id::text, 3) = '005'`);
  await db.$client.query('analyze products');
  for (const page of [
    {},
    { sort: 'oldest' },
    { sort: 'price-up' },
    { sort: 'price-down' },
    { show: 'live' },
    { show: 'sold' },
    { show: 'paused', sort: 'price-up' },
    { show: 'sold', sort: 'price-down' },
    { search: 'rarephone' },
    { search: 'iphone 13' },
    { search: 'galaxy', show: 'sold', sort: 'price-up' },
  ] as const satisfies Partial<TablePage>[])
    expect(await lookedAt(large, page), JSON.stringify(page)).toBeLessThan(1500);
}, 240_000);
