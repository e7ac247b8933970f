// Transfers that the processor makes although their sale was refunded meanwhile.
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { expectBooks } from '#testing/ledger-agreement.ts';
import { type Market, openMarket } from '#testing/market.ts';
import {
  completedSale,
  onboard,
  openSides,
  statementOf,
  transfersOf,
  untilOverview,
} from '#testing/payouts.ts';
import { findTransactions } from '#server/payments/service.ts';
import { makeTransfer } from './make-transfer.ts';
import { findRequested } from './store-payouts.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

/**
 * Delays the next transfer before it reaches the processor. @returns when it is there, and the function that releases
 * it
 */
function holdNextTransfer(isAnswered: boolean) {
  const { transfers } = market.services.stripe;
  const create = transfers.create.bind(transfers);
  const { promise: mayGoOn, resolve: letGoOn } = Promise.withResolvers<void>();
  const asked = vi.spyOn(transfers, 'create').mockImplementationOnce(async (...given) => {
    await mayGoOn;
    const made = await create(...given);
    if (!isAnswered) throw new Stripe.errors.StripeConnectionError({ message: 'timed out' });
    return made;
  });
  return { untilAsked: () => vi.waitFor(() => expect(asked).toHaveBeenCalledOnce(), 20_000), letGoOn };
}

test.for([
  ['is answered late', true],
  ['is made although its answer was lost', false],
] as const)('a transfer that %s is recorded and comes back', async ([, isAnswered]) => {
  const { db, stripe, payouts } = market.services;
  const sides = await openSides(market);
  const { seller } = sides;
  await onboard(seller);
  const { untilAsked, letGoOn } = holdNextTransfer(isAnswered);
  const orderId = await completedSale(market, sides);
  await untilAsked();

  const untilStated = (...kinds: string[]) =>
    vi.waitFor(async () => {
      const stated: string[] = (await statementOf(seller)).map(({ kind }) => kind);
      expect(stated.toSorted()).toEqual(kinds);
    }, 20_000);
  // While the processor makes the transfer, the sale is refunded, and the payout is checked again.
  const intent = (await findTransactions(db, [orderId])).get(orderId) ?? '';
  await stripe.refunds.create({ payment_intent: intent });
  await untilStated('refund', 'sale');
  const payout = await findRequested(db, seller.id);
  // The market's own job may have done so already.
  if (payout !== undefined) await makeTransfer(payouts, payout.id);
  expect(await findRequested(db, seller.id)).toBeUndefined();

  letGoOn();
  await untilStated('payout', 'refund', 'sale', 'taken-back');
  expect(await transfersOf(market, orderId)).toHaveLength(1);
  await untilOverview(seller, { yoursCents: 0, onItsWayCents: 0, blockedBy: null });
  await expectBooks(market);
});
