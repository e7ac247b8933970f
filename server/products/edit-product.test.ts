// How a seller changes a listed phone: which fields, in which states, and what others see.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { holdDeadline } from '#server/bookings/service.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { beginPayment, confirmCard, intentOf, openSilentMarket } from '#testing/card-processor.ts';
import { prime } from '#testing/cached-answers.ts';
import { lockWaits } from '#testing/database.ts';
import { type Market, newBooking, type TestPerson } from '#testing/market.ts';
import { signInAgain } from '#testing/sign-in-again.ts';
import { formerPriceDeadline } from './service.ts';

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

const dayMinutes = 24 * 60;
const listing = async (id: string) => (await seller.get(`/products/${id}/listing`)).body;
const pageOf = async (id: string) => (await market.stranger.get(`/products/${id}`)).body;

test('a seller changes price, texts, facts and photos; the page and the lists show them at once', async () => {
  const id = await market.phone(seller);
  await seller.post('/adsProducts', { uniqId: id });
  const [front, back] = [await market.picture(), await market.picture()];
  const category = await market.category();
  const search = `/search?category=${category}&sort=newest&limit=100`;
  const lists = [`/products?id=${category}&limit=100`, '/adsProducts?limit=100', search];
  await prime(market.address, [...lists, `/products/${id}`]);
  const { version } = await listing(id);
  const changes = {
    model: 'Changed Fold',
    sell: 333.25,
    description: 'A new screen.',
    storageGb: 256,
    accessories: ['cable', 'cable'],
    photos: [front, back],
    version,
  };
  const reply = await seller.patch(`/products/${id}`, changes);
  expect(reply.body).toEqual({ acknowledged: true, modifiedCount: 1, version: version + 1 });
  expect(await pageOf(id)).toMatchObject({
    model: 'Changed Fold',
    sell: 333.25,
    buy: 799.99,
    location: 'Dhaka',
    description: 'A new screen.',
    storageGb: 256,
    accessories: ['cable'],
    image: front,
    photos: [{ url: front }, { url: back }],
  });
  for (const path of lists) {
    const { body } = await market.stranger.get(path);
    const cards = Array.isArray(body) ? body : body.products;
    const card = cards.find((one: { _id: string; uniqId?: string }) => (one.uniqId ?? one._id) === id);
    expect({ path, ...card }).toMatchObject({ path, sell: 333.25, model: 'Changed Fold' });
  }
});

test('an omitted field stays, null removes a fact, and image alone replaces the first photo', async () => {
  const photos = [await market.picture(), await market.picture()];
  const id = await market.phone(seller, { image: photos[0], photos, colour: 'blue', storageGb: 128 });
  const cover = await market.picture();
  expect((await seller.patch(`/products/${id}`, { colour: null, image: cover })).status).toBe(200);
  expect(await pageOf(id)).toMatchObject({ storageGb: 128, photos: [{ url: cover }, { url: photos[1] }] });
  expect(await pageOf(id)).not.toHaveProperty('colour');
});

test('a model of the catalogue goes with another name or category', async () => {
  const { body: categories } = await market.stranger.get('/category');
  const google = categories.find(({ category }: { category: string }) => category === 'Google');
  const { body: devices } = await market.stranger.get(`/devices?categoryId=${google._id}`);
  const id = await market.phone(seller, { categoryId: google._id, deviceId: devices[0]._id });
  await seller.patch(`/products/${id}`, { sell: 300 });
  expect((await listing(id)).deviceId).toBe(devices[0]._id);
  await seller.patch(`/products/${id}`, { model: 'Another' });
  expect(await listing(id)).not.toHaveProperty('deviceId');
  const wrong = await seller.patch(`/products/${id}`, {
    categoryId: categories.find(({ _id }: { _id: string }) => _id !== google._id)._id,
    deviceId: devices[0]._id,
  });
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'deviceId' }] } });
});

test('a city of the list goes with another place, and is changed with it', async () => {
  const [city] = (await market.stranger.get('/cities?q=dhaka')).body;
  const id = await market.phone(seller, { location: 'Dhaka', cityId: city._id });
  await seller.patch(`/products/${id}`, { sell: 300 });
  expect((await pageOf(id)).cityId).toBe(city._id);
  await seller.patch(`/products/${id}`, { location: 'My village' });
  expect(await pageOf(id)).not.toHaveProperty('cityId');
  await seller.patch(`/products/${id}`, { location: 'Dhaka', cityId: city._id });
  expect((await pageOf(id)).cityId).toBe(city._id);
});

test('changes follow the rules of a new phone', async () => {
  const id = await market.phone(seller);
  for (const [field, value, message] of [
    ['model', ' ', 'Please enter Phone model'],
    ['sell', 0, 'The price is more than $0'],
    ['sell', null, 'Please Provide selling price'],
    ['image', 'https://elsewhere.example/x.jpg', 'Please Select Photo'],
    ['condition', 'Broken', 'Please Select Condition'],
    ['categoryId', 'nothing', 'Please Select Category'],
  ] as const) {
    const { status, body } = await seller.patch(`/products/${id}`, { [field]: value });
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ path: field, message }] });
  }
  expect((await pageOf(id)).sell).toBe(420.5);
});

test('what was changed in another window meanwhile is not overwritten', async () => {
  const id = await market.phone(seller);
  const { version } = await listing(id);
  const replies = await Promise.all([
    seller.patch(`/products/${id}`, { sell: 410, version }),
    seller.patch(`/products/${id}`, { sell: 400, version }),
  ]);
  expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: 'products.changed-meanwhile',
    acknowledged: false,
    version: version + 1,
  });
});

test('while a buyer holds it a phone is not changed, and the answer says until when', async () => {
  const id = await market.phone(seller);
  const booking = await market.booking(buyer, id);
  const { body } = await buyer.get(`/bookedProduct/${booking}`);
  expect(await seller.patch(`/products/${id}`, { sell: 400 })).toMatchObject({
    status: 409,
    body: { code: 'products.held', state: 'reserved', heldUntil: body.holdExpiresAt },
  });
  await buyer.delete(`/bookedProduct?id=${booking}`);
  expect((await seller.patch(`/products/${id}`, { sell: 400 })).status).toBe(200);
});

test('exactly one of a simultaneous booking and new price succeeds', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await market.phone(seller);
    const book = () => buyer.post('/bookedProduct', { productId: id, sell: 420.5, ...newBooking });
    const edit = () => seller.patch(`/products/${id}`, { sell: 430 });
    const calls = round % 2 === 0 ? [book(), edit()] : [edit(), book()];
    const replies = await Promise.all(calls);
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    const { code } = replies.find(({ status }) => status === 409)?.body ?? {};
    const { state, sell } = await pageOf(id);
    expect([code, state, sell]).toEqual(
      state === 'reserved' ? ['products.held', 'reserved', 420.5] : ['bookings.price-changed', 'live', 430],
    );
  }
});

test('a change waits for whoever is changing the phone, and is refused if it is no longer for sale', async () => {
  const { db } = market.services;
  const id = await market.phone(seller);
  const { asked } = await db.transaction(async (tx) => {
    await tx.execute(sql`select from products where id = ${id} for update`);
    const reply = seller.patch(`/products/${id}`, { sell: 400 });
    await expect.poll(() => lockWaits(db)).toBeGreaterThan(0);
    await tx.execute(sql`update products set state = 'sold' where id = ${id}`);
    return { asked: reply };
  });
  expect(await asked).toMatchObject({ status: 409, body: { code: 'products.not-editable', state: 'sold' } });
});

/** Pays for a phone with a card while it is held, and lets the hold expire. @returns reports the payment */
async function payLate(productId: string) {
  const paymentId = await market.booking(buyer, productId);
  const secret = await beginPayment(buyer, paymentId);
  await confirmCard(market, secret);
  market.clock.advance(6);
  await runDue(market.services, holdDeadline);
  return () => buyer.post('/payments', { paymentId, productId, transactionId: intentOf(secret) });
}

test('a payment that comes late does not buy a phone that was changed since', async () => {
  const id = await market.phone(seller);
  const report = await payLate(id);
  expect((await seller.patch(`/products/${id}`, { description: 'The screen broke.' })).status).toBe(200);
  expect((await report()).status).toBe(409);
  expect(await pageOf(id)).toMatchObject({ state: 'live' });
});

test('saving a phone without a change makes no new version, so a late payment still buys it', async () => {
  const id = await market.phone(seller);
  const report = await payLate(id);
  const { version, model } = await listing(id);
  const saved = await seller.patch(`/products/${id}`, { model, sell: 420.5, phone: '01711000000', version });
  expect(saved.body).toEqual({ acknowledged: true, modifiedCount: 0, version });
  expect((await report()).status).toBe(200);
  expect(await pageOf(id)).toMatchObject({ state: 'sold' });
});

test('the same accessories in another order are no change', async () => {
  const id = await market.phone(seller, { accessories: ['case', 'cable'] });
  const { version } = await listing(id);
  const saved = await seller.patch(`/products/${id}`, { accessories: ['cable', 'case'] });
  expect(saved.body).toMatchObject({ modifiedCount: 0, version });
  const fewer = await seller.patch(`/products/${id}`, { accessories: ['cable'] });
  expect(fewer.body).toMatchObject({ modifiedCount: 1, version: version + 1 });
});

test('a lowered price is shown beside the former one for 30 days, if that was on offer for a day', async () => {
  const id = await market.phone(seller, { sell: 500 });
  const wasAfter = async (sell: number) => {
    const again = await signInAgain(market, seller);
    expect((await again.patch(`/products/${id}`, { sell })).status).toBe(200);
    return (await pageOf(id)).was;
  };
  market.clock.advance(dayMinutes + 1);
  expect(await wasAfter(450)).toBe(500);
  expect(await wasAfter(440)).toBe(500);
  market.clock.advance(29 * dayMinutes);
  await runDue(market.services, formerPriceDeadline);
  expect((await pageOf(id)).was).toBe(500);
  market.clock.advance(dayMinutes);
  await runDue(market.services, formerPriceDeadline);
  expect(await pageOf(id)).not.toHaveProperty('was');
  expect(await wasAfter(1000)).toBeUndefined();
  expect(await wasAfter(440)).toBeUndefined();
});

test('a price that was on offer for less than a day is no former price', async () => {
  const id = await market.phone(seller, { sell: 900 });
  market.clock.advance(dayMinutes - 1);
  const again = await signInAgain(market, seller);
  expect((await again.patch(`/products/${id}`, { sell: 400 })).status).toBe(200);
  expect(await pageOf(id)).toMatchObject({ sell: 400 });
  expect(await pageOf(id)).not.toHaveProperty('was');
});

test('a removed phone cannot be changed, nor one that nobody listed', async () => {
  const id = await market.phone(seller);
  await seller.delete(`/products/${id}`);
  for (const path of [`/products/${id}`, '/products/nothing']) {
    expect((await seller.patch(path, { sell: 400 })).status).toBe(404);
  }
  expect((await seller.get(`/products/${id}/listing`)).status).toBe(404);
});
