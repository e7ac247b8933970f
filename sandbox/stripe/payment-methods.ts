// POST and GET /v1/payment_methods, POST /v1/tokens: the only endpoints for card data.
import type Stripe from 'stripe';
import { ok, type Answer, type Call } from './call.ts';
import { missingFailure, parameterFailure } from './failures.ts';
import { changeMetadata, onlyKnown, readGroup, readText, requireText, type Params } from './form.ts';
import { makeId, nowSeconds } from './identifiers.ts';
import { newPaymentMethod, type BillingDetails } from './payment-method-object.ts';
import { readCard, readyMadeCard } from './read-card.ts';
import { findObject, insertObject, type Database } from './store.ts';

export async function createPaymentMethod(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, [...methodParams, 'expand', ...sentByPages]);
  return ok(await storePaymentMethod(tx, call.params));
}

export async function retrievePaymentMethod(db: Database, call: Call): Promise<Answer> {
  return ok(await getPaymentMethod(db, call.id));
}

/** POST /v1/tokens: the older way to send a card; a payment method can be made of the token. */
export async function createToken(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, ['card', 'expand', ...sentByPages]);
  const card = readGroup(call.params, 'card');
  if (card === undefined)
    throw parameterFailure('Missing required param: card.', 'card', 'parameter_missing');
  const method = newPaymentMethod(await readCard(tx, card), readBilling(undefined), {});
  await insertObject(tx, method);
  const token = {
    id: makeId('tok'),
    object: 'token',
    card: { ...method.card, id: makeId('card'), object: 'card', name: readText(card, 'name') ?? null },
    client_ip: null,
    created: nowSeconds(),
    livemode: false,
    type: 'card',
    used: false,
    // The token's older card object has a dozen address fields that nobody here reads.
  } as unknown as Stripe.Token;
  await insertObject(tx, token, method.id);
  return ok(token);
}

/** The payment method that a confirmation names, or one made from the card in it. */
export async function readPaymentMethod(
  tx: Database,
  params: Params,
): Promise<Stripe.PaymentMethod | undefined> {
  const data = readGroup(params, 'payment_method_data');
  if (data !== undefined) return storePaymentMethod(tx, data);
  const id = readText(params, 'payment_method');
  if (id === undefined) return undefined;
  return getPaymentMethod(tx, id);
}

/** Finds a stored payment method, or creates one for a ready-made name such as `pm_card_visa`. */
export async function getPaymentMethod(db: Database, id: string): Promise<Stripe.PaymentMethod> {
  const stored = await findObject(db, 'payment_method', id);
  if (stored !== undefined) return stored;
  if (!id.startsWith('pm_card_')) throw missingFailure('PaymentMethod', id, 'payment_method');
  const method = newPaymentMethod(readyMadeCard(id, 'payment_method'), readBilling(undefined), {});
  await insertObject(db, method);
  return method;
}

// stripe.js adds these to every request.
export const sentByPages = ['key', 'client_secret', '_stripe_version', 'referrer', 'payment_user_agent'];
const methodParams = ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay'];

async function storePaymentMethod(tx: Database, params: Params): Promise<Stripe.PaymentMethod> {
  const type = requireText(params, 'type');
  if (type !== 'card') throw parameterFailure(`The payment method type "${type}" is invalid.`, 'type');
  const card = readGroup(params, 'card');
  if (card === undefined)
    throw parameterFailure('Missing required param: card.', 'card', 'parameter_missing');
  const details = await readCard(tx, card);
  const billing = readBilling(readGroup(params, 'billing_details'));
  const method = newPaymentMethod(details, billing, changeMetadata(params, {}));
  await insertObject(tx, method);
  return method;
}

function readBilling(params: Params | undefined): BillingDetails {
  const address = readGroup(params, 'address');
  return {
    name: readText(params, 'name') ?? null,
    email: readText(params, 'email') ?? null,
    phone: readText(params, 'phone') ?? null,
    address: {
      city: readText(address, 'city') ?? null,
      country: readText(address, 'country') ?? null,
      line1: readText(address, 'line1') ?? null,
      line2: readText(address, 'line2') ?? null,
      postal_code: readText(address, 'postal_code') ?? null,
      state: readText(address, 'state') ?? null,
    },
  };
}
