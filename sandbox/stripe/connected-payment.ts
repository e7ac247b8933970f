import type Stripe from 'stripe';
import { makeId, nowSeconds } from './identifiers.ts';

/** A transfer as its connected account sees it: a payment, which is an object of the kind `charge`. */
export const newPayment = ({
  amount,
  currency,
  transfer,
}: {
  amount: number;
  currency: string;
  transfer: string;
}): Stripe.Charge => ({
  ...likeAnyPayment,
  id: makeId('py'),
  amount,
  amount_captured: amount,
  created: nowSeconds(),
  currency,
  source_transfer: transfer,
});

const likeAnyPayment: Omit<
  Stripe.Charge,
  'id' | 'amount' | 'amount_captured' | 'created' | 'currency' | 'source_transfer'
> = {
  object: 'charge',
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_intent: null,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
};
