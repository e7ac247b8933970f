// The SDK's types are made from Stripe's own API description: its required fields are Stripe's required fields.
import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { payoutFields, type RequiredFields } from './required-fields.ts';
import { makeAvailable, openTestShop } from './test-shop.ts';

const paymentIntent: RequiredFields<Stripe.PaymentIntent> = {
  id: true,
  object: true,
  allowed_payment_method_types: true,
  amount: true,
  amount_capturable: true,
  amount_received: true,
  application: true,
  application_fee_amount: true,
  automatic_payment_methods: true,
  canceled_at: true,
  cancellation_reason: true,
  capture_method: true,
  client_secret: true,
  confirmation_method: true,
  created: true,
  currency: true,
  customer: true,
  customer_account: true,
  description: true,
  excluded_payment_method_types: true,
  last_payment_error: true,
  latest_charge: true,
  livemode: true,
  managed_payments: true,
  metadata: true,
  next_action: true,
  on_behalf_of: true,
  payment_method: true,
  payment_method_configuration_details: true,
  payment_method_options: true,
  payment_method_types: true,
  payment_record: true,
  processing: true,
  receipt_email: true,
  review: true,
  setup_future_usage: true,
  shipping: true,
  source: true,
  statement_descriptor: true,
  statement_descriptor_suffix: true,
  status: true,
  transfer_group: true,
};
const paymentMethod: RequiredFields<Stripe.PaymentMethod> = {
  id: true,
  object: true,
  billing_details: true,
  created: true,
  customer: true,
  customer_account: true,
  livemode: true,
  metadata: true,
  type: true,
};
const refund: RequiredFields<Stripe.Refund> = {
  id: true,
  object: true,
  amount: true,
  balance_transaction: true,
  charge: true,
  created: true,
  currency: true,
  customer: true,
  customer_account: true,
  metadata: true,
  payment_intent: true,
  payment_method: true,
  reason: true,
  receipt_number: true,
  source_transfer_reversal: true,
  status: true,
  transfer_reversal: true,
};
const dispute: RequiredFields<Stripe.Dispute> = {
  id: true,
  object: true,
  amount: true,
  balance_transactions: true,
  charge: true,
  created: true,
  currency: true,
  enhanced_eligibility_types: true,
  evidence: true,
  evidence_details: true,
  intended_submission_method: true,
  is_charge_refundable: true,
  livemode: true,
  metadata: true,
  payment_intent: true,
  reason: true,
  status: true,
};
const balanceTransaction: RequiredFields<Stripe.BalanceTransaction> = {
  id: true,
  object: true,
  amount: true,
  available_on: true,
  balance_type: true,
  created: true,
  currency: true,
  description: true,
  exchange_rate: true,
  fee: true,
  fee_details: true,
  net: true,
  reporting_category: true,
  source: true,
  status: true,
  type: true,
};
const balance: RequiredFields<Stripe.Balance> = {
  object: true,
  available: true,
  livemode: true,
  pending: true,
};
const event: RequiredFields<Stripe.EventBase> = {
  id: true,
  object: true,
  api_version: true,
  created: true,
  data: true,
  livemode: true,
  pending_webhooks: true,
  request: true,
  type: true,
};

test('every object carries all the fields that Stripe documents as always there', async () => {
  const shop = await openTestShop(await createTestDatabase());
  const { stripe } = shop;
  const intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
  });
  expect(Object.keys(intent)).toEqual(expect.arrayContaining(Object.keys(paymentIntent)));
  const method = await stripe.paymentMethods.retrieve(String(intent.payment_method));
  expect(Object.keys(method)).toEqual(expect.arrayContaining(Object.keys(paymentMethod)));
  await stripe.paymentIntents.confirm(intent.id);
  const refunded = await stripe.refunds.create({ payment_intent: intent.id });
  expect(Object.keys(refunded)).toEqual(expect.arrayContaining(Object.keys(refund)));
  const disputed = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    payment_method: 'pm_card_createDispute',
    confirm: true,
  });
  const disputes = await stripe.disputes.list({ payment_intent: disputed.id });
  expect(Object.keys(disputes.data[0] ?? {})).toEqual(expect.arrayContaining(Object.keys(dispute)));
  const movements = await stripe.balanceTransactions.list({ limit: 1 });
  expect(Object.keys(movements.data[0] ?? {})).toEqual(
    expect.arrayContaining(Object.keys(balanceTransaction)),
  );
  expect(Object.keys(await stripe.balance.retrieve())).toEqual(expect.arrayContaining(Object.keys(balance)));
  const { data } = await stripe.events.list({ limit: 1 });
  expect(Object.keys(data[0] ?? {})).toEqual(expect.arrayContaining(Object.keys(event)));
  const kept = { amount: 50_000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true };
  await stripe.paymentIntents.create(kept);
  await makeAvailable(shop);
  const paidOut = await stripe.payouts.create({ amount: 1, currency: 'usd' });
  expect(Object.keys(paidOut)).toEqual(expect.arrayContaining(Object.keys(payoutFields)));
  await shop.close();
});
