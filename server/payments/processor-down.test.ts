// A failing card processor: the caller gets a clear error code, nothing is lost, and everything can be paid later.
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { minuteMs } from '#contract/durations.ts';
import { expectAgreement } from '#testing/agreement.ts';
import {
  beginPayment,
  confirmCard,
  failCreating,
  intentOf,
  openSilentMarket,
  report,
  takeProcessorDown,
} from '#testing/card-processor.ts';
import { type Market } from '#testing/market.ts';
import { createStripeClient } from '#server/platform/stripe/stripe-client.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { createPaymentIntent, recordPayment } from './service.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test('a processor that fails gives a coded 502, and everything can be paid later', async () => {
  const { buyer, productId, bookingId } = await booked();
  const charged = await booked();
  const secret = await beginPayment(charged.buyer, charged.bookingId);
  await confirmCard(market, secret);

  const back = await takeProcessorDown(market);
  try {
    const begin = await buyer.post('/create-payment-intent', { paymentId: bookingId });
    expect(begin).toMatchObject({
      status: 502,
      body: { code: 'payments.processor-unreachable', acknowledged: false },
    });
    expect((await report(charged.buyer, charged.bookingId, intentOf(secret))).status).toBe(502);
    expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.state).toBe('held');
  } finally {
    await back();
  }

  const later = await beginPayment(buyer, bookingId);
  await confirmCard(market, later);
  expect((await report(buyer, bookingId, intentOf(later))).status).toBe(200);
  expect((await report(charged.buyer, charged.bookingId, intentOf(secret))).status).toBe(200);
  await expectAgreement(market.services, productId);
  await expectAgreement(market.services, charged.productId);
});

test('what a processor refuses for reasons of ours is a failure of the server, without its words', async () => {
  const { buyer, bookingId } = await booked();
  const { stripe } = market.services;
  const refuse = vi.spyOn(stripe.paymentIntents, 'create').mockRejectedValue(
    new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      statusCode: 400,
      message: 'Your account cannot currently make live charges.',
    }),
  );
  onTestFinished(() => refuse.mockRestore());
  const { status, body } = await buyer.post('/create-payment-intent', { paymentId: bookingId });
  expect([status, body.code]).toEqual([500, 'server.failed']);
  expect(body.message).not.toContain('account');
});

test.each([
  ['that nobody answers for', 'http://127.0.0.1:1', 'sk_test_sandbox'],
  ['that does not take our key', undefined, 'sk_test_of_somebody_else'],
])('a processor %s is unreachable', async (_what, apiBase, secretKey) => {
  const { buyer, bookingId } = await booked();
  const charged = await booked();
  const transactionId = intentOf(await beginPayment(charged.buyer, charged.bookingId));
  const stripe = createStripeClient({
    secretKey,
    apiBase: apiBase ?? `${market.address}/sandbox/stripe`,
    timeoutMs: 1000,
    maxNetworkRetries: 0,
  });
  const services = { ...market.services, stripe };
  const unreachable = { code: 'payments.processor-unreachable', status: 502 };
  await expect(createPaymentIntent(services, bookingId)).rejects.toMatchObject(unreachable);
  await expect(
    recordPayment(services, { paymentId: charged.bookingId, transactionId }),
  ).rejects.toMatchObject(unreachable);
  market.clock.advance(1);
  await expect(reconcilePayments(services)).rejects.toMatchObject(unreachable);
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.state).toBe('held');
});

test('a failure that the processor repeats for a day for the same key does not stop a payment', async () => {
  const { buyer, productId, bookingId } = await booked();
  const mend = await failCreating(market, 'payment_intent');
  const begin = await buyer.post('/create-payment-intent', { paymentId: bookingId });
  expect(begin).toMatchObject({ status: 502, body: { code: 'payments.processor-unreachable' } });
  await mend();
  market.clock.advance(1);
  const secret = await beginPayment(buyer, bookingId);
  await confirmCard(market, secret);
  expect((await report(buyer, bookingId, intentOf(secret))).status).toBe(200);
  await expectAgreement(market.services, productId);
});

test('two tabs that begin at the turn of a minute continue with one intent, also after a cancelled one', async () => {
  const { services } = market;
  const { bookingId } = await booked();
  const beginAt = (minute: number) =>
    createPaymentIntent({ ...services, clock: { now: () => new Date(minute * minuteMs) } }, bookingId);
  const [first, other] = await Promise.all([beginAt(1), beginAt(2)]);
  expect(other).toBe(first);
  await services.stripe.paymentIntents.cancel(intentOf(first));
  const [next, same] = await Promise.all([beginAt(3), beginAt(4)]);
  expect(same).toBe(next);
  expect(next).not.toBe(first);
});

async function booked() {
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'));
  return { buyer, productId, bookingId: await market.booking(buyer, productId) };
}
