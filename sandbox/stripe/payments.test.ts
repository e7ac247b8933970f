import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { openTestShop, publishableKey, type TestShop } from './test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await createTestDatabase());
});
afterAll(() => shop.close());

test('a page pays with the publishable key, the client secret and a good card', async () => {
  const intent = await shop.newIntent();
  const paid = await shop.confirm(intent, 'pm_card_visa');
  expect(paid.status).toBe(200);
  expect(paid.body).toMatchObject({
    id: intent.id,
    object: 'payment_intent',
    status: 'succeeded',
    amount: 42_050,
    currency: 'usd',
    livemode: false,
  });
  expect(paid.body).not.toHaveProperty('metadata');
  const stored = await shop.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(stored).toMatchObject({ status: 'succeeded', amount_received: 42_050, last_payment_error: null });
  expect(stored.latest_charge).toMatchObject({ object: 'charge', paid: true, payment_intent: intent.id });
});

test.each([
  [
    'pm_card_chargeDeclined',
    '4000000000000002',
    'card_declined',
    'generic_decline',
    'Your card was declined.',
  ],
  [
    'pm_card_chargeDeclinedInsufficientFunds',
    '4000000000009995',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
  [
    'pm_card_chargeDeclinedExpiredCard',
    '4000000000000069',
    'expired_card',
    undefined,
    'Your card has expired.',
  ],
  [
    'pm_card_chargeDeclinedIncorrectCvc',
    '4000000000000127',
    'incorrect_cvc',
    undefined,
    "Your card's security code is incorrect.",
  ],
  [
    'pm_card_chargeDeclinedProcessingError',
    '4000000000000119',
    'processing_error',
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
])('%s and %s are declined as Stripe documents', async (method, number, code, declineCode, message) => {
  const error = { type: 'card_error', code, decline_code: declineCode, message };
  const intent = await shop.newIntent();
  const byName = await shop.confirm(intent, method);
  expect(byName.status).toBe(402);
  expect(byName.body['error']).toMatchObject({
    ...JSON.parse(JSON.stringify(error)),
    charge: expect.stringMatching(/^ch_/),
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
    payment_intent: { id: intent.id, status: 'requires_payment_method', payment_method: null },
    payment_method: { object: 'payment_method' },
  });
  const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' };
  const made = await shop.stripe.paymentMethods.create({ type: 'card', card });
  const byNumber = shop.stripe.paymentIntents.confirm(intent.id, { payment_method: made.id });
  await expect(byNumber).rejects.toMatchObject({ code, rawType: 'card_error', statusCode: 402, message });
  const open = await shop.stripe.paymentIntents.retrieve(intent.id);
  expect(open.last_payment_error).toMatchObject({ code, message });
});

test('after a declined card another one pays the same intent', async () => {
  const intent = await shop.newIntent();
  expect((await shop.confirm(intent, 'pm_card_chargeDeclined')).status).toBe(402);
  expect((await shop.confirm(intent, 'pm_card_visa')).body).toMatchObject({
    status: 'succeeded',
    last_payment_error: null,
  });
});

test('one of twenty simultaneous confirmations charges, and the others are told that it has succeeded', async () => {
  const intent = await shop.newIntent();
  const replies = await Promise.all(Array.from({ length: 20 }, () => shop.confirm(intent, 'pm_card_visa')));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  const refused = replies.filter((reply) => reply.status === 400).map((reply) => reply.body['error']);
  expect(refused).toHaveLength(19);
  expect(refused[0]).toMatchObject({
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message:
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    payment_intent: { id: intent.id, status: 'succeeded' },
  });
  const charges = await shop.stripe.charges.list({ payment_intent: intent.id });
  expect(charges.data).toHaveLength(1);
});

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number', 'number'],
  [{ exp_year: 2020 }, 'invalid_expiry_year', 'exp_year'],
  [{ exp_month: 13 }, 'invalid_expiry_month', 'exp_month'],
  [{ cvc: '12' }, 'invalid_cvc', 'cvc'],
])('a card with %o is refused with %s', async (changes, code, param) => {
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123', ...changes };
  const made = shop.stripe.paymentMethods.create({ type: 'card', card });
  await expect(made).rejects.toMatchObject({ code, param, statusCode: 402, rawType: 'card_error' });
});

test('a real card is never charged, and leaves nothing but its last four digits', async () => {
  const card = { number: '4111111111111111', exp_month: 12, exp_year: 2040, cvc: '123' };
  const made = await shop.stripe.paymentMethods.create({ type: 'card', card });
  const intent = await shop.newIntent();
  await expect(
    shop.stripe.paymentIntents.confirm(intent.id, { payment_method: made.id }),
  ).rejects.toMatchObject({ decline_code: 'test_mode_live_card' });
  const { rows } = await shop.pool.query('select data::text from sandbox_stripe.objects');
  expect(JSON.stringify(rows)).not.toContain('411111');
});

test('a card given in the confirmation keeps the payer’s name and e-mail', async () => {
  const intent = await shop.newIntent();
  const paid = await shop.post(`/v1/payment_intents/${intent.id}/confirm`, {
    key: publishableKey,
    client_secret: intent.secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '5555 5555 5555 4444',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Bashir',
    'payment_method_data[billing_details][email]': 'bashir@example.com',
  });
  expect(paid.body).toMatchObject({ status: 'succeeded' });
  const method = await shop.stripe.paymentMethods.retrieve(String(paid.body['payment_method']));
  expect(method.billing_details).toMatchObject({ name: 'Bashir', email: 'bashir@example.com' });
  expect(method.card).toMatchObject({ brand: 'mastercard', last4: '4444', exp_year: 2040 });
});

test('a token stands for its card', async () => {
  const token = await shop.post('/v1/tokens', {
    key: publishableKey,
    'card[number]': '4000000000000002',
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
  });
  expect(token.body).toMatchObject({ object: 'token', card: { last4: '0002' } });
  const method = await shop.stripe.paymentMethods.create({
    type: 'card',
    card: { token: String(token.body['id']) },
  });
  const intent = await shop.newIntent();
  await expect(
    shop.stripe.paymentIntents.confirm(intent.id, { payment_method: method.id }),
  ).rejects.toMatchObject({ decline_code: 'generic_decline' });
});

test('an intent can be made and paid in one call', async () => {
  const intent = await shop.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  expect(intent.status).toBe('succeeded');
});
