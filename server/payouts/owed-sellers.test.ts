// The admin's list of sellers who are owed something, and the seller's view of what open orders hold.
import type { SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { expectBooks } from '#testing/ledger-agreement.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, orderIn, type Sides } from '#testing/order-requests.ts';
import { completedSale, openSides, overviewOf } from '#testing/payouts.ts';
import { exportPayouts } from './pay-by-hand.ts';
import { presentOverview } from './present-payouts.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openMarket({ payouts: 'manual' });
});
beforeEach(async () => {
  sides = await openSides(market);
});
afterAll(() => market.close());
// Runs before the market is closed: hooks end in the opposite order.
afterAll(() => expectBooks(market));

const share = 39_898;

async function giveDetails({ seller }: Sides): Promise<void> {
  const body = JSON.stringify({ holder: 'Mina Rahman', account: 'GB33 BUKB 2020 1555 5555 55' });
  const headers = { 'Content-Type': 'application/json' };
  expect((await seller.request('PUT', '/payouts/bank-details', { headers, body })).status).toBe(200);
}

async function owedTo({ admin, seller }: Sides) {
  const { body } = await admin.get('/payouts/balances?limit=100');
  return body.find((each: { seller: { _id: string } }) => each.seller._id === seller.id);
}

const exported = async ({ admin }: Sides): Promise<string> =>
  (await admin.post('/payouts/exports', {})).body.code ?? 'lines';

test('who can be paid now is in the next export, and what comes after it waits for that to be decided', async () => {
  await completedSale(market, sides);
  await giveDetails(sides);
  expect(await owedTo(sides)).toMatchObject({ cents: share, isReady: true, blockedBy: null });
  expect(await exported(sides)).toBe('lines');
  await completedSale(market, sides);
  expect(await owedTo(sides)).toMatchObject({ cents: share, isReady: true, blockedBy: 'under-way' });
  expect(await exported(sides)).toBe('payouts.nothing-due');
});

test('a line whose sale has been lost since says what of it is still the seller’s', async () => {
  const id = await completedSale(market, sides);
  await giveDetails(sides);
  await exported(sides);
  const line = async () =>
    (await sides.admin.get('/payouts/lines?limit=100')).body.find(
      (each: { seller: { _id: string } }) => each.seller._id === sides.seller.id,
    );
  expect(await line()).toMatchObject({ amountCents: share, coveredCents: share });
  await act(sides.admin, id, 'reopen');
  const lost = await line();
  expect(lost).toMatchObject({ amountCents: share, coveredCents: 0 });
  expect((await sides.admin.post(`/payouts/lines/${lost._id}/confirm`, {})).status).toBe(200);
  expect(await line()).toMatchObject({ state: 'paid', coveredCents: null });
});

test.each([
  [
    'suspended',
    ({ admin, seller }: Sides) => admin.post(`/users/${seller.id}/suspend`, { reason: 'Fake phones.' }),
  ],
  [
    'email',
    ({ seller }: Sides) =>
      market.services.db.$client.query('update users set email_verified = false where id = $1', [seller.id]),
  ],
  ['held-back', ({ buyer }: Sides) => holdBack(buyer.id)],
] as const)('an admin reads why nothing goes out to a seller: %s', async (reason, block) => {
  await completedSale(market, sides);
  await giveDetails(sides);
  await block(sides);
  expect(await owedTo(sides)).toMatchObject({ isReady: true, blockedBy: reason });
  expect(await exported(sides)).toBe('payouts.nothing-due');
});

test('sellers who cannot be paid do not prevent the export of others', async () => {
  const { id, email } = sides.admin;
  const admin = { id, email, name: '', isAdmin: true, isSeller: false, emailConfirmed: true };
  await completedSale(market, sides);
  await giveDetails(sides);
  await sides.admin.post(`/users/${sides.seller.id}/suspend`, { reason: 'Fake phones.' });
  const others = await openSides(market);
  await completedSale(market, others);
  await giveDetails(others);
  expect(await exportPayouts(market.services.payouts, admin, 1)).toMatchObject({ lines: 1 });
  expect(await owedTo(others)).toBeUndefined();
});

/** As if a bank disputed the payment of a sale that is completed already. */
const holdBack = (buyerId: string) =>
  market.services.db.$client.query(
    `insert into chargebacks (id, dispute_id, transaction_id, state, amount_cents, currency, reason, fee_cents, is_answered, opened_at)
     select gen_random_uuid(), 'dp_' || transaction_id, transaction_id, 'open', payments.amount_cents, 'usd', 'general', 0, false, now()
     from payments
     join bookings on bookings.id = booking_id where buyer_id = $1`,
    [buyerId],
  );

test('what a bank holds back of a deleted seller cannot be taken out, and the list says so', async () => {
  await completedSale(market, sides);
  await holdBack(sides.buyer.id);
  expect((await sides.admin.delete(`/users/${sides.seller.id}`)).status).toBe(200);
  expect(await owedTo(sides)).toMatchObject({ isReady: false, isByHand: true, blockedBy: 'held-back' });
  const refused = await sides.admin.post(`/payouts/balances/${sides.seller.id}/take-out`, {});
  expect(refused).toMatchObject({ status: 409, body: { code: 'payouts.nothing-due' } });
});

test('an order that is open again holds only what did not go back to its buyer', async () => {
  const { seller, admin } = sides;
  const id = await orderIn(market, sides, 'refunded');
  await act(admin, id, 'reopen', { reason: 'wrong-decision', words: 'Too early' });
  expect(await overviewOf(seller)).toMatchObject({ waitingCents: 0 });
  await orderIn(market, sides, 'paid');
  expect(await overviewOf(seller)).toMatchObject({ waitingCents: share });
});

test('money that is paid out while its seller opens the page is counted once', async () => {
  const { seller, admin } = sides;
  await completedSale(market, sides);
  await giveDetails(sides);
  expect(await exported(sides)).toBe('lines');
  const { body: lines } = await admin.get('/payouts/lines');
  const line = lines.find((each: { seller: { _id: string } }) => each.seller._id === seller.id);
  const { payouts } = market.services;
  // The sums are read after the payout, everything else before it.
  const execute = async (query: SQL) => {
    await admin.post(`/payouts/lines/${line._id}/confirm`, {});
    return payouts.db.execute(query);
  };
  const db = Object.assign(Object.create(payouts.db), { execute });
  const person = { ...seller, isAdmin: false, isSeller: true, emailConfirmed: true };
  expect(await presentOverview({ ...payouts, db }, person)).toMatchObject({
    yoursCents: 0,
    onItsWayCents: 0,
    paidOutCents: share,
  });
});
