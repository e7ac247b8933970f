// A refund that is on its way while the buyer's bank takes the same money back.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sellerAccount } from '#contract/ledger.ts';
import { payments } from '#db/tables/payments.ts';
import { checkLedger, sumLedgerOfCharge, sumLedgerOfKind } from '#server/ledger/service.ts';
import { compareBooks } from '#server/reconciliation/service.ts';
import { disputeCharge } from '#testing/bank-outcomes.ts';
import { endRefunds, openSilentMarket } from '#testing/card-processor.ts';
import { failedForGood } from '#testing/late-charges.ts';
import { mailsTo, mailTo } from '#testing/mailbox.ts';
import type { Market } from '#testing/market.ts';
import { act, newSides, orderIn, type Sides } from '#testing/order-requests.ts';
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
    const { db } = services;
    const id = await orderIn(market, await newSides(market), 'cancelled', 'pm_card_pendingRefund');
    const charge = await chargeOf(id);
    await refundCharge(services, charge);
    await loseAll(charge);
    await db.$client.query('update sandbox_stripe.refund_outcomes set status = $1', [ending]);
    await endRefunds(market);
    for (let time = 0; time < 2; time += 1) await recordRefunds(services, charge);
    await refundCharge(services, charge);
    await recordFees(services);
    expect(await sumLedgerOfCharge(db, charge, 'refunds_due')).toBe(0);
    // The bank's fee, and what went back twice.
    expect(await sumLedgerOfCharge(db, charge, 'fees')).toBe(feesCents);
    expect(await checkLedger(db)).toEqual([]);
    expect((await compareBooks(services)).unexplained).toEqual([]);
  },
);

/** Makes a completed order with $100 refunded by agreement. */
async function completeLessPart(sides: Sides, card: string): Promise<string> {
  const id = await orderIn(market, sides, 'disputed', card);
  await act(sides.seller, id, 'offer', { kind: 'part', amount: 100, text: 'For the scratch' });
  await act(sides.buyer, id, 'accept-offer');
  await refundCharge(market.services, await chargeOf(id));
  return id;
}

/** What the pages say of fee and seller, which is what the ledger has. */
async function expectLoss({ seller }: Sides, id: string, cents: number): Promise<void> {
  const { body } = await seller.get(`/orders/${id}`);
  expect([body.fee.feeCents, body.sellerCents]).toEqual([cents, -cents]);
  expect((await seller.get(`/orders/${id}/receipt`)).body.fee).toMatchObject({
    feeCents: cents,
    sellerCents: -cents,
  });
  const { db } = market.services;
  expect(await sumLedgerOfCharge(db, await chargeOf(id), sellerAccount(seller.id))).toBe(-cents);
}

test('a part that arrives after a bank took all of a completed sale changes no fee that its seller reads', async () => {
  const { services } = market;
  const sides = await newSides(market);
  const id = await completeLessPart(sides, 'pm_card_pendingRefund');
  await loseAll(await chargeOf(id));
  await services.db.$client.query(`update sandbox_stripe.refund_outcomes set status = 'succeeded'`);
  await endRefunds(market);
  await recordRefunds(services, await chargeOf(id));
  await expectLoss(sides, id, 1652);
  expect(await checkLedger(services.db)).toEqual([]);
});

test('a bank that takes a sale in two parts costs its seller as much as one that takes it at once', async () => {
  const sides = await newSides(market);
  const id = await completeLessPart(sides, 'pm_card_pendingRefund');
  // The part that was agreed is among the first one.
  for (const amount of [15_000, 27_050]) await lose(await chargeOf(id), amount);
  await expectLoss(sides, id, 1652);
  await endRefunds(market);
  await recordRefunds(market.services, await chargeOf(id));
  await expectLoss(sides, id, 1652);
  expect(await checkLedger(market.services.db)).toEqual([]);
});

test('a refund that fails after a bank took its money as well is not due again: it goes to whom that had cost it', async () => {
  const { services } = market;
  const sides = await newSides(market);
  const sold = await completeLessPart(sides, 'pm_card_refundFail');
  const cancelled = await orderIn(market, sides, 'cancelled', 'pm_card_refundFail');
  await refundCharge(services, await chargeOf(cancelled));
  for (const id of [sold, cancelled]) await loseAll(await chargeOf(id));
  await endRefunds(market);
  for (const id of [sold, cancelled, sold, cancelled]) {
    await recordRefunds(services, await chargeOf(id));
    expect(await sumLedgerOfCharge(services.db, await chargeOf(id), 'refunds_due')).toBe(0);
  }
  await expectLoss(sides, sold, 1652);
  // The bank's fee alone.
  expect(await sumLedgerOfCharge(services.db, await chargeOf(cancelled), 'fees')).toBe(-1500);
  await recordFees(services);
  expect(await checkLedger(services.db)).toEqual([]);
  expect((await compareBooks(services)).unexplained).toEqual([]);
});

async function chargeOf(id: string): Promise<string> {
  const [payment] = await market.services.db.select().from(payments).where(eq(payments.bookingId, id));
  return payment?.transactionId ?? '';
}

test('a bank that takes what the card refused is not told as a refund', async () => {
  const { buyer, intent } = await failedForGood(market);
  await loseAll(intent);
  await mailTo(market.address, buyer.email, 'You have your money for the Pixel 8 Pro back');
  const subjects = (await mailsTo(market.address, buyer.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('was sent again'))).toEqual([]);
});

test('one of two admins who accept a chargeback at once succeeds, and its money is lost once', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'paid', 'pm_card_createDispute');
  const charge = await chargeOf(id);
  await recordChargebacks(market.services, charge);
  const { body: list } = await sides.admin.get('/chargebacks?limit=100');
  const { _id } = list.find((each: { transactionId: string }) => each.transactionId === charge);
  const accept = () => sides.admin.post(`/chargebacks/${_id}/accept`, {});
  const replies = await Promise.all([accept(), accept()]);
  const [later, ...others] = replies.filter(({ body }) => body.modifiedCount !== 1);
  expect(others).toEqual([]);
  // It is decided already in the database, or the processor does not close it again.
  expect([0, 'payments.chargeback-answered']).toContain(later?.body.modifiedCount ?? later?.body.code);
  expect(await sumLedgerOfKind(market.services.db, charge, 'chargeback-lost')).toBe(42_050);
  expect(await checkLedger(market.services.db)).toEqual([]);
});

/** The card's owner disputes all of a charge, and we accept it. */
const loseAll = (charge: string): Promise<void> => lose(charge);

async function lose(charge: string, amount?: number): Promise<void> {
  const { stripe } = market.services;
  const dispute = await disputeCharge(market, charge, amount);
  await recordChargebacks(market.services, charge);
  await stripe.disputes.close(dispute);
  await recordChargebacks(market.services, charge);
}
