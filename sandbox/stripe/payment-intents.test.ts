import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { openTestShop, publishableKey, secretKey, type TestShop } from './test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await createTestDatabase());
});
afterAll(() => shop.close());

const withSecret = { authorization: `Bearer ${secretKey}` };

test.each([
  [{ currency: 'usd' }, 'parameter_missing', 'Missing required param: amount.'],
  [{ amount: '5000' }, 'parameter_missing', 'Missing required param: currency.'],
  [{ amount: '49', currency: 'usd' }, 'amount_too_small', 'Amount must be at least $0.50 usd'],
  [{ amount: '100000000', currency: 'usd' }, 'amount_too_large', 'Amount must be no more than $999,999.99'],
  [{ amount: '420.5', currency: 'usd' }, 'parameter_invalid_integer', 'Invalid integer: 420.5'],
  [
    { amount: '50', currency: 'usd', colour: 'red' },
    'parameter_unknown',
    'Received unknown parameter: colour',
  ],
])('creating an intent with %o answers %s', async (form, code, message) => {
  const reply = await shop.post('/v1/payment_intents', form, withSecret);
  expect(reply.status).toBe(400);
  expect(reply.body['error']).toMatchObject({ type: 'invalid_request_error', code, message });
  expect(reply.headers.get('request-id')).toMatch(/^req_/);
});

test('amount and metadata of an open intent can be changed, the amount of a paid one not', async () => {
  const intent = await shop.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    metadata: { booking: 'b1', old: 'x' },
  });
  const changed = await shop.stripe.paymentIntents.update(intent.id, { amount: 6000, metadata: { old: '' } });
  expect(changed).toMatchObject({ amount: 6000, metadata: { booking: 'b1' } });
  expect(changed.metadata).not.toHaveProperty('old');
  await shop.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  await expect(shop.stripe.paymentIntents.update(intent.id, { amount: 1 + 6000 })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
    statusCode: 400,
  });
});

test('a cancelled intent cannot be paid, and a paid one cannot be cancelled', async () => {
  const intent = await shop.newIntent();
  const cancelled = await shop.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
  expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  expect((await shop.confirm(intent, 'pm_card_visa')).body['error']).toMatchObject({
    code: 'payment_intent_unexpected_state',
    message: expect.stringContaining('because it has a status of canceled.'),
  });
  const paid = await shop.newIntent();
  await shop.confirm(paid, 'pm_card_visa');
  await expect(shop.stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
    message: expect.stringContaining(
      'You cannot cancel this PaymentIntent because it has a status of succeeded.',
    ),
  });
});

test('confirming without a card is refused', async () => {
  const { id } = await shop.newIntent();
  await expect(shop.stripe.paymentIntents.confirm(id)).rejects.toMatchObject({
    message: expect.stringContaining("because it's missing a payment method"),
  });
});

test('a page reaches only the intent whose client secret it holds', async () => {
  const own = await shop.newIntent();
  const other = await shop.newIntent();
  const form = { key: publishableKey, client_secret: own.secret, payment_method: 'pm_card_visa' };
  const foreign = await shop.post(`/v1/payment_intents/${other.id}/confirm`, form);
  expect(foreign.status).toBe(400);
  expect(foreign.body['error']).toMatchObject({
    code: 'payment_intent_invalid_parameter',
    message: 'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
  });
  const { client_secret: _, ...bare } = form;
  expect((await shop.post(`/v1/payment_intents/${own.id}/confirm`, bare)).status).toBe(400);
  const query = new URLSearchParams({ key: publishableKey, client_secret: own.secret });
  const seen = await fetch(`${shop.base}/v1/payment_intents/${own.id}?${query}`);
  expect(await seen.json()).toMatchObject({ id: own.id, status: 'requires_payment_method' });
});

test('keys are asked for, checked, and the public one opens no secret call', async () => {
  const none = await shop.post('/v1/payment_intents', {});
  expect([none.status, none.body['error'].message]).toEqual([
    401,
    expect.stringContaining('You did not provide an API key'),
  ]);
  const wrong = await shop.post('/v1/payment_intents', {}, { authorization: 'Bearer sk_test_somebody_else' });
  expect([wrong.status, wrong.body['error'].message]).toEqual([
    401,
    'Invalid API Key provided: sk_test_*********else',
  ]);
  const page = await shop.post('/v1/payment_intents', { key: publishableKey });
  expect([page.status, page.body['error'].code]).toEqual([403, 'secret_key_required']);
  const basic = { authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}` };
  expect((await shop.post('/v1/payment_intents', { amount: '50', currency: 'usd' }, basic)).status).toBe(200);
});

test('what does not exist is a 404 in Stripe’s words', async () => {
  await expect(shop.stripe.paymentIntents.retrieve('pi_x')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_x'",
  });
  await expect(
    shop.stripe.paymentIntents.create({ amount: 50, currency: 'usd', payment_method: 'pm_x' }),
  ).rejects.toMatchObject({ code: 'resource_missing', message: "No such PaymentMethod: 'pm_x'" });
  const unknown = await shop.post('/v1/moons', {}, withSecret);
  expect([unknown.status, unknown.body['error'].message]).toEqual([
    404,
    expect.stringContaining('Unrecognized request URL (POST: /sandbox/stripe/v1/moons)'),
  ]);
});

test.each([
  '/v1/payment_intents/%00',
  '/v1/refunds?payment_intent=%00',
  '/v1/events?starting_after=%00',
  '/3ds/%00',
])('%s does not cause a failure', async (path) => {
  const response = await fetch(`${shop.base}${path}`, { headers: withSecret });
  expect([400, 404]).toContain(response.status);
});

test('brackets without end and names of prototypes do no harm', async () => {
  const endless = await shop.post('/v1/payment_intents', { [`a${'['.repeat(5000)}`]: '1' }, withSecret);
  expect(endless.status).toBe(400);
  const form = { amount: '50', currency: 'usd', 'metadata[__proto__]': 'x', 'metadata[constructor]': 'y' };
  const made = await shop.post('/v1/payment_intents', form, withSecret);
  expect(made.status).toBe(200);
  expect(made.body['metadata'].constructor).toBe('y');
});

test('a JSON body is refused in Stripe’s words', async () => {
  const headers = { ...withSecret, 'content-type': 'application/json' };
  const response = await fetch(`${shop.base}/v1/payment_intents`, {
    method: 'POST',
    headers,
    body: '{"amount":50}',
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('application/x-www-form-urlencoded');
});

test('intents are listed newest first, page by page, and since a moment', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift((await shop.newIntent()).id);
  const first = await shop.stripe.paymentIntents.list({ limit: 3 });
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' });
  expect(first.data.map((intent) => intent.id)).toEqual(ids.slice(0, 3));
  const second = await shop.stripe.paymentIntents.list({ limit: 2, starting_after: ids[2] });
  expect(second.data.map((intent) => intent.id)).toEqual(ids.slice(3));
  const back = await shop.stripe.paymentIntents.list({ limit: 2, ending_before: ids[3] });
  expect(back.data.map((intent) => intent.id)).toEqual(ids.slice(1, 3));
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
  expect((await shop.stripe.paymentIntents.list({ created: { gte: tomorrow } })).data).toEqual([]);
  expect((await shop.stripe.paymentIntents.list({ created: { lt: tomorrow } })).data.length).toBeGreaterThan(
    4,
  );
});

test.each([0, 101])('a list with a limit of %d is refused', async (limit) => {
  await expect(shop.stripe.paymentIntents.list({ limit })).rejects.toMatchObject({ param: 'limit' });
});

test('a browser of another origin may call the page’s part', async () => {
  const response = await fetch(`${shop.base}/v1/payment_methods`, { method: 'OPTIONS' });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});
