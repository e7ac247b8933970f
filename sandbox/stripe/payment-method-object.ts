import type Stripe from 'stripe';
import { makeId, nowSeconds } from './identifiers.ts';

export interface CardDetails {
  brand: string;
  funding: string;
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
  cvcGiven: boolean;
}

export interface BillingDetails {
  name: string | null;
  email: string | null;
  phone: string | null;
  address: Stripe.Address;
}

/** A new payment method as https://docs.stripe.com/api/payment_methods/object shows it. */
export function newPaymentMethod(
  details: CardDetails,
  billing: BillingDetails,
  metadata: Record<string, string>,
): Stripe.PaymentMethod {
  return {
    id: makeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...billing, tax_id: null },
    card: cardOf(details),
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  };
}

function cardOf(details: CardDetails): Stripe.PaymentMethod.Card {
  return {
    brand: details.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: details.cvcGiven ? 'unchecked' : null,
    },
    country: 'US',
    display_brand: details.brand,
    exp_month: details.expMonth,
    exp_year: details.expYear,
    fingerprint: details.fingerprint,
    funding: details.funding,
    generated_from: null,
    last4: details.last4,
    networks: { available: [details.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}
