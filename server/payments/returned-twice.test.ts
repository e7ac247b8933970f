// A refund that is on its way while the buyer's bank takes the same money back.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { payments } from '#db/tables/payments.ts';
import { openDispute } from '#sandbox/stripe/disputes.ts';
import { inTransaction } from '#sandbox/stripe/store.ts';
import { checkLedger, sumLedgerOfCharge } from '#server/ledger/service.ts';
import { endRefunds, openSilentMarket } from '#testing/card-processor.ts';
import type { Market } from '#testing/market.ts';
import { newSides, orderIn } from '#testing/order-requests.ts';
import { compareWithProcessor } from './compare-processor.ts';
import { recordChargebacks } from './record-chargebacks.ts';
import { recordFees } from './record-fees.ts';
import { recordRefunds } from './record-refunds.ts';
import { refundCharge } from './refund-charge.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test.each([
  ['succeeded', -43_550],
  ['failed', -1_500],
] as const)(
  'a refund that was on its way when a bank took the money has %s: what went back twice is our loss',
  async (ending, feesCents) => {
    const { services } = market;
    const { stripe, db } = services;
    const id = await orderIn(market, await newSides(market), 'cancelled', 'pm_card_pendingRefund');
    const [payment] = await db.select().from(payments).where(eq(payments.bookingId, id));
    const charge = payment?.transactionId ?? '';
    await refundCharge(services, charge);
    await dispute(charge);
    await recordChargebacks(services, charge);
    const { data } = await stripe.disputes.list({ payment_intent: charge });
    await stripe.disputes.close(data[0]?.id ?? '');
    await recordChargebacks(services, charge);
    await db.$client.query('update sandbox_stripe.refund_outcomes set status = $1', [ending]);
    await endRefunds(market);
    for (let time = 0; time < 2; time += 1) await recordRefunds(services, charge);
    await refundCharge(services, charge);
    await recordFees(services);
    expect(await sumLedgerOfCharge(db, charge, 'refunds_due')).toBe(0);
    // The bank's fee, and what went back twice.
    expect(await sumLedgerOfCharge(db, charge, 'fees')).toBe(feesCents);
    expect(await checkLedger(db)).toEqual([]);
    expect((await compareWithProcessor(services)).unexplained).toEqual([]);
  },
);

/** The card's owner disputes a charge whose refund is pending. */
async function dispute(intent: string): Promise<void> {
  const { stripe, db } = market.services;
  const { data } = await stripe.charges.list({ payment_intent: intent });
  const [charge] = data;
  if (charge === undefined) throw new Error('no charge');
  const origin = { requestId: undefined, idempotencyKey: undefined };
  await inTransaction(db.$client, (tx) =>
    openDispute(tx, origin, charge, { reason: 'fraudulent', isInquiry: false }),
  );
}
