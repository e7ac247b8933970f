// A buyer who saw an earlier version of a phone is shown what has changed, and then decides.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, newBooking, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let seller: TestPerson;
let buyer: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  seller = await market.person('seller');
  buyer = await market.person('buyer');
});
afterAll(() => market.close());

/** A phone, and the body of a booking request with the price and version that a visitor saw. */
async function seenPhone() {
  const id = await market.phone(seller, { batteryHealth: 94, colour: 'blue' });
  const { body } = await market.stranger.get(`/products/${id}`);
  const { sell, version } = body;
  return { id, seen: { productId: id, ...newBooking, sell, version } };
}

test('every answer with a phone names its version', async () => {
  const { id, seen } = await seenPhone();
  const { body } = await market.stranger.get(`/products?id=${await market.category()}&limit=100`);
  const card = body.find(({ _id }: { _id: string }) => _id === id);
  expect({ card: card.version, page: seen.version }).toEqual({ card: 1, page: 1 });
});

test('a phone that nobody has changed is booked with its version', async () => {
  const { seen } = await seenPhone();
  expect((await buyer.post('/bookedProduct', seen)).status).toBe(200);
});

test('a booking of an earlier version is refused with the changes, and accepted with the new version', async () => {
  const { id, seen } = await seenPhone();
  await seller.patch(`/products/${id}`, { batteryHealth: 71, description: 'A crack.' });
  await seller.patch(`/products/${id}`, { condition: 'Bad Condition', colour: null });
  const refused = await buyer.post('/bookedProduct', seen);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      acknowledged: false,
      code: 'bookings.phone-changed',
      message: 'The seller has changed this phone since you opened it.',
      version: 3,
      changed: [
        { field: 'condition', now: 'Bad Condition' },
        { field: 'colour', now: null },
        { field: 'batteryHealth', now: '71' },
        { field: 'description', now: null },
      ],
    },
  });
  const again = await buyer.post('/bookedProduct', { ...seen, version: refused.body.version });
  expect(again.status).toBe(200);
});

test('a stale price is refused as before, with everything else that has changed', async () => {
  const { id, seen } = await seenPhone();
  await seller.patch(`/products/${id}`, { sell: 450, condition: 'Bad Condition' });
  expect(await buyer.post('/bookedProduct', seen)).toMatchObject({
    status: 409,
    body: {
      code: 'bookings.price-changed',
      sell: 450,
      version: 2,
      changed: [
        { field: 'condition', now: 'Bad Condition' },
        { field: 'sell', now: '$450.00' },
      ],
    },
  });
});

test('a phone whose price was changed and changed back can be booked', async () => {
  const { id, seen } = await seenPhone();
  await seller.patch(`/products/${id}`, { sell: 450 });
  await seller.patch(`/products/${id}`, { sell: seen.sell });
  expect((await buyer.post('/bookedProduct', seen)).status).toBe(200);
});

test('a phone can be booked after changes that buyers do not see', async () => {
  const { id, seen } = await seenPhone();
  await seller.patch(`/products/${id}`, { phone: '01811999999', condition: 'Good Condition' });
  expect((await buyer.post('/bookedProduct', seen)).status).toBe(200);
});

test('the spec’s call, which names no version, books the phone as it is', async () => {
  const { id, seen } = await seenPhone();
  await seller.patch(`/products/${id}`, { condition: 'Bad Condition' });
  const { version: _, ...asInTheSpec } = seen;
  expect((await buyer.post('/bookedProduct', asInTheSpec)).status).toBe(200);
});

test('an invalid version is refused, and one that does not exist yet counts as the newest', async () => {
  const { seen } = await seenPhone();
  for (const version of ['1', 1.5, null, 0, 2 ** 31])
    expect((await buyer.post('/bookedProduct', { ...seen, version })).status).toBe(400);
  // An unknown version compares with no changes, so the current phone is booked.
  expect((await buyer.post('/bookedProduct', { ...seen, version: 99 })).status).toBe(200);
});
