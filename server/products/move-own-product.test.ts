// How a seller pauses a phone, makes it live again, marks it as sold elsewhere and lists it again.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { holdDeadline } from '#server/bookings/service.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { beginPayment, confirmCard, intentOf, openSilentMarket, report } from '#testing/card-processor.ts';
import { pathsWith, prime } from '#testing/cached-answers.ts';
import { lockWaits } from '#testing/database.ts';
import { type Market, newBooking, type TestPerson } from '#testing/market.ts';
import { signInAgain } from '#testing/sign-in-again.ts';

let market: Market;
let seller: TestPerson;
let buyer: TestPerson;
beforeAll(async () => {
  market = await openSilentMarket();
});
beforeEach(async () => {
  // Some tests move the clock, which ends the tokens of people who have signed in before.
  [seller, buyer] = [await market.person('seller'), await market.person('buyer')];
});
afterAll(() => market.close());

const move = (id: string, state: string) => seller.put(`/products/${id}/state`, { state });
const pageOf = async (id: string) => (await market.stranger.get(`/products/${id}`)).body;

/** The row of the list My Products. */
async function rowOf(id: string) {
  const { body } = await seller.get(`/products?email=${seller.email}&limit=100`);
  return body.find(({ _id }: { _id: string }) => _id === id);
}

test('the seller’s list says since when a phone is paused, also after a change of its price', async () => {
  const id = await market.phone(seller);
  expect(await rowOf(id)).not.toHaveProperty('since');
  await move(id, 'paused');
  const { since } = await rowOf(id);
  expect(since).toEqual(expect.any(String));
  expect((await seller.patch(`/products/${id}`, { sell: 300 })).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ sell: 300, since });
});

test('a paused phone is in no list and keeps its page; it comes back with its advertisement', async () => {
  const id = await market.phone(seller);
  await seller.post('/adsProducts', { uniqId: id });
  const category = await market.category();
  const lists = [
    `/products?id=${category}&limit=100`,
    '/products?limit=100',
    '/adsProducts?limit=100',
    `/search?category=${category}&sort=newest&limit=100`,
  ];
  const similar = `/products/${await market.phone(seller)}/similar`;
  await prime(market.address, [...lists, similar]);
  expect(await pathsWith(market.address, [...lists, similar], id)).toEqual([...lists, similar]);
  expect(await move(id, 'paused')).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  expect(await pathsWith(market.address, [...lists, similar], id)).toEqual([]);
  expect((await pageOf(id)).state).toBe('paused');
  expect(await rowOf(id)).toMatchObject({ state: 'paused', isAdvertised: true, since: expect.any(String) });
  expect((await move(id, 'paused')).body.modifiedCount).toBe(0);
  await expectAgreement(market.services, id);
  await prime(market.address, lists);
  expect((await move(id, 'live')).body.modifiedCount).toBe(1);
  expect(await pathsWith(market.address, lists, id)).toEqual(lists);
});

test('a paused phone can be changed, and neither booked nor advertised', async () => {
  const id = await market.phone(seller);
  await move(id, 'paused');
  expect((await seller.patch(`/products/${id}`, { sell: 400 })).status).toBe(200);
  expect((await pageOf(id)).sell).toBe(400);
  expect(await buyer.post('/bookedProduct', { productId: id, ...newBooking })).toMatchObject({
    status: 409,
    body: { acknowledged: false, code: 'bookings.not-for-sale' },
  });
  expect((await seller.post('/adsProducts', { uniqId: id })).body.code).toBe('advertisements.not-live');
});

test('while a buyer holds it a phone is neither paused nor sold elsewhere', async () => {
  const id = await market.phone(seller);
  const booking = await market.booking(buyer, id);
  const { holdExpiresAt } = (await buyer.get(`/bookedProduct/${booking}`)).body;
  for (const state of ['paused', 'sold_elsewhere', 'live'])
    expect(await move(id, state)).toMatchObject({
      status: 409,
      body: { code: 'products.held', state: 'reserved', heldUntil: holdExpiresAt },
    });
  await buyer.delete(`/bookedProduct?id=${booking}`);
});

test.each(['made live', 'changed'])(
  'a phone that is %s while its seller is being suspended waits, and stays as it was',
  async (how) => {
    const { db } = market.services;
    const id = await market.phone(seller);
    await move(id, 'paused');
    const { asked } = await db.transaction(async (tx) => {
      await tx.execute(sql`select from users where id = ${seller.id} for update`);
      await tx.execute(sql`insert into suspensions (id, person_id, reason, started_at)
        values (gen_random_uuid(), ${seller.id}, 'x', now())`);
      const reply = how === 'changed' ? seller.patch(`/products/${id}`, { sell: 300 }) : move(id, 'live');
      await expect.poll(() => lockWaits(db)).toBeGreaterThan(0);
      return { asked: reply };
    });
    expect(await asked).toMatchObject({ status: 403, body: { code: 'request.suspended' } });
    expect(await pageOf(id)).toMatchObject({ state: 'paused', sell: 420.5 });
  },
);

test('exactly one of a simultaneous booking and pause succeeds', async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = await market.phone(seller);
    const book = () => buyer.post('/bookedProduct', { productId: id, sell: 420.5, ...newBooking });
    const pause = () => move(id, 'paused');
    const replies = await Promise.all(round % 2 === 0 ? [book(), pause()] : [pause(), book()]);
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    const { code } = replies.find(({ status }) => status === 409)?.body ?? {};
    const { state } = await pageOf(id);
    expect([state, code]).toEqual(
      state === 'paused' ? ['paused', 'bookings.not-for-sale'] : ['reserved', 'products.held'],
    );
    await expectAgreement(market.services, id);
  }
});

test('a phone sold elsewhere leaves the shop with its advertisement, and can be listed again once', async () => {
  const photos = [await market.picture(), await market.picture()];
  const id = await market.phone(seller, { image: photos[0], photos, storageGb: 128 });
  await seller.post('/adsProducts', { uniqId: id });
  expect((await move(id, 'sold_elsewhere')).status).toBe(200);
  expect(await pageOf(id)).toMatchObject({ state: 'sold_elsewhere', soldAt: expect.any(String) });
  expect(await buyer.post('/bookedProduct', { productId: id, ...newBooking })).toMatchObject({
    status: 409,
    body: { acknowledged: false, code: 'bookings.sold', detail: 'This phone is sold.' },
  });
  expect(await rowOf(id)).toMatchObject({ canListAgain: true, isAdvertised: false });
  expect((await move(id, 'live')).body).toMatchObject({
    code: 'products.not-editable',
    state: 'sold_elsewhere',
  });
  const replies = await Promise.all([
    seller.post(`/products/${id}/relist`, {}),
    seller.post(`/products/${id}/relist`, {}),
  ]);
  expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404']);
  const relisted = replies.find(({ status }) => status === 200)?.body.insertedId;
  expect(await pageOf(relisted)).toMatchObject({
    state: 'live',
    storageGb: 128,
    photos: [{ url: photos[0] }, { url: photos[1] }],
  });
  expect((await market.stranger.get(`/products/${id}`)).status).toBe(404);
  expect(await rowOf(id)).toBeUndefined();
});

test('only a phone that was sold elsewhere is listed again by this call', async () => {
  const id = await market.phone(seller);
  expect(await seller.post(`/products/${id}/relist`, {})).toMatchObject({
    status: 409,
    body: { code: 'products.not-relistable', state: 'live' },
  });
});

test('listing again counts among the phones of the day', async () => {
  const limited = await openSilentMarket({ rateLimitFactor: 0.005 });
  onTestFinished(() => limited.close());
  const careful = await limited.person('seller');
  const id = await limited.phone(careful);
  await careful.put(`/products/${id}/state`, { state: 'sold_elsewhere' });
  expect((await careful.post(`/products/${id}/relist`, {})).body.code).toBe('products.too-many-today');
  expect((await limited.stranger.get(`/products/${id}`)).body.state).toBe('sold_elsewhere');
});

test('a phone whose money went back leads to its order, and leaves the list when its seller deletes it', async () => {
  const id = await market.phone(seller);
  const booking = await market.booking(buyer, id);
  const secret = await beginPayment(buyer, booking);
  await confirmCard(market, secret);
  await report(buyer, booking, intentOf(secret));
  expect(await rowOf(id)).toMatchObject({ state: 'sold', orderId: booking, canListAgain: false });
  expect((await seller.post(`/orders/${booking}/cancel`, { reason: 'Broken' })).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ state: 'withdrawn', orderId: booking, canListAgain: true });
  expect((await seller.post(`/orders/${booking}/list-again`, {})).status).toBe(200);
  expect((await rowOf(id)).canListAgain).toBe(false);
  expect((await seller.delete(`/products/${id}`)).body.deletedCount).toBe(1);
  expect(await rowOf(id)).toBeUndefined();
  expect((await buyer.get(`/orders/${booking}`)).status).toBe(200);
});

test('a payment that comes late does not buy a phone that is paused', async () => {
  const id = await market.phone(seller);
  const paymentId = await market.booking(buyer, id);
  const secret = await beginPayment(buyer, paymentId);
  await confirmCard(market, secret);
  market.clock.advance(6);
  await runDue(market.services, holdDeadline);
  expect((await move(id, 'paused')).status).toBe(200);
  const transactionId = intentOf(secret);
  expect((await buyer.post('/payments', { paymentId, productId: id, transactionId })).status).toBe(409);
  expect((await pageOf(id)).state).toBe('paused');
});

test('while a phone is paused its price makes no former price', async () => {
  const dayMinutes = 24 * 60;
  const id = await market.phone(seller, { sell: 500 });
  await move(id, 'paused');
  market.clock.advance(2 * dayMinutes);
  seller = await signInAgain(market, seller);
  await seller.patch(`/products/${id}`, { sell: 410 });
  market.clock.advance(2 * dayMinutes);
  seller = await signInAgain(market, seller);
  await seller.patch(`/products/${id}`, { sell: 400 });
  await move(id, 'live');
  expect(await pageOf(id)).not.toHaveProperty('was');
  market.clock.advance(dayMinutes);
  seller = await signInAgain(market, seller);
  await move(id, 'paused');
  await seller.patch(`/products/${id}`, { sell: 350 });
  await move(id, 'live');
  expect((await pageOf(id)).was).toBe(400);
});
