// The only code that charges a card.
import type Stripe from 'stripe';
import { chargeFee, recordMovement } from './balance-transactions.ts';
import { newCharge } from './charge-object.ts';
import { openDispute } from './disputes.ts';
import { recordEvent, type Origin } from './events.ts';
import { documented, type StripeErrorBody } from './failures.ts';
import { insertObject, updateObject, type Database } from './store.ts';
import { declines, findCardByFingerprint, type DeclineReason } from './test-cards.ts';

/** Charges the card, or records why it was declined; in both cases the intent and its event are stored. */
export async function chargeCard(
  tx: Database,
  origin: Origin,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Promise<Stripe.PaymentIntent> {
  const card = findCardByFingerprint(method.card?.fingerprint);
  const decline = card === undefined ? 'test_mode_live_card' : card.decline;
  const charge = await balanced(tx, newCharge(intent, method, decline));
  await insertObject(tx, charge, intent.id);
  if (decline !== undefined)
    return failPayment(
      tx,
      origin,
      { ...intent, latest_charge: charge.id },
      declined(decline, charge.id, method),
    );
  const succeeded: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
  };
  await updateObject(tx, succeeded);
  await recordEvent(tx, origin, 'payment_intent.succeeded', succeeded);
  if (card?.dispute !== undefined) await openDispute(tx, origin, charge, card.dispute);
  return succeeded;
}

/** A charge that was paid changes the account's balance. */
async function balanced(tx: Database, charge: Stripe.Charge): Promise<Stripe.Charge> {
  if (!charge.paid) return charge;
  const { id } = await recordMovement(tx, {
    type: 'charge',
    category: 'charge',
    amount: charge.amount,
    fee: chargeFee(charge.amount),
    currency: charge.currency,
    source: charge.id,
    description: charge.description,
  });
  return { ...charge, balance_transaction: id };
}

/** The intent accepts another card, and keeps the error of this one. */
export async function failPayment(
  tx: Database,
  origin: Origin,
  intent: Stripe.PaymentIntent,
  error: StripeErrorBody,
): Promise<Stripe.PaymentIntent> {
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    // Our error objects have Stripe's shape, but its type lists every code by name.
    last_payment_error: documented(error) as Stripe.PaymentIntent.LastPaymentError,
  };
  await updateObject(tx, failed);
  await recordEvent(tx, origin, 'payment_intent.payment_failed', failed);
  return failed;
}

function declined(reason: DeclineReason, charge: string, method: Stripe.PaymentMethod): StripeErrorBody {
  const [code, message, param] = declines[reason];
  return {
    type: 'card_error',
    code,
    message,
    charge,
    payment_method: method,
    ...(code === 'card_declined' && { decline_code: reason }),
    ...(param !== undefined && { param }),
  };
}
