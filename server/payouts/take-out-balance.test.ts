// Sellers who cannot be paid automatically: an admin takes out what they are owed and pays it by bank.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { checkLedger } from '#server/ledger/service.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import type { Sides } from '#testing/order-requests.ts';
import { recordedAbout } from '#testing/recorded-actions.ts';
import { completedSale, onboard, openSides, overviewOf, untilOverview } from '#testing/payouts.ts';
import { remindSellers } from './jobs.ts';
import { bankReference } from './post-payouts.ts';

const share = 39_898;

const methods = ['stripe', 'manual'] as const;

let markets: Record<(typeof methods)[number], Market>;
beforeAll(async () => {
  const [stripe, manual] = [await openMarket({ payouts: 'stripe' }), await openMarket({ payouts: 'manual' })];
  markets = { stripe, manual };
});
afterAll(async () => {
  for (const method of methods) await markets[method].close();
});

/** New people; the seller has sold a phone. */
async function sell(market: Market): Promise<{ market: Market; sides: Sides }> {
  const sides = await openSides(market);
  await completedSale(market, sides);
  return { market, sides };
}

const takeOut = ({ admin, seller }: Sides) => admin.post(`/payouts/balances/${seller.id}/take-out`, {});

const owedTo = (sides: Sides) => listOf(sides, '/payouts/balances');

const linesOf = (sides: Sides) => listOf(sides, '/payouts/lines');

/** What an admin's list has about the seller. */
async function listOf({ admin, seller }: Sides, path: string) {
  const { body } = await admin.get(`${path}?limit=100`);
  return body.filter((each: { seller: { _id: string } }) => each.seller._id === seller.id);
}

test('a seller whom the processor has refused is paid by bank, once', async () => {
  const { market, sides } = await sell(markets.stripe);
  await onboard(sides.seller, { outcome: 'rejected' });
  await sides.seller.post('/payouts/onboarding/check', {});
  await untilOverview(sides.seller, { yoursCents: share, blockedBy: 'onboarding' });
  expect(await owedTo(sides)).toMatchObject([{ cents: share, isReady: false, isByHand: true }]);
  const replies = await Promise.all([takeOut(sides), takeOut(sides)]);
  expect(replies.map(({ body }) => body.modifiedCount).toSorted((one, other) => one - other)).toEqual([0, 1]);
  expect(await owedTo(sides)).toEqual([]);
  const [line, ...others] = await linesOf(sides);
  expect([line, others]).toMatchObject([{ state: 'requested', amountCents: share, bankEnding: null }, []]);
  expect((await sides.admin.post(`/payouts/lines/${line._id}/confirm`, {})).body.modifiedCount).toBe(1);
  const done = { actor: sides.admin.id, personId: sides.seller.id };
  expect(await recordedAbout(market, bankReference(line._id))).toMatchObject([
    { kind: 'payout-taken-out', ...done },
    { kind: 'payout-confirmed', ...done },
  ]);
  expect(await overviewOf(sides.seller)).toMatchObject({ yoursCents: 0, paidOutCents: share });
  expect(await takeOut(sides)).toMatchObject({ status: 409, body: { code: 'payouts.nothing-due' } });
  expect(await checkLedger(market.services.db)).toEqual([]);
});

test.each([
  ['suspended', 'suspended_at = now()'],
  ['email', 'email_verified = false'],
] as const)(
  'an admin reads why a refused seller cannot be paid by bank either: %s',
  async (blockedBy, change) => {
    const { market, sides } = await sell(markets.stripe);
    await onboard(sides.seller, { outcome: 'rejected' });
    await sides.seller.post('/payouts/onboarding/check', {});
    await untilOverview(sides.seller, { yoursCents: share, blockedBy: 'onboarding' });
    await market.services.db.$client.query(`update users set ${change} where id = $1`, [sides.seller.id]);
    expect(await owedTo(sides)).toMatchObject([{ isReady: false, isByHand: false, blockedBy }]);
  },
);

test.each(methods)(
  'what a deleted seller has earned who never said where to can be paid out: %s',
  async (method) => {
    const { market, sides } = await sell(markets[method]);
    expect(await takeOut(sides)).toMatchObject({ status: 409, body: { code: 'payouts.not-by-hand' } });
    expect(await owedTo(sides)).toMatchObject([{ isByHand: false }]);
    expect((await sides.admin.delete(`/users/${sides.seller.id}`)).status).toBe(200);
    expect(await owedTo(sides)).toMatchObject([{ cents: share, isByHand: true }]);
    expect((await takeOut(sides)).body.modifiedCount).toBe(1);
    const [line] = await linesOf(sides);
    const failure = { reason: 'No such account', state: 'requested' };
    expect((await sides.admin.post(`/payouts/lines/${line._id}/fail`, failure)).status).toBe(200);
    const { text } = await mailTo(market.address, sides.seller.email, 'did not arrive');
    expect(text).toContain('Please write to us to which bank account we should send it.');
    expect((await takeOut(sides)).body.modifiedCount).toBe(1);
    const [next] = await linesOf(sides);
    expect((await sides.admin.post(`/payouts/lines/${next._id}/confirm`, {})).status).toBe(200);
    expect(await owedTo(sides)).toEqual([]);
    expect(await checkLedger(market.services.db)).toEqual([]);
  },
);

test('a deleted seller’s payout that did not arrive is not sent to the same account again', async () => {
  const { market, sides } = await sell(markets.manual);
  const { seller, admin } = sides;
  await seller.put('/payouts/bank-details', { holder: 'Mina Rahman', account: 'GB33BUKB20201555555555' });
  expect((await admin.delete(`/users/${seller.id}`)).status).toBe(200);
  expect((await admin.post('/payouts/exports', {})).body.lines).toBe(1);
  const [line] = await linesOf(sides);
  await admin.post(`/payouts/lines/${line._id}/fail`, { reason: 'The account is closed' });
  const { text } = await mailTo(market.address, seller.email, 'did not arrive');
  expect(text).toContain('Please write to us to which bank account we should send it.');
  expect((await admin.post('/payouts/exports', {})).body.code).toBe('payouts.nothing-due');
  expect(await owedTo(sides)).toMatchObject([{ cents: share, isReady: false, isByHand: true }]);
  expect((await takeOut(sides)).body.modifiedCount).toBe(1);
  expect(await linesOf(sides)).toMatchObject([{ state: 'requested', bankEnding: null }, { state: 'failed' }]);
  expect(await checkLedger(market.services.db)).toEqual([]);
});

test('a seller whom the processor has refused is not reminded repeatedly to give bank details', async () => {
  const { market, sides } = await sell(await freshMarket({ payouts: 'stripe' }));
  await untilOverview(sides.seller, { yoursCents: share, blockedBy: 'onboarding' });
  market.clock.advance(8 * 24 * 60);
  expect(await remindSellers(market.services.payouts)).toBe(1);
  market.clock.advance(-8 * 24 * 60);
  await onboard(sides.seller, { outcome: 'rejected' });
  await sides.seller.post('/payouts/onboarding/check', {});
  market.clock.advance(16 * 24 * 60);
  expect(await remindSellers(market.services.payouts)).toBe(0);
});

test('the balance of a seller who can give bank details is not taken out by hand', async () => {
  const { sides } = await sell(markets.stripe);
  await onboard(sides.seller, { outcome: 'incomplete' });
  await sides.seller.post('/payouts/onboarding/check', {});
  expect(await takeOut(sides)).toMatchObject({ status: 409, body: { code: 'payouts.not-by-hand' } });
});
