// Chargebacks, inquiries and the account's balance, called by the official SDK.
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await createTestDatabase());
});
afterAll(() => shop.close());

test('card …0259 is charged back: the amount and a fee leave the balance', async () => {
  const before = await balanceCents();
  const { intent, dispute, charge } = await disputedBy('pm_card_createDispute');
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 42_050,
    charge: charge.id,
    payment_intent: intent,
    reason: 'fraudulent',
    status: 'needs_response',
    is_charge_refundable: false,
    payment_method_details: { card: { case_type: 'chargeback' } },
    evidence_details: { has_evidence: false, submission_count: 0 },
  });
  expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created);
  expect(dispute.balance_transactions).toMatchObject([
    { type: 'adjustment', reporting_category: 'dispute', amount: -42_050, fee: 1500, net: -43_550 },
  ]);
  expect(charge.disputed).toBe(true);
  expect(await eventsAbout(dispute.id)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
  expect((await balanceCents()) - before).toBe(42_050 - 1249 - 43_550);
  await expect(shop.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_disputed',
    message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
  });
});

test('card …2685 is charged back for a product that was not received', async () => {
  const { dispute } = await disputedBy('pm_card_createDisputeProductNotReceived');
  expect(dispute).toMatchObject({ reason: 'product_not_received', status: 'needs_response' });
});

test('winning evidence brings the amount back, but not the fee', async () => {
  const { dispute, intent } = await disputedBy('pm_card_createDispute');
  const before = await balanceCents();
  const won = await answer(dispute, 'winning_evidence');
  expect(won).toMatchObject({
    status: 'won',
    evidence: { uncategorized_text: 'winning_evidence' },
    evidence_details: { has_evidence: true, submission_count: 1, submission_method: 'manual' },
  });
  expect(won.balance_transactions.map(({ amount, fee }) => [amount, fee])).toEqual([
    [-42_050, 1500],
    [42_050, 0],
  ]);
  expect((await balanceCents()) - before).toBe(42_050);
  expect(await eventsAbout(dispute.id)).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ]);
  expect(await shop.stripe.refunds.create({ payment_intent: intent })).toMatchObject({ status: 'succeeded' });
});

test('losing evidence and accepting lose it, for good', async () => {
  const { dispute, intent } = await disputedBy('pm_card_createDispute');
  const before = await balanceCents();
  expect(await answer(dispute, 'losing_evidence')).toMatchObject({ status: 'lost' });
  const accepted = await disputedBy('pm_card_createDispute');
  expect(await shop.stripe.disputes.close(accepted.dispute.id)).toMatchObject({ status: 'lost' });
  await expect(shop.stripe.disputes.close(accepted.dispute.id)).rejects.toMatchObject({ statusCode: 400 });
  await expect(answer(dispute, 'winning_evidence')).rejects.toMatchObject({
    message: 'You cannot submit evidence for a dispute with a status of lost.',
  });
  await expect(shop.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
  expect((await balanceCents()) - before).toBe(42_050 - 1249 - 43_550);
});

test('evidence is staged until it is submitted, and then the bank decides', async () => {
  const { dispute } = await disputedBy('pm_card_createDispute');
  const staged = await shop.stripe.disputes.update(dispute.id, {
    evidence: { product_description: 'A phone', shipping_carrier: 'DHL' },
    submit: false,
  });
  expect(staged).toMatchObject({
    status: 'needs_response',
    evidence: { product_description: 'A phone', uncategorized_text: null },
    evidence_details: { has_evidence: true, submission_count: 0 },
  });
  const sent = await answer(dispute, 'It was handed over');
  expect(sent).toMatchObject({ status: 'under_review', evidence: { shipping_carrier: 'DHL' } });
  await expect(answer(dispute, 'winning_evidence')).rejects.toMatchObject({ statusCode: 400 });
  const unknown = shop.stripe.disputes.update(dispute.id, { evidence: { nonsense: 'x' } as object });
  await expect(unknown).rejects.toMatchObject({ code: 'parameter_unknown' });
});

test('card …1976 is an inquiry: no money is taken, and a refund or an answer ends it', async () => {
  const before = await balanceCents();
  const refunded = await disputedBy('pm_card_createDisputeInquiry');
  expect(refunded.dispute).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
    payment_method_details: { card: { case_type: 'inquiry' } },
  });
  expect((await balanceCents()) - before).toBe(42_050 - 1249);
  await shop.stripe.refunds.create({ payment_intent: refunded.intent });
  expect(await shop.stripe.disputes.retrieve(refunded.dispute.id)).toMatchObject({
    status: 'warning_closed',
  });
  const answered = await disputedBy('pm_card_createDisputeInquiry');
  expect(await answer(answered.dispute, 'winning_evidence')).toMatchObject({ status: 'warning_closed' });
});

test('an inquiry that the bank escalates becomes a chargeback, which can be answered', async () => {
  const { dispute } = await disputedBy('pm_card_createDisputeInquiry');
  const escalated = await answer(dispute, 'escalate_inquiry_evidence');
  expect(escalated).toMatchObject({
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [{ net: -43_550 }],
    payment_method_details: { card: { case_type: 'chargeback' } },
  });
  expect(await answer(dispute, 'winning_evidence')).toMatchObject({ status: 'won' });
});

test('an inquiry that is escalated while its charge is refunded is one of both', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { dispute, intent } = await disputedBy('pm_card_createDisputeInquiry');
    const [refund] = await Promise.allSettled([
      shop.stripe.refunds.create({ payment_intent: intent }),
      answer(dispute, 'escalate_inquiry_evidence'),
    ]);
    const { status, balance_transactions: taken } = await shop.stripe.disputes.retrieve(dispute.id);
    expect([refund.status, status, taken.length]).toEqual(
      refund.status === 'fulfilled' ? ['fulfilled', 'warning_closed', 0] : ['rejected', 'needs_response', 1],
    );
  }
});

test('the balance is the sum of its transactions, each of which tells its source', async () => {
  const intent = await paid('pm_card_visa');
  const { latest_charge: charge } = await shop.stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge.balance_transaction'],
  });
  if (typeof charge === 'string' || charge === null) throw new Error('not expanded');
  expect(charge.balance_transaction).toMatchObject({
    object: 'balance_transaction',
    type: 'charge',
    amount: 42_050,
    fee: 1249,
    net: 40_801,
    fee_details: [{ amount: 1249, type: 'stripe_fee', currency: 'usd' }],
    source: charge.id,
    status: 'pending',
  });
  const refund = await shop.stripe.refunds.create({ payment_intent: intent, amount: 1000 });
  const own = await shop.stripe.balanceTransactions.list({ source: refund.id });
  expect(own.data).toMatchObject([
    { id: refund.balance_transaction, type: 'refund', amount: -1000, fee: 0, status: 'available' },
  ]);
  expect(await shop.stripe.balanceTransactions.retrieve(own.data[0]?.id ?? '')).toEqual(own.data[0]);
  expect((await shop.stripe.balanceTransactions.list({ type: 'refund', limit: 1 })).data).toEqual(own.data);
  let sum = 0;
  for await (const { net } of shop.stripe.balanceTransactions.list({ limit: 100 })) sum += net;
  expect(await balanceCents()).toBe(sum);
});

test('what a failed refund had taken comes back to the balance', async () => {
  const intent = await paid('pm_card_refundFail');
  const before = await balanceCents();
  const refund = await shop.stripe.refunds.create({ payment_intent: intent });
  expect((await balanceCents()) - before).toBe(-42_050);
  await shop.pool.query('update sandbox_stripe.refund_outcomes set due_at = now()');
  await vi.waitFor(async () => {
    expect(await shop.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
  }, 10_000);
  const { failure_balance_transaction: id } = await shop.stripe.refunds.retrieve(refund.id);
  expect(await shop.stripe.balanceTransactions.retrieve(String(id))).toMatchObject({
    type: 'refund_failure',
    amount: 42_050,
    source: refund.id,
  });
  expect(await balanceCents()).toBe(before);
});

async function paid(card: string): Promise<string> {
  const intent = await shop.newIntent();
  expect((await shop.confirm(intent, card)).status).toBe(200);
  return intent.id;
}

async function disputedBy(card: string) {
  const intent = await paid(card);
  const [dispute] = (await shop.stripe.disputes.list({ payment_intent: intent })).data;
  if (dispute === undefined) throw new Error('not disputed');
  const charge = await shop.stripe.charges.retrieve(String(dispute.charge));
  expect((await shop.stripe.disputes.list({ charge: charge.id })).data).toEqual([dispute]);
  return { intent, dispute, charge };
}

const answer = ({ id }: Stripe.Dispute, text: string) =>
  shop.stripe.disputes.update(id, { evidence: { uncategorized_text: text } });

async function balanceCents(): Promise<number> {
  const { available, pending } = await shop.stripe.balance.retrieve();
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0);
}

/** In the order in which they happened. */
async function eventsAbout(id: string): Promise<string[]> {
  const { data } = await shop.stripe.events.list({ limit: 50 });
  return data
    .filter(({ data: { object } }) => 'id' in object && object.id === id)
    .map(({ type }) => type)
    .toReversed();
}
