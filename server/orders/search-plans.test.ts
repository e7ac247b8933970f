// An admin's search uses the indexes made for it, however many orders there are.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { insertManyPhones } from '#testing/many-phones.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { listShown } from './select-orders.ts';

const count = 20_000;

let market: Market;
let admin: TestPerson;
let buyers: readonly TestPerson[];
beforeAll(async () => {
  market = await openMarket();
  admin = await market.person('admin');
  buyers = [await market.person('buyer'), await market.person('buyer')];
  // The search document does not matter here, and takes the longest to write.
  await market.services.db.$client.query('alter table products disable trigger products_write_search');
  await insertManyPhones(market.services.db, count);
  await insertOrders();
}, 240_000);
afterAll(() => market.close());

/** An order for each phone: half of them of each buyer, each with its own telephone number. */
async function insertOrders(): Promise<void> {
  const [one, other] = buyers;
  const { $client } = market.services.db;
  await $client.query(
    `insert into bookings (id, product_id, buyer_id, sell_cents, listing, user_location, phone, state, hold_expires_at)
     select gen_random_uuid(), id, case when place % 2 = 0 then $1::uuid else $2::uuid end, sell_cents,
       jsonb_build_object('phone', '+880 17-' || place, 'model', model, 'photoIds', '[]'::jsonb), 'Dhaka',
       '018 (' || place || ')', 'paid', now()
     from (select *, row_number() over (order by id) as place from products) as numbered`,
    [one?.id, other?.id],
  );
  await $client.query(
    `insert into orders (id, product_id, buyer_id, seller_id, amount_cents, fee_percent, fee_fixed_cents, vat_percent,
       fee_cents, vat_cents)
     select bookings.id, product_id, buyer_id, seller_id, bookings.sell_cents, 5, 50, 0, 50, 0
     from bookings join products on products.id = product_id`,
  );
  await $client.query('analyze bookings, orders, users');
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Node[];
}

/** Every node of the plan that PostgreSQL really used for a search. */
async function planOf(search: string): Promise<Node[]> {
  const { db } = market.services;
  const statement = listShown(db, { search, sort: 'newest', afterId: undefined, limit: 25 });
  const { rows } = await db.execute<{ 'QUERY PLAN': { Plan: Node }[] }>(
    sql`explain (analyze, format json) ${statement.getSQL()}`,
  );
  const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => flatten(Plan));
}

const scanned = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? '') : []));

/** The largest number of rows that a node of the plan returned. */
const touched = (nodes: readonly Node[]): number =>
  Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']));

test.each([
  ['a telephone number', () => '8801777', 'bookings_paid_by_seller_phone'],
  ['a buyer’s telephone number', () => '018-777', 'bookings_paid_by_buyer_phone'],
  ['the number on a receipt', () => 'ABCDEFABCDEF', 'orders_by_number'],
  ['the address of somebody with thousands of orders', () => buyers[0]?.email ?? '', 'orders_by_buyer'],
])('%s is found by its index', async (_, search, index) => {
  const nodes = await planOf(search());
  expect(nodes.map((node) => node['Index Name'])).toContain(index);
  // There are few people here, so PostgreSQL reads the whole table instead of the index.
  expect(scanned(nodes).filter((table) => table !== 'users')).toEqual([]);
  expect(touched(nodes)).toBeLessThanOrEqual(100);
});

test('orders are found by the digits of either side’s number, page by page by an address', async () => {
  expect((await found('+880 1777'))[0]).toMatchObject({ buyer: buyers[1]?.name });
  expect(await found('+880 1777')).toHaveLength(1);
  expect(await found('(018) 778')).toHaveLength(1);
  const [order] = await found('018778');
  expect(await found(order?._id.replaceAll('-', '').slice(-12).toUpperCase() ?? '')).toMatchObject([
    { _id: order?._id },
  ]);
  expect(await found('nobody@example.com')).toEqual([]);
  const first = await admin.get(`/orders?search=${buyers[0]?.email}&limit=3`);
  const next = /[?&]cursor=([0-9a-f]+)/.exec(first.headers.get('link') ?? '')?.[1];
  const second = await admin.get(`/orders?search=${buyers[0]?.email}&limit=3&cursor=${next}`);
  const ids = [...first.body, ...second.body].map(({ _id }: { _id: string }) => _id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(new Set(ids).size).toBe(6);
});

const found = async (search: string): Promise<{ _id: string; buyer: string }[]> =>
  (await admin.get(`/orders?search=${encodeURIComponent(search)}`)).body;
