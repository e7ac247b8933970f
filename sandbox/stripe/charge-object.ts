import type Stripe from 'stripe';
import { makeId, nowSeconds } from './identifiers.ts';
import { declines, type DeclineReason } from './test-cards.ts';

/** An attempt to charge a card, as https://docs.stripe.com/api/charges/object shows it; failed ones are kept, too. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: DeclineReason | undefined,
): Stripe.Charge {
  const isPaid = decline === undefined;
  return {
    id: makeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'RINGBACK',
    captured: isPaid,
    created: nowSeconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    ...failureOf(decline),
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: chargedCard(method, intent, isPaid) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

function failureOf(
  decline: DeclineReason | undefined,
): Pick<Stripe.Charge, 'failure_code' | 'failure_message'> {
  if (decline === undefined) return { failure_code: null, failure_message: null };
  const [code, message] = declines[decline];
  return { failure_code: code, failure_message: message };
}

function outcomeOf(decline: DeclineReason | undefined): Stripe.Charge.Outcome {
  const isPaid = decline === undefined;
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
    reason: isPaid ? null : decline,
    risk_level: 'normal',
    seller_message: isPaid ? 'Payment complete.' : 'The bank did not return any further details.',
    type: isPaid ? 'authorized' : 'issuer_declined',
  };
}

function chargedCard(
  method: Stripe.PaymentMethod,
  intent: Stripe.PaymentIntent,
  isPaid: boolean,
): Stripe.Charge.PaymentMethodDetails.Card | undefined {
  const card = method.card;
  if (card === undefined) return undefined;
  return {
    amount_authorized: isPaid ? intent.amount : null,
    authorization_code: null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.checks?.cvc_check === null ? null : 'pass',
    },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
