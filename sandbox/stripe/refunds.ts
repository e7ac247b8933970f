import type Stripe from 'stripe';
import { recordMovement } from './balance-transactions.ts';
import { ok, type Answer, type Call } from './call.ts';
import { closeInquiry, refuseDisputed } from './disputes.ts';
import { recordEvent } from './events.ts';
import { missingFailure, parameterFailure, StripeFailure } from './failures.ts';
import { changeMetadata, onlyKnown, readInteger, readText, type Params } from './form.ts';
import { makeId, nowSeconds } from './identifiers.ts';
import { scheduleOutcome } from './refund-outcomes.ts';
import { findObject, insertObject, lockObject, updateObject, type Database } from './store.ts';
import { findCardByFingerprint, type RefundCourse } from './test-cards.ts';

/** POST /v1/refunds: the rest of a charge, or a part of it; never more than was paid. */
export async function createRefund(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason']);
  const charge = await lockCharge(tx, call.params);
  await refuseDisputed(tx, charge);
  if (charge.refunded)
    throw new StripeFailure(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  const course = findCardByFingerprint(charge.payment_method_details?.card?.fingerprint)?.refund;
  const refund = await balanced(tx, { ...newRefund(charge, call.params), ...startOf(course) });
  const amountRefunded = charge.amount_refunded + refund.amount;
  const changed: Stripe.Charge = {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount,
  };
  await insertObject(tx, refund, intentOf(charge));
  if (course === 'fails') await scheduleOutcome(tx, refund.id, 'failed');
  if (course === 'pending') await scheduleOutcome(tx, refund.id, 'succeeded');
  await updateObject(tx, changed);
  await recordEvent(tx, call, 'refund.created', refund);
  await recordEvent(tx, call, 'charge.refunded', changed, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
  if (changed.refunded) await closeInquiry(tx, call, charge.id);
  return ok(refund);
}

/** The amount leaves the balance when the refund is made, whatever its outcome. */
async function balanced(tx: Database, refund: Stripe.Refund): Promise<Stripe.Refund> {
  const { id } = await recordMovement(tx, {
    type: 'refund',
    category: 'refund',
    amount: -refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: 'REFUND FOR CHARGE',
  });
  return { ...refund, balance_transaction: id };
}

/** The initial state of a refund to such a card; https://docs.stripe.com/testing#refunds */
function startOf(course: RefundCourse | undefined): Partial<Stripe.Refund> {
  if (course === 'pending') return { status: 'pending', pending_reason: 'processing' };
  if (course !== 'needs-action') return {};
  const emailSent = { email_sent_at: nowSeconds(), email_sent_to: 'buyer@example.com' };
  const details = { email_sent: emailSent, expires_at: nowSeconds() + 45 * 24 * 3600 };
  return {
    status: 'requires_action',
    next_action: { type: 'display_details', display_details: details },
  };
}

async function lockCharge(tx: Database, params: Params): Promise<Stripe.Charge> {
  const intentId = readText(params, 'payment_intent');
  const chargeId = readText(params, 'charge') ?? (intentId && (await latestChargeOf(tx, intentId)));
  if (chargeId === undefined)
    throw parameterFailure(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'payment_intent',
    );
  const charge = await lockObject(tx, 'charge', chargeId);
  if (charge === undefined) throw missingFailure('charge', chargeId, 'charge');
  if (charge.paid) return charge;
  throw parameterFailure(
    `This PaymentIntent (${intentOf(charge)}) does not have a successful charge to refund.`,
    'payment_intent',
  );
}

async function latestChargeOf(tx: Database, intentId: string): Promise<string> {
  const intent = await findObject(tx, 'payment_intent', intentId);
  if (intent === undefined) throw missingFailure('payment_intent', intentId, 'payment_intent');
  if (typeof intent.latest_charge === 'string') return intent.latest_charge;
  throw parameterFailure(
    `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    'payment_intent',
  );
}

function newRefund(charge: Stripe.Charge, params: Params): Stripe.Refund {
  const left = charge.amount - charge.amount_refunded;
  const amount = readInteger(params, 'amount') ?? left;
  if (amount < 1)
    throw parameterFailure(
      'This value must be greater than or equal to 1.',
      'amount',
      'parameter_invalid_integer',
    );
  if (amount > left)
    throw parameterFailure(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      'amount',
    );
  return {
    id: makeId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: changeMetadata(params, {}),
    payment_intent: intentOf(charge),
    payment_method: charge.payment_method,
    reason: readReason(params),
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}

function readReason(params: Params): Stripe.Refund.Reason | null {
  const given = readText(params, 'reason');
  if (given === undefined) return null;
  const reason = (['duplicate', 'fraudulent', 'requested_by_customer'] as const).find(
    (known) => known === given,
  );
  if (reason === undefined)
    throw parameterFailure(
      'Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer',
      'reason',
    );
  return reason;
}

function intentOf(charge: Stripe.Charge): string {
  return typeof charge.payment_intent === 'string' ? charge.payment_intent : '';
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
