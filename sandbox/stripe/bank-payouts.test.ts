// The account's payouts to its own bank, called by the official SDK.
import type { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { makeAvailable, openTestShop, type TestShop } from './test-shop.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop(await createTestDatabase());
  const { id } = await shop.stripe.paymentIntents.create({ amount: 42_050, currency: 'usd' });
  await shop.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
});
afterEach(() => shop.close());

test('what was charged can be paid out once it is available, and no more than that', async () => {
  const refused = { code: 'balance_insufficient' };
  await expect(payOut(1000)).rejects.toMatchObject(refused);
  await makeAvailable(shop);
  await expect(payOut(42_050)).rejects.toMatchObject(refused);
  const payout = await payOut(1000);
  expect(payout).toMatchObject({ object: 'payout', amount: 1000, status: 'pending' });
  expect(await movementsOf(payout)).toEqual([['payout', -1000, 'payout']]);
  await endPayouts();
  expect(await shop.stripe.payouts.retrieve(payout.id)).toMatchObject({ status: 'paid' });
  expect(await eventsAbout(payout)).toEqual(['payout.created', 'payout.paid']);
});

test('only one of two simultaneous payouts is made if both are more than is available', async () => {
  await makeAvailable(shop);
  const payouts = await Promise.allSettled([1, 2].map(() => payOut(30_000)));
  expect(payouts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a payout to an account that is closed comes back', async () => {
  await makeAvailable(shop);
  const payout = await payOut(500, { destination: 'ba_sandbox_closed' });
  await endPayouts();
  expect(await shop.stripe.payouts.retrieve(payout.id)).toMatchObject({
    status: 'failed',
    failure_code: 'account_closed',
    failure_balance_transaction: expect.stringMatching(/^txn_/),
  });
  expect(await movementsOf(payout)).toEqual([
    ['payout', -500, 'payout'],
    ['payout_failure', 500, 'payout_reversal'],
  ]);
  expect(await eventsAbout(payout)).toEqual(['payout.created', 'payout.failed']);
});

test('a payout can be canceled until it has arrived, once', async () => {
  await makeAvailable(shop);
  const payout = await payOut(300);
  expect(await shop.stripe.payouts.cancel(payout.id)).toMatchObject({ status: 'canceled' });
  await expect(shop.stripe.payouts.cancel(payout.id)).rejects.toMatchObject({ param: 'payout' });
  expect(await movementsOf(payout)).toMatchObject([
    ['payout', -300, 'payout'],
    ['payout_cancel', 300, 'payout_reversal'],
  ]);
});

test('a payout and the movement of the balance lead to each other', async () => {
  await makeAvailable(shop);
  const payout = await payOut(100);
  const { data } = await shop.stripe.balanceTransactions.list({ source: payout.id, expand: ['data.source'] });
  expect(data[0]).toMatchObject({ id: payout.balance_transaction, source: { id: payout.id, amount: 100 } });
});

test.each([
  [{ amount: 0 }, 'amount'],
  [{ amount: 10, destination: 'ba_of_somebody' }, 'destination'],
])('a payout of %j is refused', async (changes, param) => {
  await expect(payOut(changes.amount, changes)).rejects.toMatchObject({ param });
});

const payOut = (amount: number, changes: Partial<Stripe.PayoutCreateParams> = {}) =>
  shop.stripe.payouts.create({ currency: 'usd', ...changes, amount });

/** As if the days that a payout takes had passed. */
async function endPayouts(): Promise<void> {
  await shop.pool.query('update sandbox_stripe.bank_payout_outcomes set due_at = now()');
  await vi.waitFor(async () => {
    const { rows } = await shop.pool.query('select 1 from sandbox_stripe.bank_payout_outcomes');
    expect(rows).toEqual([]);
  }, 20_000);
}

async function movementsOf({ id }: Stripe.Payout) {
  const { data } = await shop.stripe.balanceTransactions.list({ source: id });
  return data.map(({ type, net, reporting_category: category }) => [type, net, category]).toReversed();
}

async function eventsAbout({ id }: Stripe.Payout): Promise<string[]> {
  const { data } = await shop.stripe.events.list({ limit: 50 });
  return data
    .filter(({ data: { object } }) => 'id' in object && object.id === id)
    .map(({ type }) => type)
    .toReversed();
}
