// What does not count as a payment: forged, foreign, cheaper and reused transactions, unsigned events, a processor that
// is down.
import { eq } from 'drizzle-orm';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { hourMs } from '#contract/durations.ts';
import { system } from '#contract/states.ts';
import { payments } from '#db/tables/payments.ts';
import { expectAgreement } from '#testing/agreement.ts';
import {
  beginOrder,
  chargeApart,
  chargeEvent,
  confirmCard,
  deliver,
  intentOf,
  openSilentMarket,
  report,
  sendEvent,
} from '#testing/card-processor.ts';
import { lockWaits } from '#testing/database.ts';
import { listLedgerEntries, sumLedgerOfKind } from '#server/ledger/service.ts';
import { keyOfMinute } from '#server/platform/stripe/stored-failure.ts';
import { type Market } from '#testing/market.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { createLog } from '#server/platform/log/log.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { recordRefunds } from './record-refunds.ts';
import { changeTransaction, getByBooking, lockPayment, movePayment } from './repository.ts';
import { webhookRoutes } from './routes.ts';
import { settleCharge } from './settle-charge.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test('a forged transaction id buys nothing', async () => {
  const { buyer, productId, bookingId } = await beginOrder(market);
  for (const transactionId of ['pi_forged', 'nonsense', "pi_'--", `pi_${'x'.repeat(200)}`]) {
    const reply = await report(buyer, bookingId, transactionId);
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'payments.does-not-fit', acknowledged: false },
    });
  }
  await expectAgreement(market.services, productId);
});

test('the transaction that paid another booking buys nothing', async () => {
  const paid = await beginOrder(market);
  await confirmCard(market, paid.secret);
  await report(paid.buyer, paid.bookingId, intentOf(paid.secret));
  const { buyer, productId, bookingId } = await beginOrder(market, paid.buyer);
  expect((await report(buyer, bookingId, intentOf(paid.secret))).status).toBe(409);
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.paid).toBe(false);
  await expectAgreement(market.services, productId);
  await expectAgreement(market.services, paid.productId);
});

test('a payment that is just being prepared is not prepared twice, and the person is told so', async () => {
  const buyer = await market.person('buyer');
  const bookingId = await market.booking(buyer, await market.phone(await market.person('seller')));
  const begin = () => buyer.post('/create-payment-intent', { paymentId: bookingId });
  const run = market.clock.hold();
  // Locks it as the card processor does while it answers another call with this key.
  const held = await market.services.db.$client.connect();
  await held.query('begin');
  await held.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `sandbox_stripe:${keyOfMinute(`booking-${bookingId}`, market.clock.now())}`,
  ]);
  const meanwhile = await begin();
  run();
  await held.query('rollback');
  held.release();
  expect([meanwhile.status, meanwhile.body.code]).toEqual([409, 'payments.under-way']);
  expect((await begin()).status).toBe(200);
});

test('another buyer’s payment cannot be reported for one’s own booking', async () => {
  const { bookingId, secret } = await beginOrder(market);
  await confirmCard(market, secret);
  const stranger = await market.person('buyer');
  expect((await report(stranger, bookingId, intentOf(secret))).status).toBe(403);
  expect((await stranger.post('/create-payment-intent', { paymentId: bookingId })).status).toBe(403);
});

test('a cheaper charge with this booking’s name on it buys nothing', async () => {
  const { buyer, productId, bookingId } = await beginOrder(market);
  const cheap = await chargeApart(market, 100, bookingId);
  expect((await report(buyer, bookingId, cheap)).status).toBe(409);
  expect((await deliver(market, await chargeEvent(market, cheap))).status).toBe(200);
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.paid).toBe(false);
  await expectAgreement(market.services, productId);
});

test('an own intent that was changed at the processor buys nothing', async () => {
  const { bookingId: other } = await beginOrder(market);
  for (const change of [{ amount: 100 }, { metadata: { bookingId: other } }]) {
    const { buyer, bookingId, secret } = await beginOrder(market);
    await market.services.stripe.paymentIntents.update(intentOf(secret), change);
    await confirmCard(market, secret);
    expect((await report(buyer, bookingId, intentOf(secret))).status).toBe(409);
    expect((await deliver(market, await chargeEvent(market, intentOf(secret)))).status).toBe(200);
    expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.paid).toBe(false);
  }
});

test('a charge in another currency buys nothing', async () => {
  const { buyer, bookingId } = await beginOrder(market);
  const foreign = await chargeApart(market, 42_050, bookingId, { currency: 'eur' });
  await deliver(market, await chargeEvent(market, foreign));
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.paid).toBe(false);
  expect(await listLedgerEntries(market.services.db, `charge:${foreign}`)).toEqual([]);
  const isIts = eq(payments.bookingId, bookingId);
  await market.services.db.update(payments).set({ transactionId: foreign }).where(isIts);
  expect((await report(buyer, bookingId, foreign)).status).toBe(409);
});

test('a payment that is not confirmed yet is refused with 402', async () => {
  const { buyer, bookingId, secret } = await beginOrder(market);
  const reply = await report(buyer, bookingId, intentOf(secret));
  expect(reply).toMatchObject({ status: 402, body: { code: 'payments.not-succeeded', acknowledged: false } });
});

test('a booking has one intent, over the booking’s amount whatever the body says', async () => {
  const { buyer, bookingId, secret } = await beginOrder(market);
  const again = await buyer.post('/create-payment-intent', { paymentId: bookingId, sell: 1 });
  expect(again.body).toEqual({ clientSecret: secret });
  const intent = await market.services.stripe.paymentIntents.retrieve(intentOf(secret));
  expect(intent).toMatchObject({ amount: 42_050, currency: 'usd', metadata: { bookingId } });
});

test('a buyer whose charge was given back before it was reported can pay again', async () => {
  const { buyer, bookingId, secret, productId } = await beginOrder(market);
  const first = intentOf(secret);
  await confirmCard(market, secret);
  await market.services.stripe.refunds.create({ payment_intent: first });
  const begin = async () => (await buyer.post('/create-payment-intent', { paymentId: bookingId })).body;
  const next = await begin();
  expect(next.clientSecret).not.toBe(secret);
  expect(await begin()).toEqual(next);
  await confirmCard(market, next.clientSecret);
  expect((await deliver(market, await chargeEvent(market, first))).status).toBe(200);
  // By a tab that still has the first charge.
  const refusal = { code: 'payments.refunded', detail: expect.stringContaining('was given back') };
  expect(await report(buyer, bookingId, first)).toMatchObject({ status: 409, body: refusal });
  expect((await report(buyer, bookingId, intentOf(next.clientSecret))).status).toBe(200);
  expect((await listLedgerEntries(market.services.db, `charge:${first}`)).length).toBe(2);
  expect(await sumLedgerOfKind(market.services.db, first, 'refund-succeeded')).toBe(42_050);
  await expectAgreement(market.services, productId);
});

/**
 * Works on a charge that was given back while another transaction gives its booking's payment the next intent.
 *
 * @param work waits for the payment's row
 * @param change what else that transaction changes
 */
async function whileReplaced(
  work: (charge: string) => Promise<unknown>,
  change: (tx: Transaction, paymentId: string) => Promise<unknown>,
): Promise<{ first: string; next: string; bookingId: string }> {
  const { bookingId, secret } = await beginOrder(market);
  const { db, stripe } = market.services;
  const first = intentOf(secret);
  await confirmCard(market, secret);
  await stripe.refunds.create({ payment_intent: first });
  const { id } = await getByBooking(db, bookingId);
  const next = `pi_next_${id}`;
  const { working } = await db.transaction(async (tx) => {
    await lockPayment(tx, id);
    const started = { working: work(first) };
    await expect.poll(() => lockWaits(db), { interval: 5 }).toBeGreaterThan(0);
    await changeTransaction(tx, id, next);
    await change(tx, id);
    return started;
  });
  await working;
  return { first, next, bookingId };
}

test('a charge that was given back does not touch the intent that replaces it at that moment', async () => {
  const { services } = market;
  const { first, next, bookingId } = await whileReplaced(
    (charge) => settleCharge(services, charge),
    async () => undefined,
  );
  expect(await getByBooking(services.db, bookingId)).toMatchObject({ state: 'pending' });
  expect(await listLedgerEntries(services.db, `charge:${next}`)).toEqual([]);
  expect(await sumLedgerOfKind(services.db, first, 'refund-succeeded')).toBe(42_050);
});

test('refunds of a charge that was given back change nothing of the charge that pays at that moment', async () => {
  const { services } = market;
  const { bookingId } = await whileReplaced(
    (charge) => recordRefunds(services, charge),
    (tx, id) => movePayment(tx, id, 'succeeded', { actor: system }),
  );
  const paid = { state: 'succeeded', refundCents: 0 };
  expect(await getByBooking(services.db, bookingId)).toMatchObject(paid);
});

test('a paid booking is not charged again', async () => {
  const { buyer, bookingId, secret } = await beginOrder(market);
  await confirmCard(market, secret);
  // Charged, but not reported to us yet: asking the processor settles it.
  for (let round = 0; round < 2; round += 1) {
    const again = await buyer.post('/create-payment-intent', { paymentId: bookingId });
    expect(again).toMatchObject({ status: 409, body: { code: 'payments.already-paid' } });
    expect(again.body.message).toContain('not been charged again');
  }
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.paid).toBe(true);
});

test('an event without a right and fresh signature is refused', async () => {
  const { buyer, bookingId, secret } = await beginOrder(market);
  await confirmCard(market, secret);
  const event = await chargeEvent(market, intentOf(secret));
  const wrong = [
    { secret: 'whsec_other' },
    { at: Date.now() - hourMs },
    { signature: '' },
    { signature: 't=1,v1=00' },
  ];
  for (const changes of wrong) {
    const reply = await deliver(market, event, changes);
    expect(reply).toMatchObject({ status: 400, body: { code: 'payments.signature' } });
  }
  const { rows } = await market.services.db.$client.query(
    'select 1 from processor_events where event_id = $1',
    [event.id],
  );
  expect(rows).toEqual([]);
  const bare = await market.stranger.request('POST', '/webhooks/stripe');
  expect(bare.status).toBe(400);
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.paid).toBe(false);
});

test.each([
  ['nothing', {}],
  ['no time', { id: 'evt_1', type: 'refund.created', data: { object: {} } }],
  ['no object', { id: 'evt_1', type: 'refund.created', created: 1, data: {} }],
  ['a zero byte in its id', { id: 'evt_\0', type: 'refund.created', created: 1, data: { object: {} } }],
])('a signed message with %s is no event', async (_what, message) => {
  const reply = await sendEvent(market, message);
  expect(reply).toMatchObject({ status: 400, body: { code: 'payments.not-an-event' } });
});

test('events of other kinds and of other shops are acknowledged and change nothing', async () => {
  const { buyer, bookingId, secret } = await beginOrder(market);
  await confirmCard(market, secret);
  const event = await chargeEvent(market, intentOf(secret));
  const object = { ...event.data.object, id: 'pi_of_another_shop' };
  for (const each of [
    { ...event, id: 'evt_invoice', type: 'invoice.paid' },
    { ...event, id: 'evt_tomorrow', type: 'kind.of.tomorrow' },
    { ...event, id: 'evt_foreign', data: { object } },
  ])
    expect(await deliver(market, each)).toMatchObject({ status: 200, body: { received: true } });
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.paid).toBe(false);
});

test('a payment that cannot be checked does not prevent others from being reconciled', async () => {
  const lost = await beginOrder(market);
  const good = await beginOrder(market);
  await confirmCard(market, good.secret);
  await market.services.db.$client.query('delete from sandbox_stripe.objects where id = $1', [
    intentOf(lost.secret),
  ]);
  market.clock.advance(1);
  await reconcilePayments(market.services);
  expect((await good.buyer.get(`/bookedProduct/${good.bookingId}`)).body.paid).toBe(true);
});

test('a webhook with another secret is logged with the name of the setting, once a minute', async () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => lines.push(line) });
  const { services } = market;
  const app = fastify();
  await app.register(webhookRoutes, {
    prefix: '/api',
    ...services,
    log,
    webhookSecret: 'whsec_mistyped',
    connectWebhookSecret: undefined,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  for (let times = 0; times < 2; times += 1) await sendEvent({ address, services }, { id: 'evt_1' });
  await app.close();
  expect(lines).toEqual([expect.stringContaining('its signature does not match STRIPE_WEBHOOK_SECRET"')]);
});
