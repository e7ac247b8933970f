// Charges without a payment in the database: found again after a restore, or shown to an admin.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { chargeIssues, eventReading, payments } from '#db/tables/payments.ts';
import { chargedBy, expectAgreement } from '#testing/agreement.ts';
import {
  beginOrder,
  chargeApart,
  chargeEvent,
  confirmCard,
  deliver,
  intentOf,
  openSilentMarket,
  type Order,
  readNewEvents,
  report,
} from '#testing/card-processor.ts';
import { listLedgerEntries, sumLedgerOfKind } from '#server/ledger/service.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { recordedAbout } from '#testing/recorded-actions.ts';
import { signInAgain } from '#testing/sign-in-again.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { claimRefunding } from './store-issues.ts';
import { settleCharge } from './settle-charge.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openSilentMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());

test('a charge whose payment a restore has lost is found again and pays its booking', async () => {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  await forget(order.bookingId);
  await readWholeList();
  expect((await order.buyer.get(`/bookedProduct/${order.bookingId}`)).body).toMatchObject({
    paid: true,
    transactionId: intentOf(order.secret),
  });
  await expectAgreement(market.services, order.productId);
  expect(await readWholeList()).toBe(0);
});

test('a charge whose booking has another intent since the restore pays it, a second one is shown', async () => {
  const order = await beginOrder(market);
  const second = await chargeApart(market, 42_050, order.bookingId);
  await readWholeList();
  expect((await order.buyer.get(`/bookedProduct/${order.bookingId}`)).body.paid).toBe(true);
  await confirmCard(market, order.secret);
  await readWholeList();
  expect(await issueOf(second)).toBeUndefined();
  expect(await issueOf(intentOf(order.secret))).toMatchObject({
    problem: 'paid-already',
    state: 'open',
    amount: 420.5,
    buyer: { email: order.buyer.email },
  });
});

test('a charge that was given back while its payment was lost pays nothing', async () => {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  await market.services.stripe.refunds.create({ payment_intent: intentOf(order.secret) });
  await forget(order.bookingId);
  await readWholeList();
  expect((await order.buyer.get(`/bookedProduct/${order.bookingId}`)).body.paid).toBe(false);
  expect(await issueOf(intentOf(order.secret))).toBeUndefined();
  expect(await readWholeList()).toBe(0);
});

const given = {
  status: 409,
  body: { code: 'payments.refunded', detail: expect.stringContaining('given back') },
};
/** Who tells the server of a charge, and what they are answered. */
const tellers: [string, (order: Order) => Promise<unknown>, object | undefined][] = [
  ['an event', ({ secret }) => settleCharge(market.services, intentOf(secret)), undefined],
  ['its page', ({ buyer, bookingId, secret }) => report(buyer, bookingId, intentOf(secret)), given],
  [
    'its page, opened again,',
    ({ buyer, bookingId: paymentId }) => buyer.post('/create-payment-intent', { paymentId }),
    { status: 200 },
  ],
];
test.each(tellers)(
  'a charge that was refunded before %s reported it pays nothing',
  async (_, tell, answer) => {
    const order = await beginOrder(market);
    const intent = intentOf(order.secret);
    await confirmCard(market, order.secret);
    await market.services.stripe.refunds.create({ payment_intent: intent });
    const told = await tell(order);
    if (answer !== undefined) expect(told).toMatchObject(answer);
    expect((await order.buyer.get(`/bookedProduct/${order.bookingId}`)).body.paid).toBe(false);
    expect(await paymentState(order.bookingId)).not.toBe('succeeded');
    expect((await listLedgerEntries(market.services.db, `charge:${intent}`)).length).toBe(2);
    expect(await sumLedgerOfKind(market.services.db, intent, 'refund-succeeded')).toBe(42_050);
  },
);

test('only what is newer than the mark is read, and the whole list once an hour', async () => {
  await readWholeList();
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  await forget(order.bookingId);
  expect(await readNewEvents(market)).toBe(1);
  expect((await order.buyer.get(`/bookedProduct/${order.bookingId}`)).body.paid).toBe(true);
});

test('after the clock was ahead, the list and refunds are still read', async () => {
  await readWholeList();
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  await forget(order.bookingId);
  const intent = await chargeApart(market, 2_000);
  await deliver(market, await chargeEvent(market, intent));
  const tomorrow = new Date(market.clock.now().getTime() + dayMs);
  await market.services.db
    .update(eventReading)
    .set({ claimedUntil: tomorrow, readTo: tomorrow, readWholeAt: tomorrow });
  await market.services.db
    .update(chargeIssues)
    .set({ state: 'refunding', checkedAt: tomorrow })
    .where(eq(chargeIssues.transactionId, intent));
  expect(await readNewEvents(market)).toBe(1);
  expect((await order.buyer.get(`/bookedProduct/${order.bookingId}`)).body.paid).toBe(true);
  expect(await claimRefunding(market.services.db, market.clock.now(), 50)).toContain(intent);
  // Other tests count the issues whose refund is in progress.
  await market.services.db
    .update(chargeIssues)
    .set({ state: 'open' })
    .where(eq(chargeIssues.transactionId, intent));
});

test('a charge that names no booking is stored once, shown to the admin and counted', async () => {
  await readWholeList();
  const intent = await chargeApart(market, 1_234);
  const event = await chargeEvent(market, intent);
  for (let times = 0; times < 3; times += 1) {
    expect(await deliver(market, event)).toMatchObject({ status: 200, body: { received: true } });
  }
  expect(await readWholeList()).toBe(0);
  expect(await issueOf(intent)).toEqual({
    _id: expect.any(String),
    problem: 'no-booking',
    state: 'open',
    transactionId: intent,
    amount: 12.34,
    currency: 'usd',
    chargedAt: expect.stringMatching(/Z$/),
    failure: null,
    buyer: null,
    orderId: null,
    hasOpenChargeback: false,
  });
  const metrics = await (await fetch(`${market.address}/metrics`)).text();
  expect(metrics).toMatch(/^charge_issues_open\{problem="no-booking"\} [1-9]/m);
});

test('a charge over another amount buys nothing, is shown, and is not checked for ever', async () => {
  const order = await beginOrder(market);
  await market.services.stripe.paymentIntents.update(intentOf(order.secret), { amount: 100 });
  await confirmCard(market, order.secret);
  expect((await report(order.buyer, order.bookingId, intentOf(order.secret))).status).toBe(409);
  expect(await issueOf(intentOf(order.secret))).toMatchObject({ problem: 'wrong-amount', amount: 1 });
  expect(await paymentState(order.bookingId)).toBe('failed');
  await settled();
  market.clock.advance(60);
  expect(await reconcilePayments(market.services)).toBe(0);
});

test('an intent that the processor does not know is not checked for ever', async () => {
  const order = await beginOrder(market);
  await market.services.db
    .update(payments)
    .set({ transactionId: `pi_gone_${order.bookingId}` })
    .where(eq(payments.bookingId, order.bookingId));
  market.clock.advance(1);
  await reconcilePayments(market.services);
  expect(await paymentState(order.bookingId)).toBe('failed');
});

test('an admin refunds a charge that matches no booking', async () => {
  const intent = await chargeApart(market, 2_000);
  await deliver(market, await chargeEvent(market, intent));
  const { _id } = await issueOf(intent);
  const caller = await adminWithNewToken();
  expect((await caller.post(`/chargeIssues/${_id}/refund`)).body.modifiedCount).toBe(1);
  await vi.waitFor(async () => expect(await issueOf(intent)).toBeUndefined(), 20_000);
  expect(await chargedBy(market.services.stripe, intent)).toEqual({ count: 1, keptCents: 0 });
  expect((await caller.post(`/chargeIssues/${_id}/refund`)).body.modifiedCount).toBe(0);
  expect(await recordedAbout(market, intent)).toMatchObject([
    { kind: 'charge-refunded', actor: admin.id, orderId: null, personId: null, detail: `$20.00, ${intent}` },
  ]);
});

test('an admin removes a charge that matches no booking from the list', async () => {
  const intent = await chargeApart(market, 3_000);
  await deliver(market, await chargeEvent(market, intent));
  const { _id } = await issueOf(intent);
  const caller = await adminWithNewToken();
  expect((await caller.post(`/chargeIssues/${_id}/settle`)).body.modifiedCount).toBe(1);
  expect(await issueOf(intent)).toBeUndefined();
  expect((await chargedBy(market.services.stripe, intent)).keptCents).toBe(3_000);
  const unknown = await caller.post(`/chargeIssues/${admin.id}/settle`);
  expect(unknown).toMatchObject({ status: 404, body: { code: 'payments.issue-not-found' } });
  expect(await recordedAbout(market, intent)).toMatchObject([
    { kind: 'charge-settled', actor: admin.id, detail: `$30.00, ${intent}`, words: null },
  ]);
});

test('a charge that matches its booking later pays it, and leaves the list', async () => {
  const order = await beginOrder(market);
  const intent = await chargeApart(market, 42_050);
  await deliver(market, await chargeEvent(market, intent));
  expect(await issueOf(intent)).toMatchObject({ problem: 'no-booking' });
  await nameBooking(intent, order.bookingId);
  await settleCharge(market.services, intent);
  const buyer = await signInAgain(market, order.buyer);
  expect((await buyer.get(`/bookedProduct/${order.bookingId}`)).body.paid).toBe(true);
  expect(await issueOf(intent)).toBeUndefined();
  // A later refund is made without an admin.
  const seller = await signInAgain(market, order.seller);
  const gone = await seller.post(`/orders/${order.bookingId}/cancel`, { reason: 'It fell into the water' });
  expect(gone.status).toBe(200);
  await vi.waitFor(
    async () => expect(await chargedBy(market.services.stripe, intent)).toEqual({ count: 1, keptCents: 0 }),
    20_000,
  );
  await expectAgreement(market.services, order.productId);
});

test('a charge that an admin has refunded does not pay the booking that it matches later', async () => {
  const order = await beginOrder(market);
  const intent = await chargeApart(market, 42_050);
  await deliver(market, await chargeEvent(market, intent));
  const { _id } = await issueOf(intent);
  const caller = await adminWithNewToken();
  expect((await caller.post(`/chargeIssues/${_id}/refund`)).body.modifiedCount).toBe(1);
  await nameBooking(intent, order.bookingId);
  await settleCharge(market.services, intent);
  const { body } = await (await signInAgain(market, order.buyer)).get(`/bookedProduct/${order.bookingId}`);
  expect(body.paid).toBe(false);
  await vi.waitFor(async () => expect(await issueOf(intent)).toBeUndefined(), 20_000);
  expect(await chargedBy(market.services.stripe, intent)).toEqual({ count: 1, keptCents: 0 });
});

/** An employee corrects the charge's metadata at the processor. */
async function nameBooking(intent: string, bookingId: string): Promise<void> {
  await market.services.stripe.paymentIntents.update(intent, { metadata: { bookingId } });
}

/** The state after a restore from a backup that is older than the payment. */
async function forget(bookingId: string): Promise<void> {
  await market.services.db.delete(payments).where(eq(payments.bookingId, bookingId));
}

/** As if the last reading of the whole list was long ago, so that it is read again. */
async function readWholeList(): Promise<number> {
  await market.services.db.$client.query('update event_reading set read_whole_at = null');
  return readNewEvents(market);
}

/** Settles everything that earlier tests have left open. */
async function settled(): Promise<void> {
  await market.services.db.update(payments).set({ state: 'failed' }).where(eq(payments.state, 'pending'));
}

async function paymentState(bookingId: string) {
  const [row] = await market.services.db.select().from(payments).where(eq(payments.bookingId, bookingId));
  return row?.state;
}

/** Moving the clock makes access tokens expire. */
const adminWithNewToken = () => signInAgain(market, admin);

async function issueOf(intent: string) {
  const { body } = await (await adminWithNewToken()).get('/chargeIssues?limit=100');
  return body.find(({ transactionId }: { transactionId: string }) => transactionId === intent);
}
