import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { endDueRefunds } from './refund-outcomes.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await createTestDatabase());
});
afterAll(() => shop.close());

async function payIntent(): Promise<string> {
  const intent = await shop.newIntent();
  await shop.confirm(intent, 'pm_card_visa');
  return intent.id;
}

test('a payment is refunded whole, once', async () => {
  const id = await payIntent();
  const refund = await shop.stripe.refunds.create({ payment_intent: id, reason: 'requested_by_customer' });
  expect(refund).toMatchObject({ object: 'refund', amount: 42_050, status: 'succeeded', payment_intent: id });
  expect(await shop.stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id });
  const again = shop.stripe.refunds.create({ payment_intent: id });
  await expect(again).rejects.toMatchObject({
    code: 'charge_already_refunded',
    message: `Charge ${String(refund.charge)} has already been refunded.`,
  });
  const charge = await shop.stripe.charges.retrieve(String(refund.charge));
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 42_050 });
});

test('parts of a payment are refunded up to its amount, also at once', async () => {
  const id = await payIntent();
  const parts = await Promise.allSettled(
    Array.from({ length: 6 }, () => shop.stripe.refunds.create({ payment_intent: id, amount: 10_000 })),
  );
  expect(parts.filter((part) => part.status === 'fulfilled')).toHaveLength(4);
  await expect(shop.stripe.refunds.create({ payment_intent: id, amount: 2051 })).rejects.toMatchObject({
    message: 'Refund amount ($20.51) is greater than unrefunded amount on charge ($20.50)',
  });
  const { data } = await shop.stripe.refunds.list({ payment_intent: id });
  expect(data.reduce((sum, refund) => sum + refund.amount, 0)).toBe(40_000);
});

test('what was never paid cannot be refunded', async () => {
  const { id } = await shop.newIntent();
  const refund = shop.stripe.refunds.create({ payment_intent: id });
  await expect(refund).rejects.toMatchObject({
    statusCode: 400,
    message: `This PaymentIntent (${id}) does not have a successful charge to refund.`,
  });
  await expect(shop.stripe.refunds.create({ payment_intent: 'pi_x' })).rejects.toMatchObject({
    statusCode: 404,
  });
});

test('every action is an event that can be read', async () => {
  const intent = await shop.newIntent();
  await shop.confirm(intent, 'pm_card_chargeDeclined');
  await shop.confirm(intent, 'pm_card_visa');
  await shop.stripe.refunds.create({ payment_intent: intent.id });
  const { data } = await shop.stripe.events.list({ limit: 5 });
  expect(data.map((event) => event.type)).toEqual([
    'charge.refunded',
    'refund.created',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.created',
  ]);
  const [, , succeeded] = data;
  expect(await shop.stripe.events.retrieve(succeeded?.id ?? '')).toMatchObject({
    object: 'event',
    livemode: false,
    data: { object: { id: intent.id, object: 'payment_intent', status: 'succeeded' } },
    request: { id: expect.stringMatching(/^req_/) },
  });
  const failed = await shop.stripe.events.list({ type: 'payment_intent.payment_failed', limit: 1 });
  expect(failed.data[0]?.data.object).toMatchObject({
    id: intent.id,
    last_payment_error: { decline_code: 'generic_decline' },
  });
});

test('a refund of card …5126 succeeds at first and fails later, and the charge can be refunded again', async () => {
  const { id, refund } = await refundOf('pm_card_refundFail');
  expect(refund.status).toBe('succeeded');
  await endRefunds();
  expect(await shop.stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: expect.stringMatching(/^txn_/),
  });
  const charge = await shop.stripe.charges.retrieve(String(refund.charge));
  expect(charge).toMatchObject({ refunded: false, amount_refunded: 0 });
  expect(await eventsAbout(refund.id)).toEqual([
    'refund.failed',
    'charge.refund.updated',
    'refund.updated',
    'refund.created',
  ]);
  expect((await shop.stripe.refunds.create({ payment_intent: id })).id).not.toBe(refund.id);
});

test('a refund of card …7726 is pending at first and succeeds later', async () => {
  const { refund } = await refundOf('pm_card_pendingRefund');
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
  await endRefunds();
  const later = await shop.stripe.refunds.retrieve(refund.id);
  expect(later.status).toBe('succeeded');
  expect(later).not.toHaveProperty('pending_reason');
  expect(await eventsAbout(refund.id)).toEqual(['charge.refund.updated', 'refund.updated', 'refund.created']);
});

test('a refund that waits for the customer is canceled or runs out, and only then', async () => {
  const { refund: first, id } = await refundOf('pm_card_refundNeedsAction');
  expect(first).toMatchObject({ status: 'requires_action', next_action: { type: 'display_details' } });
  expect(await shop.stripe.refunds.cancel(first.id)).toMatchObject({ status: 'canceled' });
  await expect(shop.stripe.refunds.cancel(first.id)).rejects.toMatchObject({ statusCode: 400 });
  const second = await shop.stripe.refunds.create({ payment_intent: id });
  const expired = await shop.stripe.testHelpers.refunds.expire(second.id);
  expect(expired).toMatchObject({ status: 'failed', failure_reason: 'unknown' });
  const { refund: good } = await refundOf('pm_card_visa');
  await expect(shop.stripe.refunds.cancel(good.id)).rejects.toMatchObject({ statusCode: 400 });
});

async function refundOf(card: string) {
  const intent = await shop.newIntent();
  await shop.confirm(intent, card);
  return { id: intent.id, refund: await shop.stripe.refunds.create({ payment_intent: intent.id }) };
}

/** As if the time until the processor's next report had passed. */
async function endRefunds(): Promise<void> {
  await shop.pool.query('update sandbox_stripe.refund_outcomes set due_at = now()');
  await vi.waitFor(async () => {
    await endDueRefunds(shop.pool);
    // The stand-in's own timer may be ending some at this moment.
    const { rows } = await shop.pool.query('select 1 from sandbox_stripe.refund_outcomes');
    expect(rows).toEqual([]);
  }, 10_000);
}

async function eventsAbout(id: string): Promise<string[]> {
  const { data } = await shop.stripe.events.list({ limit: 50 });
  return data.filter(({ data: { object } }) => 'id' in object && object.id === id).map(({ type }) => type);
}
