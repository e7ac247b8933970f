// Pages use the publishable key, which is public: it gives access to an intent only with its client secret.
import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { missingFailure, parameterFailure } from './failures.ts';
import { requireText } from './form.ts';
import { pageView } from './payment-intent-object.ts';

/** Refuses an unknown intent, and a page without this intent's client secret. */
export function requireAccess(call: Call, intent: Stripe.PaymentIntent | undefined): Stripe.PaymentIntent {
  if (intent === undefined) throw missingFailure('payment_intent', call.id, 'intent');
  if (call.caller === 'secret') return intent;
  if (requireText(call.params, 'client_secret') === intent.client_secret) return intent;
  throw parameterFailure(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    'client_secret',
    'payment_intent_invalid_parameter',
  );
}

export function viewFor(call: Call, intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  return call.caller === 'secret' ? intent : pageView(intent);
}
