import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { createStripeClient } from './stripe-client.ts';

const options = { secretKey: 'sk_test_key', timeoutMs: 2000, maxNetworkRetries: 0 };

test('requests go under the path of the base, with the secret key', async () => {
  const { origin, seen } = await answerWith(() => 200);
  const stripe = createStripeClient({ ...options, apiBase: `${origin}/sandbox/stripe/` });
  await stripe.paymentIntents.retrieve('pi_1');
  expect(seen.map((request) => `${request.method} ${request.url}`)).toEqual([
    'GET /sandbox/stripe/v1/payment_intents/pi_1',
  ]);
  expect(seen[0]?.headers.authorization).toBe('Bearer sk_test_key');
});

test('a base without a path works as well', async () => {
  const { origin, seen } = await answerWith(() => 200);
  await createStripeClient({ ...options, apiBase: origin }).paymentIntents.retrieve('pi_1');
  expect(seen[0]?.url).toBe('/v1/payment_intents/pi_1');
});

test('a failed request is repeated with the same idempotency key', async () => {
  const { origin, seen } = await answerWith((count) => (count === 1 ? 503 : 200));
  const stripe = createStripeClient({ ...options, maxNetworkRetries: 1, apiBase: `${origin}/base` });
  await stripe.paymentIntents.create({ amount: 42_050, currency: 'usd' });
  expect(seen.map((request) => request.url)).toEqual([
    '/base/v1/payment_intents',
    '/base/v1/payment_intents',
  ]);
  const keys = seen.map((request) => request.headers['idempotency-key']);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test.each(['{}', 'null', '[]', '"maintenance"', '{"status":"ok"}'])(
  'a success that answers %s is a failure of Stripe, which the caller can tell from an object',
  async (body) => {
    const { origin } = await answerWith(() => 200, body);
    const { paymentIntents } = createStripeClient({ ...options, apiBase: origin });
    await expect(paymentIntents.retrieve('pi_1')).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  },
);

test('without a base it speaks to Stripe', () => {
  const stripe = createStripeClient(options);
  expect(stripe.getApiField('host')).toBe('api.stripe.com');
  expect(stripe.getApiField('protocol')).toBe('https');
});

test('a base that is no address is refused at once', () => {
  expect(() => createStripeClient({ ...options, apiBase: 'sandbox/stripe' })).toThrow(TypeError);
});

async function answerWith(
  statusOf: (count: number) => number,
  body = '{"id":"pi_1","object":"payment_intent"}',
): Promise<{ origin: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    request.resume();
    response.writeHead(statusOf(seen.length), { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return { origin: `http://127.0.0.1:${port}`, seen };
}
