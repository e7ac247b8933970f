/** What Stripe documents of its objects, for the tests of the stand-in: the SDK's types are made from its description. */
import type { Stripe } from 'stripe';

type AlwaysThere<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

/** Does not compile unless it names every required field of the object, and no other. */
export type RequiredFields<T> = Record<AlwaysThere<T>, true>;

/** Of a payout, whether to our own bank or to a seller's. */
export const payoutFields: RequiredFields<Stripe.Payout> = {
  id: true,
  object: true,
  amount: true,
  application_fee: true,
  application_fee_amount: true,
  arrival_date: true,
  automatic: true,
  balance_transaction: true,
  created: true,
  currency: true,
  description: true,
  destination: true,
  failure_balance_transaction: true,
  failure_code: true,
  failure_message: true,
  livemode: true,
  metadata: true,
  method: true,
  original_payout: true,
  payout_method: true,
  reconciliation_status: true,
  reversed_by: true,
  source_type: true,
  statement_descriptor: true,
  status: true,
  trace_id: true,
  type: true,
};
