import { get, intentIdOf, post } from './api.js';
import { CardElement } from './card-element.js';
import { showChallenge } from './challenge-dialog.js';

/** `https://shop.example/sandbox/stripe`, from the URL of this script. */
const base = new URL(document.currentScript.src).href.replace(
  /\/(v3\/?|([a-z]+\/)?stripe\.js)([?#].*)?$/,
  '',
);

/**
 * The stand-in's `window.Stripe`: the calls of Stripe.js that a card payment needs.
 * https://docs.stripe.com/js
 * @param {string} key the publishable key
 */
function Stripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_'))
    throw new Error(`Please call Stripe() with your publishable key. You used: ${key}`);
  return {
    elements: createElements,
    createPaymentMethod: (options, legacyData) => createPaymentMethod(key, options, legacyData),
    createToken: (card, data) => createToken(key, card, data),
    confirmCardPayment: (secret, data, options) => confirmCardPayment(key, secret, data, options),
    handleNextAction: ({ clientSecret }) => settleAction(key, clientSecret),
    handleCardAction: (clientSecret) => settleAction(key, clientSecret),
    retrievePaymentIntent: (clientSecret) => retrievePaymentIntent(key, clientSecret),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}
// The release that @stripe/stripe-js expects; it warns about any other.
Stripe.version = 'endive';
window.Stripe = Stripe;

function createElements() {
  const made = new Map();
  return {
    create(type, options) {
      if (type !== 'card') throw new Error(`The Stripe stand-in has the card element only, not '${type}'.`);
      if (made.has(type)) throw new Error(`Can only create one Element of type ${type} through create().`);
      const element = new CardElement(options);
      element._onDestroy = () => made.delete(type);
      made.set(type, element);
      return element;
    },
    // react-stripe-js passes its component, which has the name of its element.
    getElement: (type) => made.get(type?.__elementType ?? type) ?? null,
    update: () => undefined,
    fetchUpdates: async () => ({}),
    submit: async () => ({}),
  };
}

async function createPaymentMethod(key, options, legacyData) {
  const [type, card, rest] =
    typeof options === 'string' ? [options, legacyData, {}] : [options.type, options.card, options];
  const read = readCard(card);
  if (read.error) return read;
  const { billing_details, metadata } = rest;
  const { value, error } = await post(base, key, 'payment_methods', {
    type,
    card: read.card,
    billing_details,
    metadata,
  });
  return error ? { error } : { paymentMethod: value };
}

async function createToken(key, card, data = {}) {
  const read = readCard(card);
  if (read.error) return read;
  const { value, error } = await post(base, key, 'tokens', { card: { ...read.card, name: data.name } });
  return error ? { error } : { token: value };
}

async function confirmCardPayment(key, clientSecret, data = {}, options = {}) {
  const method = readMethod(data.payment_method);
  if (method.error) return method;
  const { value, error } = await post(base, key, `payment_intents/${intentIdOf(clientSecret)}/confirm`, {
    ...method.params,
    client_secret: clientSecret,
    receipt_email: data.receipt_email,
    return_url: data.return_url,
    setup_future_usage: data.setup_future_usage,
    use_stripe_sdk: true,
  });
  if (error) return { error };
  if (value.status !== 'requires_action' || options.handleActions === false) return { paymentIntent: value };
  return settleAction(key, clientSecret, value);
}

/** Shows the bank's challenge to the person, then returns the outcome of the payment. */
async function settleAction(key, clientSecret, known) {
  const waiting = known ? { paymentIntent: known } : await retrievePaymentIntent(key, clientSecret);
  const challenge = waiting.paymentIntent?.next_action?.use_stripe_sdk?.source;
  if (challenge === undefined) return waiting;
  await showChallenge(base, challenge);
  const settled = await retrievePaymentIntent(key, clientSecret);
  const intent = settled.paymentIntent;
  if (intent?.status !== 'requires_payment_method') return settled;
  return { error: { ...intent.last_payment_error, payment_intent: intent } };
}

async function retrievePaymentIntent(key, clientSecret) {
  const { value, error } = await get(base, key, `payment_intents/${intentIdOf(clientSecret)}`, {
    client_secret: clientSecret,
  });
  return error ? { error } : { paymentIntent: value };
}

function readMethod(method) {
  if (method === undefined) return { params: {} };
  if (typeof method === 'string') return { params: { payment_method: method } };
  const read = readCard(method.card);
  if (read.error) return read;
  const { billing_details, metadata } = method;
  return { params: { payment_method_data: { type: 'card', card: read.card, billing_details, metadata } } };
}

function readCard(card) {
  if (card instanceof CardElement) return card._read();
  if (typeof card?.token === 'string') return { card: { token: card.token } };
  throw new Error('Please give the card as a card Element of this page, or as { token }.');
}
