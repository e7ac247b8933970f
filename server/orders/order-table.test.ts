// The tables of orders: an admin's of everybody's, a seller's sales, and a buyer's bookings.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { newSides, orderIn, type Sides } from '#testing/order-requests.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

/** The sales of one seller: one in each of these states, the oldest first. */
async function threeSales(): Promise<
  Sides & { readonly open: string; readonly disputed: string; readonly ended: string }
> {
  const sides = await newSides(market);
  const open = await orderIn(market, sides, 'paid');
  const disputed = await orderIn(market, sides, 'disputed');
  const ended = await orderIn(market, sides, 'cancelled');
  return { ...sides, open, disputed, ended };
}

const idsOf = async (who: TestPerson, path: string): Promise<string[]> =>
  (await who.get(path)).body.map(({ _id }: { _id: string }) => _id);
const countsOf = async (who: TestPerson, path: string) => {
  const { body } = await who.get(path);
  const counts: { show: string | null; count: number }[] = body;
  return Object.fromEntries(counts.map(({ show, count }) => [show ?? 'all', count]));
};

test('sales are filtered, sorted, searched and counted, and are nobody else’s', async () => {
  const { buyer, seller, open, disputed, ended } = await threeSales();
  expect(await idsOf(seller, '/sales')).toEqual([ended, disputed, open]);
  expect(await idsOf(seller, '/sales?sort=oldest')).toEqual([open, disputed, ended]);
  expect(await idsOf(seller, '/sales?show=open')).toEqual([disputed, open]);
  expect(await idsOf(seller, '/sales?show=disputed')).toEqual([disputed]);
  expect(await idsOf(seller, '/sales?show=ended')).toEqual([ended]);
  expect(await idsOf(seller, '/sales?search=PIXEL&show=ended')).toEqual([ended]);
  expect(await idsOf(seller, `/sales?search=${encodeURIComponent(buyer.name)}`)).toHaveLength(3);
  expect(await idsOf(seller, '/sales?search=iphone')).toEqual([]);
  expect(await countsOf(seller, '/sales/counts')).toEqual({ all: 3, open: 2, disputed: 1, ended: 1 });
  expect(await countsOf(seller, '/sales/counts?search=iphone')).toEqual({
    all: 0,
    open: 0,
    disputed: 0,
    ended: 0,
  });
  expect(await countsOf(buyer, '/sales/counts')).toMatchObject({ all: 0 });
});

test('an admin counts the orders that a search finds; page follows page in either order', async () => {
  const { admin, buyer, seller, open, disputed, ended } = await threeSales();
  const search = `search=${encodeURIComponent(buyer.email)}`;
  expect(await countsOf(admin, `/orders/counts?${search}`)).toEqual({
    all: 3,
    open: 2,
    disputed: 1,
    ended: 1,
  });
  expect(await countsOf(admin, `/orders/counts?search=${open}`)).toMatchObject({ all: 1, open: 1, ended: 0 });
  for (const [sort, expected] of [
    ['newest', [ended, disputed, open]],
    ['oldest', [open, disputed, ended]],
  ] as const) {
    const ids: string[] = [];
    let path: string | undefined = `/orders?limit=1&sort=${sort}&${search}`;
    while (path !== undefined) {
      const { body, headers } = await admin.get(path);
      ids.push(...body.map(({ _id }: { _id: string }) => _id));
      path = /<\/api([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(ids).toEqual(expected);
  }
  for (const person of [buyer, seller]) expect((await person.get('/orders/counts')).status).toBe(403);
});

test('a buyer’s bookings are filtered, sorted, searched and counted', async () => {
  const { buyer, seller, open, disputed, ended } = await threeSales();
  const phone = await market.phone(seller, { model: 'Heldphone' });
  const held = await market.booking(buyer, phone);
  const taken = await market.phone(seller, { model: 'Gonephone' });
  const cancelled = await market.booking(buyer, taken);
  await seller.delete(`/products/${taken}`);
  const own = `userEmail=${encodeURIComponent(buyer.email)}&ended=1`;
  expect(await idsOf(buyer, `/bookedProduct?${own}&sort=oldest`)).toEqual([
    open,
    disputed,
    ended,
    held,
    cancelled,
  ]);
  expect(await idsOf(buyer, `/bookedProduct?${own}&show=held`)).toEqual([held]);
  expect(await idsOf(buyer, `/bookedProduct?${own}&show=cancelled`)).toEqual([cancelled]);
  expect(await idsOf(buyer, `/bookedProduct?${own}&search=heldph`)).toEqual([held]);
  expect(await idsOf(buyer, `/bookedProduct?${own}&search=${encodeURIComponent(seller.name)}`)).toHaveLength(
    5,
  );
  expect(await countsOf(buyer, '/bookedProduct/counts')).toMatchObject({ all: 5, held: 1, cancelled: 1 });
  expect(await countsOf(buyer, '/bookedProduct/counts?search=heldphone')).toMatchObject({ all: 1, held: 1 });
  expect((await seller.get(`/bookedProduct/counts?${own}`)).status).toBe(403);
});
