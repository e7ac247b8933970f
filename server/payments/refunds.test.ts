// Refunds: the processor's report counts, also if it changes later.
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { bookings } from '#db/tables/bookings.ts';
import { payments, refunds } from '#db/tables/payments.ts';
import { expectAgreement } from '#testing/agreement.ts';
import {
  deliver,
  endRefunds,
  failCreating,
  openSilentMarket,
  readNewEvents,
} from '#testing/card-processor.ts';
import { attemptsOf, lateCharge, paymentOf, refundEvent } from '#testing/late-charges.ts';
import type { Market } from '#testing/market.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { refundCharge } from './refund-charge.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test('a refund that is pending leaves the money owed until it has succeeded', async () => {
  const order = await lateCharge(market, 'pm_card_pendingRefund');
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(market, order.intent)).toEqual([[1, 'pending', null]]);
  expect(await paymentOf(market, order.intent)).toMatchObject({ state: 'succeeded', isRefundDue: true });
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(market, order.intent)).toHaveLength(1);
  await endRefunds(market);
  await deliver(market, await refundEvent(market, order.intent, 'refund.updated'));
  expect(await attemptsOf(market, order.intent)).toEqual([[1, 'succeeded', null]]);
  expect(await paymentOf(market, order.intent)).toMatchObject({ state: 'refunded', isRefundDue: false });
  expect(await bookingState(order.bookingId)).toBe('refunded');
});

test('a refund that waits for the buyer is no refund, and one that is canceled is tried again', async () => {
  const order = await lateCharge(market, 'pm_card_refundNeedsAction');
  for (const _time of [1, 2]) await refundCharge(market.services, order.intent);
  expect(await attemptsOf(market, order.intent)).toEqual([[1, 'requires_action', null]]);
  expect(await paymentOf(market, order.intent)).toMatchObject({ isRefundDue: true });
  const { data } = await market.services.stripe.refunds.list({ payment_intent: order.intent });
  await market.services.stripe.refunds.cancel(data[0]?.id ?? '');
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(market, order.intent)).toEqual([
    [1, 'canceled', null],
    [2, 'requires_action', null],
  ]);
});

test('after a failure of the processor the next attempt has another idempotency key', async () => {
  const order = await lateCharge(market, 'pm_card_visa');
  const repair = await failCreating(market, 'refund');
  const unreachable = { code: 'payments.processor-unreachable' };
  await expect(refundCharge(market.services, order.intent)).rejects.toMatchObject(unreachable);
  await repair();
  expect(await attemptsOf(market, order.intent)).toEqual([[1, 'unanswered', 'processor_error']]);
  await refundCharge(market.services, order.intent);
  const { request } = await refundEvent(market, order.intent, 'refund.created');
  expect(request?.idempotency_key).toBe(`refund-${order.intent}-2`);
  expect(await paymentOf(market, order.intent)).toMatchObject({ state: 'refunded' });
  await expectAgreement(market.services, order.productId);
});

test('an attempt that was begun by a process that died is repeated under its own key', async () => {
  const order = await lateCharge(market, 'pm_card_visa');
  await beginAttempt(order.intent);
  await refundCharge(market.services, order.intent);
  const { request } = await refundEvent(market, order.intent, 'refund.created');
  expect(request?.idempotency_key).toBe(`refund-${order.intent}-1`);
  expect(await attemptsOf(market, order.intent)).toEqual([[1, 'succeeded', null]]);
});

test('what became owed after an attempt was begun goes back beside it', async () => {
  const order = await lateCharge(market, 'pm_card_visa');
  await beginAttempt(order.intent, 2050);
  await refundCharge(market.services, order.intent);
  const { data } = await market.services.stripe.refunds.list({ payment_intent: order.intent });
  expect(data.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([2050, 40_000]);
  expect(await paymentOf(market, order.intent)).toMatchObject({ state: 'refunded', isRefundDue: false });
  await expectAgreement(market.services, order.productId);
});

test('an attempt whose answer was lost is found at the processor', async () => {
  const order = await lateCharge(market, 'pm_card_visa');
  await beginAttempt(order.intent);
  await market.services.stripe.refunds.create({ payment_intent: order.intent, metadata: { attempt: 1 } });
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(market, order.intent)).toEqual([[1, 'succeeded', null]]);
  await expectAgreement(market.services, order.productId);
});

test('after a restore, the next attempt has another key than those that the backup does not have', async () => {
  const order = await lateCharge(market, 'pm_card_visa');
  const { stripe } = market.services;
  const lost = { payment_intent: order.intent, amount: 2050, metadata: { attempt: 2 } };
  await stripe.refunds.create(lost, { idempotencyKey: `refund-${order.intent}-2` });
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(market, order.intent)).toEqual([
    [2, 'succeeded', null],
    [3, 'succeeded', null],
  ]);
  await expectAgreement(market.services, order.productId);
});

test('a part refund that a gateway gave up on, and that is carried out later, goes back once', async () => {
  const order = await lateCharge(market, 'pm_card_visa');
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
  const order = await lateCharge(market, 'pm_card_refundFail');
  await refundCharge(market.services, order.intent);
  await readNewEvents(market);
  await endRefunds(market);
  await readNewEvents(market);
  expect(await attemptsOf(market, order.intent)).toEqual([[1, 'failed', 'expired_or_canceled_card']]);
  expect(await paymentOf(market, order.intent)).toMatchObject({ state: 'succeeded', isRefundDue: true });
});

async function bookingState(id: string) {
  const [row] = await market.services.db.select().from(bookings).where(eq(bookings.id, id));
  return row?.state;
}

/** As if a process had died after it began its first attempt. */
const beginAttempt = (transactionId: string, amountCents = 42_050) =>
  market.services.db.insert(refunds).values({ id: newId(), transactionId, attempt: 1, amountCents });
