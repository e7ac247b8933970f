// Deadlines that were found due just before a bank began to hold the order's money, or an admin had to decide.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { chargeOfOrder } from '#testing/card-processor.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, newSides, orderIn } from '#testing/order-requests.ts';
import { orderDeadline } from './service.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

test.each([
  ['paid', 'a reminder', 4],
  ['paid', 'the end of the time for the hand-over', 20],
  ['handed_over', 'the payment of the seller', 4],
] as const)('of a %s order whose money a bank holds, %s waits', async (state, _what, days) => {
  const { db, clock } = market.services;
  const id = await orderIn(market, await newSides(market), state, 'pm_card_createDispute');
  await recordChargebacks(market.services, await chargeOfOrder(market, id));
  const later = new Date(clock.now().getTime() + days * dayMs);
  expect(await orderDeadline(market.services).run(db, id, later)).toBe(false);
});

test('a dispute that an admin decides does not end by itself', async () => {
  const { db, clock } = market.services;
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed');
  await act(sides.seller, id, 'refuse');
  const later = new Date(clock.now().getTime() + 30 * dayMs);
  expect(await orderDeadline(market.services).run(db, id, later)).toBe(false);
});
