// POST /v1/payment_intents/{id}/confirm: from an intent and a card to a charge, a challenge or a decline.
import type Stripe from 'stripe';
import { requireAccess, viewFor } from './access.ts';
import { ok, type Answer, type Call } from './call.ts';
import { beginChallenge } from './challenges.ts';
import { chargeCard } from './charge-card.ts';
import { unexpectedStateFailure } from './failures.ts';
import { onlyKnown, readText } from './form.ts';
import { getPaymentMethod, readPaymentMethod, sentByPages } from './payment-methods.ts';
import { lockObject, removeChildren, type Database } from './store.ts';
import { findCardByFingerprint } from './test-cards.ts';

/** Concurrent confirmations wait for each other here: the second sees the result of the first. */
export async function confirmPaymentIntent(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, confirmParams);
  const intent = requireAccess(call, await lockObject(tx, 'payment_intent', call.id));
  return confirmLocked(tx, call, intent, undefined);
}

/** Confirms an intent that this transaction has created or locked. */
export async function confirmLocked(
  tx: Database,
  call: Call,
  intent: Stripe.PaymentIntent,
  given: Stripe.PaymentMethod | undefined,
): Promise<Answer> {
  refuseFinal(call, intent);
  const method = given ?? (await readPaymentMethod(tx, call.params)) ?? (await attachedMethod(tx, intent));
  if (method === undefined) throw unexpectedStateFailure(missingMethod, viewFor(call, intent));
  const confirmed: Stripe.PaymentIntent = {
    ...intent,
    receipt_email: readText(call.params, 'receipt_email') ?? intent.receipt_email,
    payment_method: method.id,
    last_payment_error: null,
  };
  await removeChildren(tx, 'challenge', intent.id);
  if (findCardByFingerprint(method.card?.fingerprint)?.needsAuthentication)
    return ok(viewFor(call, await beginChallenge(tx, call, confirmed, method)));
  const charged = await chargeCard(tx, call, confirmed, method);
  const error = charged.last_payment_error;
  if (error === null) return ok(viewFor(call, charged));
  return { status: 402, body: { error: { ...error, payment_intent: viewFor(call, charged) } } };
}

const missingMethod =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
  'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a ' +
  'payment method or ConfirmationToken.';

const confirmParams = [
  ...sentByPages,
  'allow_redisplay',
  'capture_method',
  'client_attribution_metadata',
  'confirmation_token',
  'error_on_requires_action',
  'expand',
  'expected_payment_method_type',
  'mandate_data',
  'off_session',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'payment_method_types',
  'radar_options',
  'receipt_email',
  'return_url',
  'save_payment_method',
  'setup_future_usage',
  'shipping',
  'use_stripe_sdk',
];

function refuseFinal(call: Call, intent: Stripe.PaymentIntent): void {
  if (intent.status === 'succeeded')
    throw unexpectedStateFailure(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      viewFor(call, intent),
    );
  if (intent.status === 'canceled')
    throw unexpectedStateFailure(
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with ' +
        'one of the following statuses may be confirmed: requires_confirmation, requires_action.',
      viewFor(call, intent),
    );
}

async function attachedMethod(
  tx: Database,
  intent: Stripe.PaymentIntent,
): Promise<Stripe.PaymentMethod | undefined> {
  if (typeof intent.payment_method !== 'string') return undefined;
  return getPaymentMethod(tx, intent.payment_method);
}
