import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bookings } from '#db/tables/bookings.ts';
import { type Market, newBooking, openMarket } from '#testing/market.ts';

let market: Market;
beforeAll(async () => {
  // Shorter than the lifetime of an access token, so that tokens remain valid when the clock moves past a hold.
  market = await openMarket({ holdMinutes: 5 });
});
afterAll(() => market.close());

test('exactly one of a hundred simultaneous buyers gets the phone', async () => {
  const seller = await market.person('seller');
  const productId = await market.phone(seller);
  const buyers = await Promise.all(Array.from({ length: 100 }, () => market.person('buyer')));

  const replies = await Promise.all(
    buyers.map((buyer) => buyer.post('/bookedProduct', { productId, ...newBooking })),
  );

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = replies.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(99);
  for (const { body } of refused) {
    expect(body).toMatchObject({
      acknowledged: false,
      message: 'This Product Already Booked',
      code: 'bookings.already-booked',
    });
  }
  const rows = await market.services.db.select().from(bookings).where(eq(bookings.productId, productId));
  expect(rows.map(({ state }) => state)).toEqual(['held']);
});

test('the holder of a phone cannot book it again', async () => {
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'));
  await market.booking(buyer, productId);
  const again = await buyer.post('/bookedProduct', { productId, ...newBooking });
  expect(again.status).toBe(409);
});

test('a booked phone leaves its category, and comes back when the booking is deleted', async () => {
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'));
  const category = await market.category();
  const listed = async () => {
    const { body } = await market.stranger.get(`/products?id=${category}&limit=100`);
    return body.some((each: { _id: string }) => each._id === productId);
  };

  const bookingId = await market.booking(buyer, productId);
  expect(await listed()).toBe(false);
  const remove = async () => (await buyer.delete(`/bookedProduct?id=${bookingId}`)).body;
  expect(await remove()).toEqual({ acknowledged: true, deletedCount: 1 });
  expect(await listed()).toBe(true);
  expect(await remove()).toEqual({ acknowledged: true, deletedCount: 0 });
});

test('a seller cannot book their own phone, whatever else is wrong with the booking', async () => {
  const seller = await market.person('seller');
  const productId = await market.phone(seller);
  expect((await seller.post('/bookedProduct', { productId, ...newBooking })).status).toBe(403);
  expect((await seller.post('/bookedProduct', { productId })).status).toBe(403);
});

test('a stale price is refused with the new one', async () => {
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'), { sell: 100 });
  const stale = await buyer.post('/bookedProduct', { productId, ...newBooking, sell: 99 });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ acknowledged: false, code: 'bookings.price-changed', sell: 100 });
});

test('a phone whose hold has expired can be booked', async () => {
  const buyer = await market.person('buyer');
  const other = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'));
  await market.booking(buyer, productId);
  market.clock.advance(market.services.config.holdMinutes + 1);
  await market.booking(other, productId);
  const { body } = await buyer.get(`/bookedProduct?userEmail=${buyer.email}`);
  expect(body).toEqual([]);
});

test('facts of buyer, seller and phone in a booking’s body are ignored', async () => {
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'), { sell: 300 });
  const spec = { model: 'Fake', seller: 'Fake', image: 'Fake', user: 'Fake', userEmail: 'fake@example.com' };
  const { body } = await buyer.post('/bookedProduct', { ...spec, productId, ...newBooking, sell: 300 });
  const booking = await buyer.get(`/bookedProduct/${body.insertedId}`);
  expect(booking.body).toMatchObject({
    model: 'Pixel 8 Pro',
    user: buyer.name,
    userEmail: buyer.email,
    sell: 300,
    paid: false,
  });
});

test.each([
  ['userLocation', 'Please enter the meeting location'],
  ['phone', 'Please enter your phone number'],
])('a booking without %s names it', async (path, message) => {
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'));
  const { status, body } = await buyer.post('/bookedProduct', { productId, ...newBooking, [path]: ' ' });
  expect(status).toBe(400);
  expect(body.errors).toEqual([{ path, message }]);
});

test('a phone that does not exist cannot be booked', async () => {
  const buyer = await market.person('buyer');
  for (const productId of ['nonsense', '01890000-0000-7000-8000-000000000000']) {
    expect((await buyer.post('/bookedProduct', { productId, ...newBooking })).status).toBe(404);
  }
});
