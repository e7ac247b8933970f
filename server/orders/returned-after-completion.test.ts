// Money of a completed sale that goes back by hand at the processor: what seller, fee and pages say to the cent.
import { readFile } from 'node:fs/promises';

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sellerAccount } from '#contract/ledger.ts';
import { formatCents } from '#contract/money.ts';
import { orders } from '#db/tables/orders.ts';
import { findLedgerBalance, sumLedgerOfCharge } from '#server/ledger/service.ts';
import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { chargeOfOrder, openSilentMarket, refundByHand } from '#testing/card-processor.ts';
import { mailTo } from '#testing/mailbox.ts';
import type { Market } from '#testing/market.ts';
import { statementOf } from '#testing/payouts.ts';
import { act, newSides, orderIn, type Sides } from '#testing/order-requests.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

const sellerHas = ({ seller }: Sides) => findLedgerBalance(market.services.db, sellerAccount(seller.id));

/** What sales have earned from an order, in cents. */
async function earnedFrom(id: string): Promise<number> {
  const { rows } = await market.services.db.execute<{ cents: string }>(sql`
    select sum(case when to_account = 'fees' then amount_cents else -amount_cents end) as cents
    from ledger_entries where order_id = ${id} and 'fees' in (from_account, to_account)`);
  return Number(rows[0]?.cents ?? 0);
}

test('many parts by hand take the same from seller and fee as one refund: no cent is left over', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  for (let part = 0; part < 8; part += 1) await refundByHand(market, id, 5000);
  await refundByHand(market, id);
  expect(await sellerHas(sides)).toBe(0);
  expect(await earnedFrom(id)).toBe(0);
  await expectBooks(market);
});

test('order, list and receipt say what seller and fee have after a part went back by hand', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  await refundByHand(market, id, 10_000);
  // The fee was $21.52 of $420.50; $5.12 of it went back with the $100.
  const share = { feeCents: 1640, sellerCents: 30_410 };
  expect(await sellerHas(sides)).toBe(share.sellerCents);
  const { sellerCents, fee } = (await sides.seller.get(`/orders/${id}`)).body;
  expect({ sellerCents, feeCents: fee.feeCents }).toEqual(share);
  expect((await sides.seller.get('/sales')).body).toMatchObject([{ sellerCents: share.sellerCents }]);
  expect((await sides.seller.get(`/orders/${id}/receipt`)).body.fee).toMatchObject(share);
  expect(await earnedFrom(id)).toBe(share.feeCents);

  // Earlier versions kept the fee of the completion.
  const { db } = market.services;
  await db.update(orders).set({ feeCents: 2152, vatPercent: 20, vatCents: 359 }).where(eq(orders.id, id));
  await db.execute(await readFile(new URL('../../db/migrations/0046_fee_left.sql', import.meta.url), 'utf8'));
  expect((await sides.seller.get(`/orders/${id}/receipt`)).body.fee).toMatchObject({
    ...share,
    vatCents: 273,
  });
});

test('both sides are told of a part that goes back by hand, and it is in the timeline', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'handed_over');
  await refundByHand(market, id, 2000);
  const open = await mailTo(market.address, sides.seller.email, '$20.00 of the money for the Pixel 8 Pro');
  expect(open.text).toContain('Of this sale you get $379.98 once the order is completed.');
  await act(sides.buyer, id, 'accept');
  await refundByHand(market, id, 10_000);
  await mailTo(market.address, sides.buyer.email, 'You get $100.00 back for the Pixel 8 Pro');
  const sold = await mailTo(market.address, sides.seller.email, '$100.00 of the money for the Pixel 8 Pro');
  const { timeline, sellerCents } = (await sides.seller.get(`/orders/${id}`)).body;
  expect(sold.text).toContain(`of this sale you keep ${formatCents(sellerCents)}.`);
  expect(timeline.at(-1)).toMatchObject({ what: 'given-back', role: 'system', detail: '$100.00' });

  // The rest ends the order, and the mail says so.
  await refundByHand(market, id);
  const ended = (await sides.seller.get(`/orders/${id}`)).body.timeline.slice(-2);
  expect(ended).toMatchObject([{ what: 'given-back' }, { state: 'refunded' }]);
});

test('a sale that was corrected after a part went back by hand can go back as a whole', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  await refundByHand(market, id, 10_000);
  await act(sides.admin, id, 'reopen');
  const rows = (await statementOf(sides.seller)).map((row) => [row.kind, row.amountCents, row.feeCents]);
  expect(rows).toEqual([
    ['correction', 9488, 512],
    ['correction', -39_898, -2152],
    ['refund', -9488, -512],
    ['sale', 39_898, 2152],
  ]);
  await act(sides.admin, id, 'decide', { outcome: 'complete', reason: 'agreement', words: 'As it was' });
  await refundByHand(market, id);
  expect(await sellerHas(sides)).toBe(0);
  expect(await earnedFrom(id)).toBe(0);
  await expectBooks(market);
});

test('whoever is paid after a refund gets what the sale would have brought, also after a part refund', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  const decisions = [{ outcome: 'part', amount: 100 }, { outcome: 'refund' }, { outcome: 'complete' }];
  for (const decision of decisions) {
    await act(sides.admin, id, 'reopen');
    await act(sides.admin, id, 'decide', { ...decision, reason: 'agreement', words: 'As we see it now' });
  }
  expect(await sellerHas(sides)).toBe(39_898);
  expect((await sides.seller.get(`/orders/${id}`)).body).toMatchObject({ sellerCents: 39_898 });
  await refundCharge(market.services, await chargeOfOrder(market, id));
  await expectBooks(market);
});

test('a seller from whom a bank took the whole price is paid their whole share by a correction', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed', 'pm_card_createDisputeInquiry');
  await loseChargeback(id);
  // The bank has taken the whole price; the seller had got it less the fee.
  expect(await sellerHas(sides)).toBe(-2152);
  const lost = { feeCents: 2152, sellerCents: -2152 };
  expect((await sides.seller.get(`/orders/${id}/receipt`)).body.fee).toMatchObject(lost);
  const { sellerCents, fee } = (await sides.seller.get(`/orders/${id}`)).body;
  expect({ sellerCents, feeCents: fee.feeCents }).toEqual(lost);
  const why = 'our fee is not given back';
  const { text } = await mailTo(market.address, sides.seller.email, 'was refunded');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(why);
  const year = market.clock.now().getUTCFullYear();
  expect((await sides.seller.get(`/payouts/statement.csv?year=${year}`)).body).toContain(why);
  for (const [outcome, cents] of [
    ['complete', 39_898],
    ['refund', -2152],
    ['complete', 39_898],
  ] as const) {
    await act(sides.admin, id, 'reopen');
    expect(await sellerHas(sides)).toBe(-2152);
    await act(sides.admin, id, 'decide', { outcome, reason: 'agreement', words: 'As we see it now' });
    expect(await sellerHas(sides)).toBe(cents);
  }
  expect((await sides.seller.get(`/orders/${id}`)).body).toMatchObject({ sellerCents: 39_898 });
  await expectBooks(market);
});

test.each([
  ['was sent before', true],
  ['was still due', false],
])('a bank takes the whole price of a sale of which a part %s', async (_when, isSent) => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed', 'pm_card_createDisputeInquiry');
  await act(sides.seller, id, 'offer', { kind: 'part', amount: 100, text: 'For the scratch' });
  await act(sides.buyer, id, 'accept-offer');
  if (isSent) await refundCharge(market.services, await chargeOfOrder(market, id));
  await loseChargeback(id);
  // The seller loses the fee; what the buyer got twice is the operator's loss.
  const lost = { feeCents: 1652, sellerCents: -1652 };
  expect(await sellerHas(sides)).toBe(lost.sellerCents);
  expect((await sides.seller.get(`/orders/${id}/receipt`)).body).toMatchObject({
    amountCents: 42_050,
    refundedCents: 42_050,
    fee: lost,
  });
  // Whoever is paid after all gets the share that was agreed.
  await act(sides.admin, id, 'reopen');
  await act(sides.admin, id, 'decide', { outcome: 'complete', reason: 'agreement', words: 'As agreed' });
  expect(await sellerHas(sides)).toBe(30_398);
  expect((await sides.seller.get(`/orders/${id}`)).body).toMatchObject({ sellerCents: 30_398 });
  await refundCharge(market.services, await chargeOfOrder(market, id));
  await expectBooks(market);
});

test.each([
  ['complete', 30_398],
  ['refund', 0],
])(
  'a completed sale of which a bank took a part is opened again with what is left: %s',
  async (outcome, cents) => {
    const sides = await newSides(market);
    const id = await orderIn(market, sides, 'completed', 'pm_card_createDisputeInquiry');
    await loseChargeback(id, 10_000);
    // The bank's part is the seller's alone.
    expect(await sellerHas(sides)).toBe(29_898);
    await act(sides.admin, id, 'reopen');
    expect(await sellerHas(sides)).toBe(0);
    await act(sides.admin, id, 'decide', { outcome, reason: 'agreement', words: 'As we see it now' });
    expect(await sellerHas(sides)).toBe(cents);
    expect((await sides.seller.get(`/orders/${id}`)).body).toMatchObject({ sellerCents: cents });
    await refundCharge(market.services, await chargeOfOrder(market, id));
    await expectBooks(market);
  },
);

test('a part that a bank took while nothing reached us is told as well', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'handed_over', 'pm_card_createDisputeInquiry');
  await loseChargeback(id, 10_000, { isHeardOf: false });
  const { state, refundedCents, timeline } = (await sides.seller.get(`/orders/${id}`)).body;
  expect({ state, refundedCents }).toEqual({ state: 'handed_over', refundedCents: 10_000 });
  expect(timeline.at(-1)).toMatchObject({
    what: 'released',
    detail: 'It has taken $100.00 of the payment.',
  });
  await expectBooks(market);
});

test('after a bank took a part of an open order, both sides agree on a part of the rest', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed', 'pm_card_createDisputeInquiry');
  await loseChargeback(id, 10_000);
  await act(sides.seller, id, 'offer', { kind: 'part', amount: 60, text: 'For the scratch' });
  await act(sides.buyer, id, 'accept-offer');
  await refundCharge(market.services, await chargeOfOrder(market, id));
  // $420.50 - $160 = $260.50, less a fee of $13.52.
  expect(await sellerHas(sides)).toBe(24_698);
  expect((await sides.seller.get(`/orders/${id}`)).body).toMatchObject({ sellerCents: 24_698 });
  await expectBooks(market);
  // The processor refunds nothing more of such a charge, so it waits for an admin: no more than what was agreed.
  const charge = await chargeOfOrder(market, id);
  expect(await sumLedgerOfCharge(market.services.db, charge, 'refunds_due')).toBe(6000);
  for (let attempt = 0; attempt < 4; attempt += 1) await refundCharge(market.services, charge);
  const issues: { _id: string; transactionId: string }[] = (await sides.admin.get('/chargeIssues')).body;
  const issue = issues.find(({ transactionId }) => transactionId === charge);
  expect(issue).toMatchObject({ amount: 60 });
  await sides.admin.post(`/chargeIssues/${issue?._id}/settle`, { reference: 'Transfer 17' });
  const { subject } = await mailTo(market.address, sides.buyer.email, 'was paid back in another way');
  expect(subject).toContain('$60.00');
  await expectBooks(market);
});

test('a bank that takes what a part refund has left is not said to release the payment', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed', 'pm_card_createDisputeInquiry');
  await act(sides.seller, id, 'offer', { kind: 'part', amount: 100, text: 'For the scratch' });
  await act(sides.buyer, id, 'accept-offer');
  await refundCharge(market.services, await chargeOfOrder(market, id));
  await loseChargeback(id, 32_050);
  const { state, timeline } = (await sides.seller.get(`/orders/${id}`)).body;
  const steps = timeline.map(
    (each: { state: string | null; what: string | null }) => each.state ?? each.what,
  );
  expect({ state, steps: steps.slice(-2) }).toEqual({ state: 'refunded', steps: ['held-back', 'refunded'] });
  await expectBooks(market);
});

test('a bank that takes what was due back to the buyer anyway ends the wait, and both sides hear so', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed', 'pm_card_createDispute');
  const charge = await chargeOfOrder(market, id);
  await act(sides.seller, id, 'refund');
  await recordChargebacks(market.services, charge);
  await refundCharge(market.services, charge);
  const { stripe } = market.services;
  const { data } = await stripe.disputes.list({ payment_intent: charge });
  await stripe.disputes.close(data[0]?.id ?? '');
  await recordChargebacks(market.services, charge);
  const { state, refund, timeline } = (await sides.buyer.get(`/orders/${id}`)).body;
  expect({ state, refund }).toEqual({ state: 'refunded', refund: 'done' });
  const detail =
    'It has taken the payment back for the buyer. A refund that was not sent yet is not sent any more.';
  expect(timeline.at(-1)).toMatchObject({ what: 'released', detail });
  for (const { email } of [sides.buyer, sides.seller]) {
    const { text } = await mailTo(market.address, email, 'The bank has decided about the payment');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`${detail} The order stays as it is.`);
  }
  await expectBooks(market);
});

test('a bank that takes the money of a sale that was opened again has cost its seller no fee', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed', 'pm_card_createDisputeInquiry');
  await act(sides.admin, id, 'reopen');
  await loseChargeback(id);
  const { text } = await mailTo(market.address, sides.seller.email, 'was refunded');
  expect(text).not.toContain('our fee is not given back');
  expect(await sellerHas(sides)).toBe(0);
});

/** The bank's inquiry about an order becomes a chargeback of all of it or a part, which we accept. */
async function loseChargeback(id: string, amount?: number, { isHeardOf = true } = {}): Promise<void> {
  const { stripe, db } = market.services;
  const charge = await chargeOfOrder(market, id);
  const { data } = await stripe.disputes.list({ payment_intent: charge });
  const dispute = data[0]?.id ?? '';
  if (amount !== undefined)
    await db.$client.query(
      `update sandbox_stripe.objects set data = jsonb_set(data::jsonb, '{amount}', $2::text::jsonb)::json where id = $1`,
      [dispute, amount],
    );
  await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'escalate_inquiry_evidence' } });
  if (isHeardOf) await recordChargebacks(market.services, charge);
  await stripe.disputes.close(dispute);
  await recordChargebacks(market.services, charge);
}
