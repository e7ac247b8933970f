// Page, webhook and reconciling job report one charge, in every order.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { payments } from '#db/tables/payments.ts';
import { expectAgreement } from '#testing/agreement.ts';
import {
  beginOrder,
  beginPayment,
  chargeEvent,
  confirmCard,
  deliver,
  intentOf,
  openSilentMarket,
  report,
} from '#testing/card-processor.ts';
import { type Market, type TestPerson } from '#testing/market.ts';
import { act } from '#testing/order-requests.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { holdDeadline } from '#server/bookings/service.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test('the page reports first, the webhook later', async () => {
  const { buyer, productId, bookingId, secret } = await charged();
  const reply = await report(buyer, bookingId, intentOf(secret));
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ acknowledged: true, insertedId: await paymentId(secret) });
  expect(await isPaid(buyer, bookingId)).toBe(true);
  const late = await deliver(market, await chargeEvent(market, intentOf(secret)));
  expect(late).toMatchObject({ status: 200, body: { received: true } });
  await expectAgreement(market.services, productId);
});

test('the webhook comes first, the page later and gets the same payment', async () => {
  const { buyer, productId, bookingId, secret } = await charged();
  await deliver(market, await chargeEvent(market, intentOf(secret)));
  expect(await isPaid(buyer, bookingId)).toBe(true);
  const reply = await report(buyer, bookingId, intentOf(secret));
  expect(reply).toMatchObject({ status: 200, body: { insertedId: await paymentId(secret) } });
  await expectAgreement(market.services, productId);
});

test('the webhook comes three times, at once and again', async () => {
  const { buyer, productId, bookingId, secret } = await charged();
  const event = await chargeEvent(market, intentOf(secret));
  const replies = await Promise.all([deliver(market, event), deliver(market, event)]);
  replies.push(await deliver(market, event));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await isPaid(buyer, bookingId)).toBe(true);
  await expectAgreement(market.services, productId);
});

test('without a report by page or webhook, the reconciling job finds the charge', async () => {
  const { buyer, productId, bookingId, secret } = await charged();
  market.clock.advance(1);
  expect(await reconcilePayments(market.services)).toBeGreaterThan(0);
  expect(await isPaid(buyer, bookingId)).toBe(true);
  expect((await report(buyer, bookingId, intentOf(secret))).status).toBe(200);
  await expectAgreement(market.services, productId);
});

test('page, webhook and reconciling job come at the same moment', async () => {
  const { buyer, productId, bookingId, secret } = await charged();
  const event = await chargeEvent(market, intentOf(secret));
  market.clock.advance(1);
  const [page, again, webhook] = await Promise.all([
    report(buyer, bookingId, intentOf(secret)),
    report(buyer, bookingId, intentOf(secret)),
    deliver(market, event),
    reconcilePayments(market.services),
  ]);
  expect([page.status, again.status, webhook.status]).toEqual([200, 200, 200]);
  expect(page.body.insertedId).toBe(again.body.insertedId);
  await expectAgreement(market.services, productId);
});

test('reporting a payment twice gives the same id', async () => {
  const { buyer, productId, bookingId, secret } = await charged();
  const first = await report(buyer, bookingId, intentOf(secret));
  const second = await report(buyer, bookingId, intentOf(secret));
  expect(second).toMatchObject({ status: 200, body: first.body });
  await expectAgreement(market.services, productId);
});

test('a refused card buys nothing, and the next one pays once', async () => {
  const { buyer, productId, bookingId, secret } = await beginOrder(market);
  const refused = await confirmCard(market, secret, 'pm_card_chargeDeclined');
  expect(refused).toMatchObject({ status: 402, body: { error: { message: 'Your card was declined.' } } });
  expect((await report(buyer, bookingId, intentOf(secret))).status).toBe(402);
  expect(await isPaid(buyer, bookingId)).toBe(false);
  expect((await confirmCard(market, secret)).status).toBe(200);
  expect((await report(buyer, bookingId, intentOf(secret))).status).toBe(200);
  await expectAgreement(market.services, productId);
});

test('two tabs that pay at once charge the card once', async () => {
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'));
  const bookingId = await market.booking(buyer, productId);
  const secrets = await Promise.all([beginPayment(buyer, bookingId), beginPayment(buyer, bookingId)]);
  expect(secrets[0]).toBe(secrets[1]);
  const confirmed = await Promise.all(secrets.map((secret) => confirmCard(market, secret)));
  expect(new Set(confirmed.map(({ status }) => status))).toEqual(new Set([200, 400]));
  const replies = await Promise.all(secrets.map((secret) => report(buyer, bookingId, intentOf(secret))));
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(replies[0]?.body.insertedId).toBe(replies[1]?.body.insertedId);
  await expectAgreement(market.services, productId);
});

test('a sale ends the advertisement and takes the phone off the lists', async () => {
  const { buyer, seller, productId, bookingId, secret } = await beginOrder(market);
  expect((await seller.post('/adsProducts', { uniqId: productId })).status).toBe(200);
  await confirmCard(market, secret);
  expect((await report(buyer, bookingId, intentOf(secret))).status).toBe(200);
  const ads = await market.stranger.get('/adsProducts');
  expect(ads.body.map(({ uniqId }: { uniqId: string }) => uniqId)).not.toContain(productId);
  // The spec's page sends these requests afterwards: they are unnecessary and harmless.
  expect((await market.stranger.delete(`/products/${productId}`)).status).toBe(401);
  expect((await buyer.delete(`/products/${productId}`)).status).toBe(403);
  expect((await buyer.delete(`/adsProducts?id=${productId}`)).status).toBe(403);
  expect(await isPaid(buyer, bookingId)).toBe(true);
  await expectAgreement(market.services, productId);
});

test('a payment after the hold’s end buys the phone while it is free', async () => {
  const { buyer, productId, bookingId, secret } = await beginOrder(market);
  market.clock.advance(6);
  await runDue(market.services, holdDeadline);
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.state).toBe('expired');
  await confirmCard(market, secret);
  expect((await report(buyer, bookingId, intentOf(secret))).status).toBe(200);
  expect(await isPaid(buyer, bookingId)).toBe(true);
  await expectAgreement(market.services, productId);
});

test('a paid order that its buyer takes off their list, once it has ended, stays paid', async () => {
  const { buyer, productId, bookingId, secret } = await charged();
  await report(buyer, bookingId, intentOf(secret));
  expect((await buyer.delete(`/bookedProduct?id=${bookingId}`)).status).toBe(409);
  await act(buyer, bookingId, 'confirm-receipt');
  await act(buyer, bookingId, 'accept');
  expect((await buyer.delete(`/bookedProduct?id=${bookingId}`)).body.deletedCount).toBe(1);
  expect((await buyer.delete(`/bookedProduct?id=${bookingId}`)).body.deletedCount).toBe(0);
  await expectAgreement(market.services, productId);
});

/** A booking whose card is charged, before any report of the charge. */
async function charged() {
  const all = await beginOrder(market);
  expect((await confirmCard(market, all.secret)).body.status).toBe('succeeded');
  return all;
}

async function isPaid(buyer: TestPerson, bookingId: string): Promise<boolean> {
  const { body } = await buyer.get(`/bookedProduct/${bookingId}`);
  return body.paid;
}

async function paymentId(secret: string): Promise<string | undefined> {
  const own = eq(payments.transactionId, intentOf(secret));
  const [row] = await market.services.db.select({ id: payments.id }).from(payments).where(own);
  return row?.id;
}
