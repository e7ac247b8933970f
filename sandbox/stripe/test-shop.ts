// For tests: a server with the sandbox mounted, a shop that receives its webhooks, and the official SDK.
import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { Stripe } from 'stripe';
import { stripeSandbox, type StripeSandboxOptions } from './sandbox.ts';

export const secretKey = 'sk_test_secret_of_the_tests';
export const publishableKey = 'pk_test_known_to_every_page';
export const webhookSecret = 'whsec_of_the_tests';
const connectWebhookSecret = 'whsec_of_connected_accounts';

export interface TestShop {
  app: FastifyInstance;
  pool: pg.Pool;
  stripe: Stripe;
  /** The sandbox's URL: `http://127.0.0.1:port/sandbox/stripe`. */
  base: string;
  /** Sends a form as a page does. */
  post: (path: string, form: Record<string, string>, headers?: Record<string, string>) => Promise<TestReply>;
  /** Confirms as stripe.js does: with the publishable key and the client secret. */
  confirm: (intent: TestIntent, paymentMethod: string) => Promise<TestReply>;
  /** Creates an intent over $420.50, with what a page needs to pay it. */
  newIntent: () => Promise<TestIntent>;
  close: () => Promise<void>;
}

export interface TestIntent {
  id: string;
  secret: string;
}

interface TestReply {
  status: number;
  headers: Headers;
  body: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- any answer of the API
}

interface OwnDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** A sandbox with a new database; its webhooks are received only if `webhookUrl` is given. */
export async function openTestShop(
  database: OwnDatabase,
  changes: Partial<StripeSandboxOptions> = {},
): Promise<TestShop> {
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await app.register(stripeSandbox({ ...defaults(pool), ...changes }));
  const base = `${await app.listen({ port: 0, host: '127.0.0.1' })}/sandbox/stripe`;
  const stripe = connect(base);
  return {
    app,
    pool,
    stripe,
    base,
    post: (path, form, headers = {}) => post(`${base}${path}`, form, headers),
    confirm: (intent, paymentMethod) => {
      const form = { key: publishableKey, client_secret: intent.secret, payment_method: paymentMethod };
      return post(`${base}/v1/payment_intents/${intent.id}/confirm`, form, {});
    },
    newIntent: async () => {
      const intent = await stripe.paymentIntents.create({ amount: 42_050, currency: 'usd' });
      return { id: intent.id, secret: intent.client_secret ?? '' };
    },
    close: async () => {
      await app.close();
      await pool.end();
      await database.drop();
    },
  };
}

export function defaults(pool: pg.Pool): StripeSandboxOptions {
  return {
    pool,
    publicUrl: 'http://shop.test',
    mountPath: '/sandbox/stripe',
    webhookUrl: 'http://127.0.0.1:1/nobody',
    webhookSecret,
    connectWebhookUrl: 'http://127.0.0.1:1/nobody',
    connectWebhookSecret,
    secretKey,
    publishableKey,
    log: { warn: () => undefined, error: () => undefined },
  };
}

/** As if the days had passed after which charged money can be paid out. */
export const makeAvailable = ({ pool }: Pick<TestShop, 'pool'>) =>
  pool.query(`update sandbox_stripe.objects set data = (data::jsonb || '{"available_on": 1}')::json
    where object = 'balance_transaction'`);

/** The official SDK, connected to the sandbox. */
export function connect(base: string, maxNetworkRetries = 0): Stripe {
  const { hostname, port, pathname } = new URL(base);
  const client = Stripe.createNodeHttpClient();
  return new Stripe(secretKey, {
    protocol: 'http',
    host: hostname,
    port,
    maxNetworkRetries,
    telemetry: false,
    httpClient: {
      getClientName: () => client.getClientName(),
      makeRequest: (host, at, path, ...rest) => client.makeRequest(host, at, pathname + path, ...rest),
    },
  });
}

/** A key that no other test uses. */
export function newIdempotencyKey(): string {
  return randomBytes(12).toString('hex');
}

async function post(
  url: string,
  form: Record<string, string>,
  headers: Record<string, string>,
): Promise<TestReply> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
  const body: Record<string, unknown> = JSON.parse(await response.text());
  return { status: response.status, headers: response.headers, body };
}
