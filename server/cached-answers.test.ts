// After a change is acknowledged, every read of a public list shows it, although the list was cached.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { runDue } from '#server/platform/states/deadlines.ts';
import { holdDeadline } from '#server/bookings/service.ts';
import { reconcilePayments } from '#server/payments/reconcile-payments.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import {
  beginPayment,
  chargeEvent,
  confirmCard,
  deliver,
  intentOf,
  openSilentMarket,
  report,
} from '#testing/card-processor.ts';
import { pageCounts, pathsWith, prime } from '#testing/cached-answers.ts';
import { type Market, newBooking, newPhone, type TestPerson } from '#testing/market.ts';

let market: Market;
let seller: TestPerson;
let buyer: TestPerson;
let admin: TestPerson;
let phone: string;
let category: string;
let lists: Record<'ofCategory' | 'all' | 'advertised' | 'page' | 'similar' | 'search', string>;

beforeAll(async () => {
  market = await openSilentMarket();
  category = await market.category();
});
beforeEach(async () => {
  seller = await market.person('seller');
  buyer = await market.person('buyer');
  admin = await market.person('admin');
  phone = await market.phone(seller);
  lists = {
    ofCategory: `/products?id=${category}`,
    all: '/products',
    advertised: '/adsProducts',
    page: `/products/${phone}`,
    search: `/search?category=${category}&sort=newest&limit=100`,
    similar: `/products/${await market.phone(seller)}/similar`,
  };
  await seller.post('/adsProducts', { uniqId: phone });
});
afterAll(() => market.close());

const primeAll = () => prime(market.address, Object.values(lists));
const forSale = ['ofCategory', 'all', 'advertised', 'similar', 'search'] as const;

/** The lists of phones for sale that contain this text, read concurrently. */
async function listsWith(text: string): Promise<string[]> {
  const paths = forSale.map((name) => lists[name]);
  const found = await pathsWith(market.address, paths, text);
  return forSale.filter((name) => found.includes(lists[name]));
}

const stateOnPage = async (): Promise<string> => (await market.stranger.get(lists.page)).body.state;

test('a phone that is listed is in the lists at once', async () => {
  await primeAll();
  const id = await market.phone(seller);
  expect(await listsWith(id)).toEqual(expect.arrayContaining(['ofCategory', 'all', 'search']));
});

test('a phone that is booked leaves every list at once, and comes back when its booking is deleted', async () => {
  await primeAll();
  const booking = await market.booking(buyer, phone);
  expect(await listsWith(phone)).toEqual([]);
  expect(await stateOnPage()).toBe('reserved');
  await primeAll();
  await buyer.delete(`/bookedProduct?id=${booking}`);
  expect(await listsWith(phone)).toEqual(
    expect.arrayContaining(['ofCategory', 'all', 'advertised', 'search']),
  );
  expect(await stateOnPage()).toBe('live');
});

test('a phone whose hold expires returns after the next sweep', async () => {
  await market.booking(buyer, phone);
  await primeAll();
  market.clock.advance(6);
  await runDue(market.services, holdDeadline);
  expect(await listsWith(phone)).toEqual(
    expect.arrayContaining(['ofCategory', 'all', 'advertised', 'search']),
  );
  expect(await stateOnPage()).toBe('live');
});

test('a phone that changes from a hold that ran out to the next stays out of the lists', async () => {
  await market.booking(buyer, phone);
  market.clock.advance(6);
  await primeAll();
  await market.booking(await market.person('buyer'), phone);
  expect(await listsWith(phone)).toEqual([]);
  expect(await stateOnPage()).toBe('reserved');
});

interface Order {
  readonly booking: string;
  readonly intent: string;
}

async function charged(): Promise<Order> {
  const booking = await market.booking(buyer, phone);
  const secret = await beginPayment(buyer, booking);
  await confirmCard(market, secret);
  return { booking, intent: intentOf(secret) };
}

const reporters: readonly (readonly [string, (order: Order) => Promise<unknown>])[] = [
  ['the page', ({ booking, intent }) => report(buyer, booking, intent)],
  ['the webhook', async ({ intent }) => deliver(market, await chargeEvent(market, intent))],
  [
    'the reconciling job',
    async () => {
      market.clock.advance(1);
      await reconcilePayments(market.services);
    },
  ],
];

test.each(reporters)('a phone whose sale %s reports is sold on its page at once', async (_, tell) => {
  const order = await charged();
  await primeAll();
  await tell(order);
  expect(await stateOnPage()).toBe('sold');
  expect(await listsWith(phone)).toEqual([]);
});

test.each(reporters)(
  'a late sale that %s reports takes the phone from every list at once',
  async (_, tell) => {
    const order = await charged();
    market.clock.advance(6);
    await runDue(market.services, holdDeadline);
    await primeAll();
    expect(await listsWith(phone)).not.toEqual([]);
    await tell(order);
    expect(await listsWith(phone)).toEqual([]);
    expect(await stateOnPage()).toBe('sold');
  },
);

test('a refunded payment changes nothing on public pages', async () => {
  const { booking, intent } = await charged();
  market.clock.advance(6);
  await runDue(market.services, holdDeadline);
  await market.booking(await market.person('buyer'), phone);
  await primeAll();
  expect((await report(buyer, booking, intent)).status).toBe(409);
  await refundCharge(market.services, intent);
  expect(await stateOnPage()).toBe('reserved');
  expect(await listsWith(phone)).toEqual([]);
});

test('a phone that its seller takes out is gone at once, its page too', async () => {
  await primeAll();
  await seller.delete(`/products/${phone}`);
  expect(await listsWith(phone)).toEqual([]);
  expect((await market.stranger.get(lists.page)).status).toBe(404);
});

test('a phone that the admin takes out is gone at once', async () => {
  await primeAll();
  await admin.delete(`/products/${phone}`);
  expect(await listsWith(phone)).toEqual([]);
});

test('a phone whose report is upheld is gone at once', async () => {
  const entry = { productId: phone, problem: 'Fake photo' };
  const { body } = await buyer.post('/reportItem', entry);
  await primeAll();
  await admin.delete(`/reportItem?id=${body.insertedId}`);
  expect(await listsWith(phone)).toEqual([]);
});

test('an advertisement is on the list at once, and off it', async () => {
  await primeAll();
  const other = await market.phone(seller);
  await primeAll();
  await seller.post('/adsProducts', { uniqId: other });
  expect(await listsWith(other)).toContain('advertised');
  await primeAll();
  await seller.delete(`/adsProducts?id=${other}`);
  expect(await listsWith(other)).not.toContain('advertised');
});

const cardOf = async (path: string) => {
  const { body } = await market.stranger.get(path);
  return [body].flat().find(({ _id, uniqId = _id }) => uniqId === phone);
};

test('a seller who is verified is so on every card at once', async () => {
  await primeAll();
  await admin.put(`/users/admin/${seller.id}`);
  for (const path of [lists.ofCategory, lists.all, lists.advertised, lists.page]) {
    expect(await cardOf(path), path).toMatchObject({ status: 'verify' });
  }
});

test('a seller’s new name and photo are on every card at once', async () => {
  await primeAll();
  const photoURL = await market.picture();
  expect((await seller.patch('/user', { name: 'Mina Rahman', photoURL })).body.modifiedCount).toBe(1);
  for (const path of [lists.ofCategory, lists.all, lists.advertised, lists.page]) {
    expect(await cardOf(path), path).toMatchObject({ name: 'Mina Rahman', seller: photoURL });
  }
});

test('a change of a person who sells nothing invalidates only their own page', async () => {
  const published: string[] = [];
  market.services.changes.subscribe({
    changed: (topics) => void published.push(...topics.filter((topic) => !topic.startsWith('live:'))),
    disconnected: vi.fn<() => void>(),
    connected: vi.fn<() => void>(),
  });
  await primeAll();
  const photoURL = await market.picture();
  expect((await buyer.patch('/user', { name: 'Bashir Khan', photoURL })).body.modifiedCount).toBe(1);
  expect(published).toEqual([`person:${buyer.id}`]);
  const { hits } = await pageCounts(market.address);
  for (const path of Object.values(lists)) await market.stranger.get(path);
  expect((await pageCounts(market.address)).hits).toBe(hits + Object.values(lists).length);
});

test('a seller’s new name invalidates only what shows them', async () => {
  const suggestions = '/search/suggestions?q=gal';
  await prime(market.address, [suggestions]);
  expect((await seller.patch('/user', { name: 'Mina Rahman' })).body.modifiedCount).toBe(1);
  const { hits } = await pageCounts(market.address);
  await market.stranger.get(suggestions);
  expect((await pageCounts(market.address)).hits).toBe(hits + 1);
});

test('the phones of a seller who is deleted are gone at once', async () => {
  await primeAll();
  await admin.delete(`/users/${seller.id}`);
  expect(await listsWith(phone)).toEqual([]);
  expect((await market.stranger.get(lists.page)).status).toBe(404);
});

test('what a deleted buyer held is for sale again at once', async () => {
  await market.booking(buyer, phone);
  await primeAll();
  await admin.delete(`/users/${buyer.id}`);
  expect(await listsWith(phone)).toEqual(
    expect.arrayContaining(['ofCategory', 'all', 'advertised', 'search']),
  );
});

test('a change of one phone invalidates only what shows it', async () => {
  const [other] = (await market.stranger.get('/category')).body.slice(5);
  const elsewhere = `/products?id=${other._id}`;
  await market.phone(seller, { categoryId: other._id });
  await prime(market.address, [elsewhere]);
  await market.booking(buyer, phone);
  const { hits } = await pageCounts(market.address);
  await market.stranger.get(elsewhere);
  expect((await pageCounts(market.address)).hits).toBe(hits + 1);
});

test('the spec’s spelling of a list is the same cached answer', async () => {
  const read = async (path: string) => (await market.stranger.get(path)).headers.get('etag');
  const etag = await read(`/products?id=${category}`);
  const { hits } = await pageCounts(market.address);
  expect(await read(`/products/?id=${category}`)).toBe(etag);
  expect((await pageCounts(market.address)).hits).toBe(hits + 1);
});

test('a refused change leaves everything in memory', async () => {
  await market.booking(buyer, phone);
  const late = await market.person('buyer');
  const madeAgain = async (): Promise<number> => {
    await primeAll();
    const { misses } = await pageCounts(market.address);
    expect((await late.post('/bookedProduct', { productId: phone, ...newBooking })).status).toBe(409);
    expect((await seller.post('/products', { ...newPhone, image: '/images/none.jpg' })).status).toBe(400);
    await Promise.all(Object.values(lists).map((path) => market.stranger.get(path)));
    return (await pageCounts(market.address)).misses - misses;
  };
  // Once more if a job changes a picture at that moment, after another test has moved the clock.
  await expect.poll(madeAgain).toBe(0);
});

test('a reader never gets a state from before their request', async () => {
  const wrong: string[] = [];
  for (let round = 0; round < 15; round += 1) {
    const readers = Array.from({ length: 4 }, () => market.stranger.get(lists.ofCategory));
    const booking = await market.booking(buyer, phone);
    if ((await listsWith(phone)).length > 0) wrong.push('shown though booked');
    await buyer.delete(`/bookedProduct?id=${booking}`);
    if (!(await listsWith(phone)).includes('ofCategory')) wrong.push('missing though free');
    await Promise.all(readers);
  }
  expect(wrong).toEqual([]);
});
