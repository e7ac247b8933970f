import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
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

test('every deed is an event that can be asked for', async () => {
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
