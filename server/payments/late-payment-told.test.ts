// What a buyer reads of money that came after their booking had ended, until they have it back.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import {
  beginOrder,
  chargeApart,
  confirmCard,
  endRefunds,
  intentOf,
  openSilentMarket,
  report,
} from '#testing/card-processor.ts';
import { failedForGood, lateCharge, payTooLate } from '#testing/late-charges.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { mailsTo, mailTo } from '#testing/mailbox.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { signInAgain } from '#testing/sign-in-again.ts';
import { recordChargebacks } from './record-chargebacks.ts';
import { recordRefunds } from './record-refunds.ts';
import { refundCharge } from './refund-charge.ts';
import { settleCharge } from './settle-charge.ts';
import { settlePayment } from './settle-payment.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openSilentMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());
// Runs before the market is closed: hooks end in the opposite order.
afterAll(() => expectBooks(market));

test('money that a bank holds is not said to be uncharged, nor to be on its way', async () => {
  const { stripe } = market.services;
  const order = await payTooLate(market, 'pm_card_createDispute');
  const { buyer, bookingId, intent } = order;
  expect(await settlePayment(market.services, await stripe.paymentIntents.retrieve(intent))).toBe('refund');
  await recordChargebacks(market.services, intent);
  await refundCharge(market.services, intent);
  expect(await bookingOf(order)).toMatchObject({ state: 'expired', latePayment: 'at-bank', orderId: null });
  const asBuyer = await signInAgain(market, buyer);
  const listed = async (query: string) => (await asBuyer.get(`/bookedProduct?${query}`)).body;
  expect(await listed('ended=1')).toMatchObject([{ _id: bookingId, latePayment: 'at-bank' }]);
  expect(await listed('')).toEqual([]);
  expect((await asBuyer.get('/bookedProduct/counts')).body[0]).toMatchObject({ count: 1 });
  const { body: privacy } = await (await signInAgain(market, buyer)).get('/privacy');
  expect(privacy.obstacles).toEqual([
    { what: 'The Pixel 8 Pro, about which a bank has still to decide', path: null },
  ]);
  const { body } = await (await signInAgain(market, admin)).get('/chargebacks?limit=100');
  // There is no order that the admin could open.
  expect(body.find((each: { transactionId: string }) => each.transactionId === intent)).toMatchObject({
    bookingId,
    orderId: null,
  });
  const news = await mailTo(market.address, admin.email, 'A bank has taken back a payment of $420.50');
  expect(news.text).toContain('We refund nothing of it until the bank has decided.');

  const { data } = await stripe.disputes.list({ payment_intent: intent });
  await stripe.disputes.close(data[0]?.id ?? '');
  await recordChargebacks(market.services, intent);
  expect(await bookingOf(order)).toMatchObject({ state: 'refunded', latePayment: 'elsewhere' });
  const told = await mailTo(market.address, buyer.email, 'You have your money for the Pixel 8 Pro back');
  expect(told.text).toContain('your bank has taken all of it back for you');
});

test('money that goes back by a refund is said to do so, before and after the refund', async () => {
  const order = await lateCharge(market, 'pm_card_visa');
  expect(await bookingOf(order)).toMatchObject({ state: 'expired', latePayment: 'returning' });
  const again = await (
    await signInAgain(market, order.buyer)
  ).post('/create-payment-intent', {
    paymentId: order.bookingId,
  });
  expect(again).toMatchObject({ status: 409, body: { code: 'payments.refunded' } });
  await refundCharge(market.services, order.intent);
  expect(await bookingOf(order)).toMatchObject({ state: 'refunded', latePayment: 'returning' });
  await mailTo(market.address, order.buyer.email, 'Your $420.50 for the Pixel 8 Pro is on its way back');
});

test('money that the card refuses is said to wait for another way, and then to have gone back', async () => {
  const order = await failedForGood(market);
  expect(await bookingOf(order)).toMatchObject({ latePayment: 'delayed' });
  const caller = await signInAgain(market, admin);
  const { body } = await caller.get('/chargeIssues?limit=100');
  const issue = body.find((each: { transactionId: string }) => each.transactionId === order.intent);
  await caller.post(`/chargeIssues/${issue._id}/settle`, { reference: 'SEPA 42' });
  expect(await bookingOf(order)).toMatchObject({ state: 'refunded', latePayment: 'elsewhere' });
  await mailTo(market.address, order.buyer.email, 'was paid back in another way');
});

test('a booking without a payment has no such money', async () => {
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'));
  const bookingId = await market.booking(buyer, productId);
  await buyer.delete(`/bookedProduct?id=${bookingId}`);
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body).toMatchObject({
    state: 'cancelled',
    latePayment: null,
  });
});

test('nobody whose second charge is not given back yet can delete their account', async () => {
  const { buyer, bookingId, secret } = await beginOrder(market);
  await confirmCard(market, secret);
  expect((await report(buyer, bookingId, intentOf(secret))).status).toBe(200);
  const second = await chargeApart(market, 42_050, bookingId);
  await settleCharge(market.services, second);
  const { obstacles } = (await buyer.get('/privacy')).body;
  const what = 'A charge of $420.50 that was not needed, which one of us has still to give back';
  expect(obstacles).toContainEqual({ what, path: null });
});

test('a second charge whose refund fails after it has succeeded is not said to go back each time', async () => {
  const { buyer, bookingId, secret } = await beginOrder(market);
  await confirmCard(market, secret);
  await report(buyer, bookingId, intentOf(secret));
  const second = await chargeApart(market, 42_050, bookingId, { card: 'pm_card_refundFail' });
  await settleCharge(market.services, second);
  const caller = await signInAgain(market, admin);
  const { body } = await caller.get('/chargeIssues?limit=100');
  const issue = body.find((each: { transactionId: string }) => each.transactionId === second);
  await caller.post(`/chargeIssues/${issue._id}/refund`);
  await mailTo(market.address, buyer.email, '$420.50 goes back to your card');
  for (let time = 0; time < 2; time += 1) {
    await refundCharge(market.services, second);
    await endRefunds(market);
    await recordRefunds(market.services, second);
  }
  await refundCharge(market.services, second);
  // Mail about the next charge arrives after any mail about this one would have arrived.
  await settleCharge(market.services, await chargeApart(market, 42_050, bookingId));
  await vi.waitFor(async () => expect(await mailsAbout(buyer, 'too much')).toBe(2), polling);
  expect(await mailsAbout(buyer, 'goes back to your card')).toBe(1);
});

const polling = { timeout: 20_000, interval: 50 };

const mailsAbout = async ({ email }: TestPerson, about: string): Promise<number> =>
  (await mailsTo(market.address, email)).filter(({ subject }) => subject.includes(about)).length;

const bookingOf = async ({ buyer, bookingId }: { buyer: TestPerson; bookingId: string }) =>
  (await (await signInAgain(market, buyer)).get(`/bookedProduct/${bookingId}`)).body;
