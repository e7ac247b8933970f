// What is owed to a suspended seller waits until the suspension is over.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { checkLedger } from '#server/ledger/service.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, orderIn, type Sides } from '#testing/order-requests.ts';
import { completedSale, onboard, openSides, overviewOf, untilSent } from '#testing/payouts.ts';
import { remindSellers } from './jobs.ts';
import { requestPayout } from './request-payout.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openMarket({ payouts: 'stripe' });
  sides = await openSides(market);
});
afterAll(() => market.close());

test('a payout waits for the end of a suspension, and then goes out', async () => {
  const { buyer, seller, admin } = sides;
  const id = await orderIn(market, sides, 'handed_over');
  await onboard(seller);
  await seller.post('/payouts/onboarding/check', {});
  await admin.post(`/users/${seller.id}/suspend`, { reason: 'Fake phones.' });
  await act(buyer, id, 'accept');
  const { yoursCents } = await overviewOf(seller);
  expect(yoursCents).toBeGreaterThan(0);
  expect(await requestPayout(market.services.payouts, seller.id)).toBeUndefined();
  expect(await overviewOf(seller)).toMatchObject({ blockedBy: 'suspended', onItsWayCents: 0 });
  await admin.post(`/users/${seller.id}/lift-suspension`, {});
  await requestPayout(market.services.payouts, seller.id);
  await untilSent(seller, yoursCents);
  expect(await checkLedger(market.services.db)).toEqual([]);
});

test('a suspended seller is not asked for bank details, which they cannot enter, until the suspension is over', async () => {
  const other = await openSides(market);
  await completedSale(market, other);
  await other.admin.post(`/users/${other.seller.id}/suspend`, { reason: 'Fake phones.' });
  expect(await remindSellers(market.services.payouts)).toBe(0);
  await other.admin.post(`/users/${other.seller.id}/lift-suspension`, {});
  expect(await remindSellers(market.services.payouts)).toBe(1);
});
