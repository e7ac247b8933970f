// 3-D Secure: the bank's challenge between a confirmation and the charge.
import type pg from 'pg';
import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { chargeCard, failPayment } from './charge-card.ts';
import { recordEvent } from './events.ts';
import { parameterFailure } from './failures.ts';
import { readFlag, readText } from './form.ts';
import { newChallenge, nextAction } from './challenge-object.ts';
import { makeId } from './identifiers.ts';
import {
  findObject,
  inTransaction,
  insertObject,
  lockObject,
  removeChildren,
  updateObject,
  type Database,
} from './store.ts';

export type Outcome = 'complete' | 'fail';

/** Puts the intent into `requires_action`; a page shows the challenge itself, other callers are redirected to it. */
export async function beginChallenge(
  tx: Database,
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Promise<Stripe.PaymentIntent> {
  const returnUrl = readText(call.params, 'return_url') ?? null;
  if (returnUrl !== null && !URL.canParse(returnUrl))
    throw parameterFailure('Not a valid URL', 'return_url', 'url_invalid');
  const challenge = newChallenge(
    intent,
    method.id,
    readFlag(call.params, 'use_stripe_sdk') ? null : returnUrl,
  );
  await insertObject(tx, challenge, intent.id);
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    next_action: nextAction(challenge, call.challengeUrl(challenge.id)),
  };
  await updateObject(tx, waiting);
  await recordEvent(tx, call, 'payment_intent.requires_action', waiting);
  return waiting;
}

/**
 * Handles the person's answer: the card is charged, or the intent requires another payment method. The first answer
 * counts; undefined if the challenge no longer exists.
 */
export async function answerChallenge(
  pool: pg.Pool,
  id: string,
  outcome: Outcome,
): Promise<{ intent: Stripe.PaymentIntent; returnUrl: string | null } | undefined> {
  return inTransaction(pool, async (tx) => {
    const challenge = await findObject(tx, 'challenge', id);
    if (challenge === undefined) return undefined;
    const intent = await lockObject(tx, 'payment_intent', challenge.paymentIntent);
    const method = await findObject(tx, 'payment_method', challenge.paymentMethod);
    if (intent === undefined || method === undefined) return undefined;
    // Read again with the lock: another answer, a cancellation or a new confirmation may have come first.
    if ((await findObject(tx, 'challenge', id)) === undefined) return undefined;
    await removeChildren(tx, 'challenge', intent.id);
    const origin = { requestId: makeId('req'), idempotencyKey: undefined };
    const settled =
      outcome === 'complete'
        ? await chargeCard(tx, origin, intent, method)
        : await failPayment(tx, origin, intent, {
            type: 'invalid_request_error',
            code: 'payment_intent_authentication_failure',
            message:
              'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
            payment_method: method,
          });
    return { intent: settled, returnUrl: challenge.returnUrl };
  });
}
