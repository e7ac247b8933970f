// A phone that is removed while somebody holds it: the order says why it ended, and both sides are notified.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mailsTo, mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { holdDeadline } from './service.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const orders = async (buyer: TestPerson) =>
  (await buyer.get(`/bookedProduct?userEmail=${buyer.email}&ended=1`)).body;

test.each(['seller', 'admin'] as const)(
  'an order whose phone its %s removed says who ended it, until its buyer takes it off the list',
  async (role) => {
    const { buyer, productId, bookingId, ...others } = await held();
    await others[role].delete(`/products/${productId}`);
    const ended = {
      _id: bookingId,
      state: 'cancelled',
      endedBy: role,
      isPhoneRemoved: true,
      paid: false,
      holdExpiresAt: null,
    };
    expect(await orders(buyer)).toMatchObject([ended]);
    expect((await buyer.get(`/bookedProduct/${bookingId}`)).body).toMatchObject(ended);
    expect((await buyer.delete(`/bookedProduct?id=${bookingId}`)).body.deletedCount).toBe(1);
    expect(await orders(buyer)).toEqual([]);
  },
);

test('an order that its buyer deleted is off their list, and nobody gets mail of it', async () => {
  const { buyer, seller, admin, productId, bookingId } = await held();
  await buyer.delete(`/bookedProduct?id=${bookingId}`);
  expect(await orders(buyer)).toEqual([]);
  // Mail about the next booking arrives after any mail about the first one would have arrived.
  const other = await market.person('buyer');
  await market.booking(other, productId);
  await admin.delete(`/products/${productId}`);
  await mailTo(market.address, other.email, 'has ended');
  expect(await mailsTo(market.address, buyer.email)).toEqual([]);
  await mailTo(market.address, seller.email, 'has ended');
  const toSeller = await mailsTo(market.address, seller.email);
  expect(toSeller.filter(({ subject }) => subject.includes('has ended'))).toHaveLength(1);
});

test('both sides get mail that says who removed the phone, and that nothing was charged', async () => {
  const { buyer, seller, productId } = await held();
  await seller.delete(`/products/${productId}`);
  const toBuyer = await mailTo(market.address, buyer.email, 'Your booking of the Pixel 8 Pro has ended');
  expect(toBuyer.text).toContain('The seller removed the Pixel 8 Pro');
  expect(toBuyer.text).toContain('You have not been charged');
  const toSeller = await mailTo(market.address, seller.email, 'The booking of your Pixel 8 Pro has ended');
  expect(toSeller.text).toContain('they were not charged');
});

test('a buyer who is deleted gets no mail about a removed phone', async () => {
  const { buyer, seller, admin, productId } = await held();
  await admin.delete(`/users/${buyer.id}`);
  const other = await market.person('buyer');
  await market.booking(other, productId);
  await seller.delete(`/products/${productId}`);
  await mailTo(market.address, other.email, 'has ended');
  const subjects = (await mailsTo(market.address, buyer.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject !== 'Your Ringback account was deleted')).toEqual([]);
});

test('a seller and an admin see until when a phone is held, and nobody else does', async () => {
  const { buyer, seller, admin, productId, bookingId } = await held();
  const { holdExpiresAt } = (await buyer.get(`/bookedProduct/${bookingId}`)).body;
  const own = `/products?email=${seller.email}`;
  expect((await seller.get(own)).body).toMatchObject([{ _id: productId, heldUntil: holdExpiresAt }]);
  expect((await admin.get(own)).body).toMatchObject([{ _id: productId, heldUntil: holdExpiresAt }]);
  expect((await market.stranger.get(`/products/${productId}`)).body).not.toHaveProperty('heldUntil');
  await buyer.delete(`/bookedProduct?id=${bookingId}`);
  expect((await seller.get(own)).body[0]).not.toHaveProperty('heldUntil');
});

test('the booking of a suspended buyer is not said to have lost its phone', async () => {
  const { buyer, admin, bookingId } = await held();
  await admin.post(`/users/${buyer.id}/suspend`, { reason: 'Stolen cards.' });
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body).toMatchObject({
    state: 'cancelled',
    endedBy: 'admin',
    isPhoneRemoved: false,
  });
});

test('a phone of a suspended seller is not said to be for sale again', async () => {
  const { buyer, seller, admin, productId, bookingId } = await held();
  await admin.post(`/users/${seller.id}/suspend`, { reason: 'Fake phones.' });
  await buyer.delete(`/bookedProduct?id=${bookingId}`);
  const cancelled = await mailTo(market.address, seller.email, 'The booking of your Pixel 8 Pro has ended');
  expect(cancelled.text).toContain('Buyers do not see it at present.');
  await admin.post(`/users/${seller.id}/lift-suspension`, {});
  const other = await market.person('buyer');
  await market.booking(other, productId);
  await admin.post(`/users/${seller.id}/suspend`, { reason: 'Fake phones.' });
  market.clock.advance(24 * 60 + 1);
  await runDue(market.services, holdDeadline);
  const over = await mailTo(market.address, other.email, 'Your time to pay for the Pixel 8 Pro is over');
  expect(over.text).not.toContain('for sale again');
  expect(over.text).toContain('/search?q=Pixel%208%20Pro');
});

async function held() {
  const [buyer, seller, admin] = await Promise.all([
    market.person('buyer'),
    market.person('seller'),
    market.person('admin'),
  ]);
  const productId = await market.phone(seller);
  return { buyer, seller, admin, productId, bookingId: await market.booking(buyer, productId) };
}
