// Reports whose phone is removed in another way, and the notification of its seller.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mailsTo, mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { newSides, orderIn } from '#testing/order-requests.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());

const reported = async () => {
  const [seller, reporter] = [await market.person('seller'), await market.person('buyer')];
  const productId = await market.phone(seller);
  const { body } = await reporter.post('/reportItem', { productId, problem: 'Fake photo' });
  return { seller, reporter, productId, id: body.insertedId };
};

const stateOf = async (id: string): Promise<string> => (await admin.get(`/reportItem/${id}`)).body.state;

test('a phone that an admin removes from the list of all phones takes its reports along', async () => {
  const { reporter, productId, id } = await reported();
  expect((await admin.delete(`/products/${productId}`)).body.deletedCount).toBe(1);
  expect(await stateOf(id)).toBe('upheld');
  expect((await admin.post(`/reportItem/${id}/dismiss`, { reason: 'Fine' })).body.modifiedCount).toBe(0);
  await mailTo(market.address, reporter.email, 'The Pixel 8 Pro that you reported was removed');
});

test('a phone that goes with its deleted seller takes its reports along', async () => {
  const { reporter, seller, id } = await reported();
  expect((await admin.delete(`/users/${seller.id}`)).body.deletedCount).toBe(1);
  expect(await stateOf(id)).toBe('upheld');
  await mailTo(market.address, reporter.email, 'The Pixel 8 Pro that you reported was removed');
});

test('a report stays open when the seller removes the phone, and its dismissal does not say that it stays', async () => {
  const { reporter, seller, productId, id } = await reported();
  expect((await seller.delete(`/products/${productId}`)).body.deletedCount).toBe(1);
  expect(await stateOf(id)).toBe('open');
  expect(
    (await admin.post(`/reportItem/${id}/dismiss`, { reason: 'Nothing to do' })).body.modifiedCount,
  ).toBe(1);
  const title = 'We have looked at the Pixel 8 Pro that you reported';
  const { text } = await mailTo(market.address, reporter.email, title);
  expect(text).toContain('The listing was removed meanwhile');
  expect(text).not.toContain('The listing stays');
});

const titlesOf = async (person: TestPerson): Promise<string[]> =>
  (await person.get('/notifications')).body.map(({ title }: { title: string }) => title);

test('a seller is told when an admin removes their listing, and not when they do it themselves', async () => {
  const { seller, productId } = await reported();
  const own = await market.phone(seller, { model: 'Own Phone' });
  await seller.delete(`/products/${own}`);
  await admin.delete(`/products/${productId}`);
  const title = 'We removed your listing of the Pixel 8 Pro';
  const { text } = await mailTo(market.address, seller.email, title);
  expect(text).toContain('Nobody can see or book it any more');
  expect(text).toContain('/about/contact');
  expect(await titlesOf(seller)).toEqual([title]);
});

test('a seller is told that the order of a removed phone stays as it is, also if it has ended', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  const { body } = await sides.seller.get(`/orders/${id}`);
  expect((await sides.admin.delete(`/products/${body.productId}`)).body.deletedCount).toBe(1);
  const title = `We removed your listing of the ${body.model}`;
  const { text } = await mailTo(market.address, sides.seller.email, title);
  expect(text).toContain('Its order stays as it is.');
});

test('a seller is told when a report removes their listing, once', async () => {
  const { seller, id } = await reported();
  await Promise.all([admin.delete(`/reportItem?id=${id}`), admin.delete(`/reportItem?id=${id}`)]);
  await mailTo(market.address, seller.email, 'We removed your listing of the Pixel 8 Pro');
  expect(await titlesOf(seller)).toEqual(['We removed your listing of the Pixel 8 Pro']);
});

test('a seller whose account is deleted reads of that, and not of each of their phones', async () => {
  const seller = await market.person('seller');
  await market.phone(seller);
  await market.phone(seller);
  expect((await admin.delete(`/users/${seller.id}`)).status).toBe(200);
  // This mail arrives after any mail about those phones would have arrived.
  const { seller: other, productId } = await reported();
  await admin.delete(`/products/${productId}`);
  await mailTo(market.address, other.email, 'We removed your listing');
  const subjects = (await mailsTo(market.address, seller.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Your Ringback account was deleted']);
});
