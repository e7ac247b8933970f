// Money of a completed sale that goes back by hand at the processor: what seller, fee and pages say to the cent.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sellerAccount } from '#contract/ledger.ts';
import { payments } from '#db/tables/payments.ts';
import { checkLedger, findLedgerBalance } from '#server/ledger/service.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import { compareWithProcessor } from '#server/payments/service.ts';
import { openSilentMarket } from '#testing/card-processor.ts';
import type { Market } from '#testing/market.ts';
import { act, newSides, orderIn, type Sides } from '#testing/order-requests.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

async function chargeOf(id: string): Promise<string> {
  const [row] = await market.services.db.select().from(payments).where(eq(payments.bookingId, id));
  return row?.transactionId ?? '';
}

/** As an employee refunds in the processor's dashboard, with the event processed. */
async function refundByHand(id: string, amount?: number): Promise<void> {
  const charge = await chargeOf(id);
  await market.services.stripe.refunds.create({
    payment_intent: charge,
    ...(amount === undefined ? {} : { amount }),
  });
  await recordRefunds(market.services, charge);
}

const sellerHas = ({ seller }: Sides) => findLedgerBalance(market.services.db, sellerAccount(seller.id));

/** What sales have earned from an order, in cents. */
async function earnedFrom(id: string): Promise<number> {
  const { rows } = await market.services.db.execute<{ cents: string }>(sql`
    select sum(case when to_account = 'fees' then amount_cents else -amount_cents end) as cents
    from ledger_entries where order_id = ${id} and 'fees' in (from_account, to_account)`);
  return Number(rows[0]?.cents ?? 0);
}

async function expectBooks(): Promise<void> {
  expect(await checkLedger(market.services.db)).toEqual([]);
  expect((await compareWithProcessor(market.services)).unexplained).toEqual([]);
}

test('many parts by hand take the same from seller and fee as one refund: no cent is left over', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  for (let part = 0; part < 8; part += 1) await refundByHand(id, 5000);
  await refundByHand(id);
  expect(await sellerHas(sides)).toBe(0);
  expect(await earnedFrom(id)).toBe(0);
  await expectBooks();
});

test('a sale that was corrected after a part went back by hand can go back as a whole', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  await refundByHand(id, 10_000);
  await act(sides.admin, id, 'reopen');
  await act(sides.admin, id, 'decide', { outcome: 'complete', reason: 'agreement', words: 'As it was' });
  await refundByHand(id);
  expect(await sellerHas(sides)).toBe(0);
  expect(await earnedFrom(id)).toBe(0);
  await expectBooks();
});
