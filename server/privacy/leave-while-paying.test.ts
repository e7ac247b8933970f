import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { holdDeadline } from '#server/bookings/service.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { chargedBy } from '#testing/agreement.ts';
import {
  beginOrder,
  chargeEvent,
  confirmCard,
  deliver,
  intentOf,
  openSilentMarket,
} from '#testing/card-processor.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import type { Market } from '#testing/market.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test.each(['buyer', 'seller'] as const)(
  'a %s who leaves while the payment is settled has no open order',
  async (side) => {
    const outcomes = [];
    for (let round = 0; round < 8; round += 1) {
      const deal = await beginOrder(market);
      await confirmCard(market, deal.secret);
      const paid = { transactionId: intentOf(deal.secret), paymentId: deal.bookingId };
      const [left] = await Promise.all([
        deal[side].post('/privacy/leave', {}),
        deal.buyer.post('/payments', paid),
      ]);
      const other = side === 'buyer' ? deal.seller : deal.buyer;
      const order = await other.get(`/orders/${deal.bookingId}`);
      outcomes.push(`${left.status} ${left.body.code ?? ''}, order ${order.status}`);
    }
    const possible = ['200 , order 404', '409 privacy.deals-open, order 200'];
    expect(outcomes.filter((outcome) => !possible.includes(outcome))).toEqual([]);
    await expectBooks(market);
  },
);

test('a buyer who leaves while their late payment is settled has no open order', async () => {
  const outcomes = [];
  for (let round = 0; round < 12; round += 1) {
    const deal = await beginOrder(market);
    await confirmCard(market, deal.secret);
    await endHold(deal.bookingId);
    const paid = { transactionId: intentOf(deal.secret), paymentId: deal.bookingId };
    const [left] = await Promise.all([
      deal.buyer.post('/privacy/leave', {}),
      deal.buyer.post('/payments', paid),
    ]);
    const order = await deal.seller.get(`/orders/${deal.bookingId}`);
    outcomes.push(`${left.status}, order ${order.status}`);
  }
  // Whoever is still owed a refund cannot leave yet.
  const possible = ['200, order 404', '409, order 404', '409, order 200'];
  expect(outcomes.filter((outcome) => !possible.includes(outcome))).toEqual([]);
});

/** The clock stays, since leaving needs a fresh sign-in. */
async function endHold(bookingId: string): Promise<void> {
  await market.services.db.$client.query(`update bookings set hold_expires_at = created_at where id = $1`, [
    bookingId,
  ]);
  await runDue(market.services, holdDeadline);
}

test('a late payment of a buyer who has left meanwhile goes back, though the phone is still for sale', async () => {
  const deal = await beginOrder(market);
  await endHold(deal.bookingId);
  expect((await deal.buyer.post('/privacy/leave', {})).status).toBe(200);
  await confirmCard(market, deal.secret);
  await deliver(market, await chargeEvent(market, intentOf(deal.secret)));
  await vi.waitFor(
    async () =>
      expect(await chargedBy(market.services.stripe, intentOf(deal.secret))).toEqual({
        count: 1,
        keptCents: 0,
      }),
    { timeout: 20_000, interval: 50 },
  );
  expect((await deal.seller.get(`/orders/${deal.bookingId}`)).status).toBe(404);
});
