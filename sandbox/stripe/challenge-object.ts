import type Stripe from 'stripe';
import { makeId, nowSeconds } from './identifiers.ts';

/** An open challenge; the row is removed once it is answered or replaced. */
export interface Challenge {
  id: string;
  object: 'challenge';
  created: number;
  paymentIntent: string;
  paymentMethod: string;
  amount: number;
  currency: string;
  description: string | null;
  returnUrl: string | null;
}

export function newChallenge(
  intent: Stripe.PaymentIntent,
  paymentMethod: string,
  returnUrl: string | null,
): Challenge {
  return {
    id: makeId('payatt'),
    object: 'challenge',
    created: nowSeconds(),
    paymentIntent: intent.id,
    paymentMethod,
    amount: intent.amount,
    currency: intent.currency,
    description: intent.description,
    returnUrl,
  };
}

export function nextAction(challenge: Challenge, url: string): Stripe.PaymentIntent.NextAction {
  if (challenge.returnUrl !== null)
    return { type: 'redirect_to_url', redirect_to_url: { url, return_url: challenge.returnUrl } };
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', source: challenge.id, stripe_js: url },
  };
}
