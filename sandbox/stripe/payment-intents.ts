// POST, GET and cancel of /v1/payment_intents; confirming is in confirm-payment.ts.
import type Stripe from 'stripe';
import { requireAccess, viewFor } from './access.ts';
import { ok, type Answer, type Call } from './call.ts';
import { confirmLocked } from './confirm-payment.ts';
import { recordEvent } from './events.ts';
import { parameterFailure, unexpectedStateFailure } from './failures.ts';
import {
  changeMetadata,
  onlyKnown,
  readFlag,
  readGroup,
  readInteger,
  readList,
  readText,
  requireText,
  type Params,
} from './form.ts';
import { nowSeconds } from './identifiers.ts';
import { newPaymentIntent } from './payment-intent-object.ts';
import { readPaymentMethod } from './payment-methods.ts';
import {
  findObject,
  insertObject,
  lockObject,
  removeChildren,
  updateObject,
  type Database,
} from './store.ts';

export async function createPaymentIntent(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, [...editable, ...creatable]);
  const amount = readAmount(call.params);
  if (amount === undefined)
    throw parameterFailure('Missing required param: amount.', 'amount', 'parameter_missing');
  const types = readList(call.params, 'payment_method_types');
  if (types.some((type) => type !== 'card'))
    throw parameterFailure('The stand-in takes payment_method_types[]=card only.', 'payment_method_types');
  const method = await readPaymentMethod(tx, call.params);
  const intent = newPaymentIntent({
    amount,
    currency: readCurrency(call.params),
    description: readText(call.params, 'description') ?? null,
    receiptEmail: readText(call.params, 'receipt_email') ?? null,
    metadata: changeMetadata(call.params, {}),
    automatic: types.length > 0 ? null : readAutomatic(call.params),
    paymentMethod: method?.id ?? null,
  });
  await insertObject(tx, intent);
  await recordEvent(tx, call, 'payment_intent.created', intent);
  if (readFlag(call.params, 'confirm')) return confirmLocked(tx, call, intent, method);
  return ok(intent);
}

export async function retrievePaymentIntent(db: Database, call: Call): Promise<Answer> {
  const intent = requireAccess(call, await findObject(db, 'payment_intent', call.id));
  return ok(viewFor(call, intent));
}

export async function updatePaymentIntent(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, editable);
  const intent = requireAccess(call, await lockObject(tx, 'payment_intent', call.id));
  const amount = readAmount(call.params) ?? intent.amount;
  if (amount !== intent.amount && !open.includes(intent.status))
    throw unexpectedStateFailure(
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. ` +
        'You may only update the amount of a PaymentIntent with one of the following statuses: ' +
        `${open.join(', ')}.`,
      intent,
    );
  const method = await readPaymentMethod(tx, call.params);
  const changed: Stripe.PaymentIntent = {
    ...intent,
    amount,
    description: readText(call.params, 'description') ?? intent.description,
    receipt_email: readText(call.params, 'receipt_email') ?? intent.receipt_email,
    metadata: changeMetadata(call.params, intent.metadata),
    ...(method && { payment_method: method.id }),
  };
  const restarted = await restart(tx, intent, changed);
  await updateObject(tx, restarted);
  return ok(restarted);
}

export async function cancelPaymentIntent(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, ['cancellation_reason', 'expand']);
  const intent = requireAccess(call, await lockObject(tx, 'payment_intent', call.id));
  const reason = reasons.find((known) => known === readText(call.params, 'cancellation_reason'));
  if (!open.includes(intent.status))
    throw unexpectedStateFailure(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. ` +
        'Only a PaymentIntent with one of the following statuses may be canceled: ' +
        'requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.',
      intent,
    );
  await removeChildren(tx, 'challenge', intent.id);
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: nowSeconds(),
    cancellation_reason: reason ?? null,
    next_action: null,
  };
  await updateObject(tx, canceled);
  await recordEvent(tx, call, 'payment_intent.canceled', canceled);
  return ok(canceled);
}

const open: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
const editable = [
  'amount',
  'currency',
  'description',
  'expand',
  'metadata',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'payment_method_types',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
];
const creatable = [
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'confirmation_method',
  'return_url',
  'use_stripe_sdk',
];

/** A challenge for another amount or card must not settle the changed intent. */
async function restart(
  tx: Database,
  before: Stripe.PaymentIntent,
  after: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent> {
  const sameDeal = after.amount === before.amount && after.payment_method === before.payment_method;
  if (sameDeal || !open.includes(before.status)) return after;
  await removeChildren(tx, 'challenge', before.id);
  const status = after.payment_method === null ? 'requires_payment_method' : 'requires_confirmation';
  return { ...after, status, next_action: null };
}

function readAmount(params: Params): number | undefined {
  const amount = readInteger(params, 'amount');
  if (amount === undefined) return undefined;
  if (amount < 1)
    throw parameterFailure(
      'This value must be greater than or equal to 1.',
      'amount',
      'parameter_invalid_integer',
    );
  if (amount < 50) throw parameterFailure('Amount must be at least $0.50 usd', 'amount', 'amount_too_small');
  if (amount > 99_999_999)
    throw parameterFailure('Amount must be no more than $999,999.99', 'amount', 'amount_too_large');
  return amount;
}

function readCurrency(params: Params): string {
  const currency = requireText(params, 'currency').toLowerCase();
  const known = Intl.supportedValuesOf('currency').includes(currency.toUpperCase());
  if (!known) throw parameterFailure(`Invalid currency: ${currency}.`, 'currency');
  return currency;
}

function readAutomatic(params: Params): Stripe.PaymentIntent.AutomaticPaymentMethods {
  const redirects = readText(readGroup(params, 'automatic_payment_methods'), 'allow_redirects');
  return { enabled: true, allow_redirects: redirects === 'never' ? 'never' : 'always' };
}
