// Failures of the processor's own, which it repeats for a day for the same idempotency key.
import { and, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { payoutReversals } from '#db/tables/payouts.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { failCreating } from '#testing/card-processor.ts';
import { type Market, openMarket } from '#testing/market.ts';
import {
  banks,
  completedSale,
  confirmAddress,
  letBankAnswer,
  onboard,
  openSides,
  transfersOf,
  untilOverview,
  untilSent,
} from '#testing/payouts.ts';
import { makeOverdueTransfers } from './sweep-payouts.ts';
import { makeReversal } from './reverse-transfers.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

/** The seller's share of a phone for $420.50. */
const share = 39_898;

test('stored failures stop neither onboarding nor transfers nor reversals', async () => {
  const sides = await openSides(market);
  const { seller } = sides;
  await confirmAddress(market, seller);
  const mendAccounts = await failCreating(market, 'account');
  expect((await seller.post('/payouts/onboarding', {})).status).toBe(502);
  await mendAccounts();
  market.clock.advance(1);
  await onboard(seller, { bank: banks.refusing });
  const mendTransfers = await failCreating(market, 'transfer');
  const orderId = await completedSale(market, sides);
  await untilOverview(seller, { blockedBy: 'processor-away', onItsWayCents: share });
  await mendTransfers();
  market.clock.advance(2);
  await makeOverdueTransfers(market.services.payouts);
  await untilSent(seller, share);
  expect(await transfersOf(market, orderId)).toHaveLength(1);
  const mendReversals = await failCreating(market, 'transfer_reversal');
  await letBankAnswer(market, seller);
  // While the first attempt is still under way, another call would ask with its key.
  await vi.waitFor(async () => expect(await failedReversals()).toHaveLength(1), 20_000);
  const [reversal] = await failedReversals();
  await mendReversals();
  await makeReversal(market.services.payouts, reversal?.id ?? '');
  await untilOverview(seller, { yoursCents: share, onItsWayCents: 0 });
  await expectBooks(market);
});

const failedReversals = () =>
  market.services.db
    .select({ id: payoutReversals.id })
    .from(payoutReversals)
    .where(and(eq(payoutReversals.state, 'requested'), gt(payoutReversals.attempt, 1)));
