// Refunds: the processor's report counts, also if it changes later.
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { maxFailedRefunds, refundFailures } from '#contract/payments.ts';
import { bookings } from '#db/tables/bookings.ts';
import { payments, refunds } from '#db/tables/payments.ts';
import { expectAgreement } from '#testing/agreement.ts';
import {
  beginOrder,
  confirmCard,
  deliver,
  endRefunds,
  failCreating,
  intentOf,
  openSilentMarket,
  readNewEvents,
  report,
} from '#testing/card-processor.ts';
import { mailTo } from '#testing/mailbox.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { signInAgain } from '#testing/sign-in-again.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { holdDeadline } from '#server/bookings/service.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { recordRefunds } from './record-refunds.ts';
import { refundCharge } from './refund-charge.ts';
import { moveIssue } from './store-issues.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openSilentMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());

test('a refund that is pending leaves the money owed until it has succeeded', async () => {
  const order = await lateCharge('pm_card_pendingRefund');
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(order.intent)).toEqual([[1, 'pending', null]]);
  expect(await paymentOf(order.intent)).toMatchObject({ state: 'succeeded', isRefundDue: true });
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(order.intent)).toHaveLength(1);
  await endRefunds(market);
  await deliver(market, await refundEvent(order.intent, 'refund.updated'));
  expect(await attemptsOf(order.intent)).toEqual([[1, 'succeeded', null]]);
  expect(await paymentOf(order.intent)).toMatchObject({ state: 'refunded', isRefundDue: false });
  expect(await bookingState(order.bookingId)).toBe('refunded');
});

test('a refund that the bank gives back later is owed again and tried again, then waits for an admin', async () => {
  const order = await lateCharge('pm_card_refundFail');
  await refundCharge(market.services, order.intent);
  expect(await paymentOf(order.intent)).toMatchObject({ state: 'refunded' });
  for (let failed = 1; failed <= maxFailedRefunds; failed += 1) {
    await endRefunds(market);
    await deliver(market, await refundEvent(order.intent, 'refund.failed'));
    expect(await paymentOf(order.intent)).toMatchObject({ state: 'succeeded', isRefundDue: true });
    expect(await attemptsOf(order.intent)).toHaveLength(failed);
    await refundCharge(market.services, order.intent);
  }
  expect(await attemptsOf(order.intent)).toEqual(
    [1, 2, 3].map((attempt) => [attempt, 'failed', 'expired_or_canceled_card']),
  );
  const issue = await issueOf(order.intent);
  expect(issue).toMatchObject({
    problem: 'refund-failed',
    state: 'open',
    amount: 420.5,
    currency: 'usd',
    failure: 'expired_or_canceled_card',
    buyer: { name: order.buyer.name, email: order.buyer.email },
    // The phone was no longer available when the money arrived: there is no order.
    orderId: null,
  });
  // The text that the admin sees.
  expect(refundFailures.get(issue.failure)).toBe('The card has expired or was canceled.');
  // Nothing more happens automatically.
  market.clock.advance(10);
  await reconcilePayments(market.services);
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(order.intent)).toHaveLength(maxFailedRefunds);
  await mailTo(market.address, order.buyer.email, 'takes longer');
});

test('an admin tries a failed refund again', async () => {
  const order = await failedForGood();
  const { _id } = await issueOf(order.intent);
  const tryAgain = async () => (await (await adminWithNewToken()).post(`/chargeIssues/${_id}/refund`)).body;
  expect(await tryAgain()).toEqual({ acknowledged: true, modifiedCount: 1 });
  await vi.waitFor(async () => expect(await attemptsOf(order.intent)).toHaveLength(4), 20_000);
  await mailTo(market.address, order.buyer.email, 'was sent again');
  expect((await tryAgain()).modifiedCount).toBe(0);
  expect((await (await adminWithNewToken()).post(`/chargeIssues/${_id}/settle`)).body.modifiedCount).toBe(0);
});

test('an admin who has paid in another way takes the charge off the list, and nothing is owed any more', async () => {
  const order = await failedForGood();
  const { _id } = await issueOf(order.intent);
  expect((await (await adminWithNewToken()).post(`/chargeIssues/${_id}/settle`)).body.modifiedCount).toBe(1);
  expect((await (await adminWithNewToken()).post(`/chargeIssues/${_id}/settle`)).body.modifiedCount).toBe(0);
  expect(await issueOf(order.intent)).toBeUndefined();
  expect(await paymentOf(order.intent)).toMatchObject({ state: 'refunded', isRefundDue: false });
  const { subject } = await mailTo(market.address, order.buyer.email, 'was paid back in another way');
  expect(subject).toMatch(/^\$420\.50 for the /);
  // Reading the failed refunds again does not bring it back.
  await recordRefunds(market.services, order.intent);
  expect(await paymentOf(order.intent)).toMatchObject({ state: 'refunded', isRefundDue: false });
});

test('what an admin had settled before the ledger recorded it is not owed again', async () => {
  const order = await failedForGood();
  const { _id } = await issueOf(order.intent);
  const { db } = market.services;
  await db.transaction((tx) => moveIssue(tx, _id, 'settled', { actor: { role: 'admin', id: admin.id } }));
  await db.update(payments).set({ isRefundDue: false }).where(eq(payments.transactionId, order.intent));
  await recordRefunds(market.services, order.intent);
  expect(await paymentOf(order.intent)).toMatchObject({ isRefundDue: false });
});

test('a refund that waits for the buyer is no refund, and one that is canceled is tried again', async () => {
  const order = await lateCharge('pm_card_refundNeedsAction');
  for (const _time of [1, 2]) await refundCharge(market.services, order.intent);
  expect(await attemptsOf(order.intent)).toEqual([[1, 'requires_action', null]]);
  expect(await paymentOf(order.intent)).toMatchObject({ isRefundDue: true });
  const { data } = await market.services.stripe.refunds.list({ payment_intent: order.intent });
  await market.services.stripe.refunds.cancel(data[0]?.id ?? '');
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(order.intent)).toEqual([
    [1, 'canceled', null],
    [2, 'requires_action', null],
  ]);
});

test('after a failure of the processor the next attempt has another idempotency key', async () => {
  const order = await lateCharge('pm_card_visa');
  const repair = await failCreating(market, 'refund');
  const unreachable = { code: 'payments.processor-unreachable' };
  await expect(refundCharge(market.services, order.intent)).rejects.toMatchObject(unreachable);
  await repair();
  expect(await attemptsOf(order.intent)).toEqual([[1, 'unanswered', 'processor_error']]);
  await refundCharge(market.services, order.intent);
  const { request } = await refundEvent(order.intent, 'refund.created');
  expect(request?.idempotency_key).toBe(`refund-${order.intent}-2`);
  expect(await paymentOf(order.intent)).toMatchObject({ state: 'refunded' });
  await expectAgreement(market.services, order.productId);
});

test('an attempt that was begun by a process that died is repeated under its own key', async () => {
  const order = await lateCharge('pm_card_visa');
  await beginAttempt(order.intent);
  await refundCharge(market.services, order.intent);
  const { request } = await refundEvent(order.intent, 'refund.created');
  expect(request?.idempotency_key).toBe(`refund-${order.intent}-1`);
  expect(await attemptsOf(order.intent)).toEqual([[1, 'succeeded', null]]);
});

test('what became owed after an attempt was begun goes back beside it', async () => {
  const order = await lateCharge('pm_card_visa');
  await beginAttempt(order.intent, 2050);
  await refundCharge(market.services, order.intent);
  const { data } = await market.services.stripe.refunds.list({ payment_intent: order.intent });
  expect(data.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([2050, 40_000]);
  expect(await paymentOf(order.intent)).toMatchObject({ state: 'refunded', isRefundDue: false });
  await expectAgreement(market.services, order.productId);
});

test('an attempt whose answer was lost is found at the processor', async () => {
  const order = await lateCharge('pm_card_visa');
  await beginAttempt(order.intent);
  await market.services.stripe.refunds.create({ payment_intent: order.intent, metadata: { attempt: 1 } });
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(order.intent)).toEqual([[1, 'succeeded', null]]);
  await expectAgreement(market.services, order.productId);
});

test('after a restore, the next attempt has another key than those that the backup does not have', async () => {
  const order = await lateCharge('pm_card_visa');
  const { stripe } = market.services;
  const lost = { payment_intent: order.intent, amount: 2050, metadata: { attempt: 2 } };
  await stripe.refunds.create(lost, { idempotencyKey: `refund-${order.intent}-2` });
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(order.intent)).toEqual([
    [2, 'succeeded', null],
    [3, 'succeeded', null],
  ]);
  await expectAgreement(market.services, order.productId);
});

test('a part refund that a gateway gave up on, and that is carried out later, goes back once', async () => {
  const order = await lateCharge('pm_card_visa');
  const { db, stripe } = market.services;
  await db.update(payments).set({ refundCents: 2050 }).where(eq(payments.transactionId, order.intent));
  const create = stripe.refunds.create.bind(stripe.refunds);
  const later: (() => Promise<unknown>)[] = [];
  const spy = vi.spyOn(stripe.refunds, 'create').mockImplementationOnce(async (...given) => {
    later.push(() => create(...given));
    throw new Stripe.errors.StripeAPIError({ message: 'gateway timeout', statusCode: 504, headers: {} });
  });
  const away = { code: 'payments.processor-unreachable' };
  await expect(refundCharge(market.services, order.intent)).rejects.toMatchObject(away);
  spy.mockRestore();
  await refundCharge(market.services, order.intent);
  for (const carryOut of later) await carryOut();
  const { data } = await stripe.refunds.list({ payment_intent: order.intent });
  expect(data.map(({ amount }) => amount)).toEqual([2050]);
});

test('a refund that failed while no webhook came is found in the list of events', async () => {
  const order = await lateCharge('pm_card_refundFail');
  await refundCharge(market.services, order.intent);
  await readNewEvents(market);
  await endRefunds(market);
  await readNewEvents(market);
  expect(await attemptsOf(order.intent)).toEqual([[1, 'failed', 'expired_or_canceled_card']]);
  expect(await paymentOf(order.intent)).toMatchObject({ state: 'succeeded', isRefundDue: true });
});

test('failed refunds are counted for the monitoring', async () => {
  await failedForGood();
  const metrics = await (await fetch(`${market.address}/metrics`)).text();
  const open = /^charge_issues_open\{problem="refund-failed"\} (\d+)$/m.exec(metrics)?.[1];
  expect(Number(open)).toBeGreaterThan(0);
});

/** A charge for a phone that is held by another buyer; the job that would refund it at once is delayed. */
async function lateCharge(card: string) {
  const order = await beginOrder(market);
  market.clock.advance(6);
  await runDue(market.services, holdDeadline);
  await market.booking(await market.person('buyer'), order.productId);
  await confirmCard(market, order.secret, card);
  const intent = intentOf(order.secret);
  const { $client } = market.services.db;
  await $client.query(`
    create function hold_job() returns trigger language plpgsql
      as 'begin new.start_after = now() + interval ''1 year''; return new; end';
    create trigger hold_job before insert on pgboss.job for each row execute function hold_job()`);
  await report(order.buyer, order.bookingId, intent);
  await $client.query('drop trigger hold_job on pgboss.job; drop function hold_job');
  expect(await paymentOf(intent)).toMatchObject({ isRefundDue: true });
  return { ...order, intent };
}

/** A refund that has failed as often as allowed. */
async function failedForGood() {
  const order = await lateCharge('pm_card_refundFail');
  for (let failed = 0; failed < maxFailedRefunds; failed += 1) {
    await refundCharge(market.services, order.intent);
    await endRefunds(market);
    await deliver(market, await refundEvent(order.intent, 'refund.failed'));
  }
  await refundCharge(market.services, order.intent);
  return order;
}

async function paymentOf(intent: string) {
  const [row] = await market.services.db.select().from(payments).where(eq(payments.transactionId, intent));
  return row;
}

async function attemptsOf(intent: string) {
  const rows = await market.services.db
    .select()
    .from(refunds)
    .where(eq(refunds.transactionId, intent))
    .orderBy(refunds.attempt);
  return rows.map(({ attempt, state, failureReason }) => [attempt, state, failureReason]);
}

async function bookingState(id: string) {
  const [row] = await market.services.db.select().from(bookings).where(eq(bookings.id, id));
  return row?.state;
}

/** Moving the clock makes access tokens expire. */
const adminWithNewToken = () => signInAgain(market, admin);

async function issueOf(intent: string) {
  const { body } = await (await adminWithNewToken()).get('/chargeIssues?limit=100');
  return body.find(({ transactionId }: { transactionId: string }) => transactionId === intent);
}

/** The newest event of a type about a charge's refunds. */
async function refundEvent(intent: string, type: string): Promise<Stripe.Event> {
  const { data } = await market.services.stripe.events.list({ type, limit: 100 });
  const event = data.find(
    ({ data: { object } }) => 'payment_intent' in object && object.payment_intent === intent,
  );
  if (event === undefined) throw new Error(`no ${type} about ${intent}`);
  return event;
}

/** As if a process had died after it began its first attempt. */
const beginAttempt = (transactionId: string, amountCents = 42_050) =>
  market.services.db.insert(refunds).values({ id: newId(), transactionId, attempt: 1, amountCents });
