/**
 * The documented fields of Stripe's objects, for the stand-in's tests: the SDK's types are made from Stripe's
 * description.
 */
import type { Stripe } from 'stripe';

type AlwaysThere<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

/** Compiles only if it names exactly the required fields of the object. */
export type RequiredFields<T> = Record<AlwaysThere<T>, true>;

/** For payouts to our own bank and to sellers' banks. */
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
