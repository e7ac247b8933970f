// The stand-in for Stripe: the part of its REST API that the product uses, and its stripe.js.
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import {
  listBalanceTransactions,
  retrieveBalance,
  retrieveBalanceTransaction,
} from './balance-transactions.ts';
import { createAccount, createAccountLink, createLoginLink } from './accounts.ts';
import { cancelPayout, createPayout, endDuePayouts } from './bank-payouts.ts';
import { ownFailure } from './call.ts';
import { challengePages } from './challenge-pages.ts';
import {
  cancelPaymentIntent,
  createPaymentIntent,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './payment-intents.ts';
import { confirmPaymentIntent } from './confirm-payment.ts';
import { connectPages } from './connect-routes.ts';
import { closeDispute, updateDispute } from './disputes.ts';
import { StripeFailure } from './failures.ts';
import { makeId } from './identifiers.ts';
import { list, retrieve } from './lists.ts';
import { createPaymentMethod, createToken, retrievePaymentMethod } from './payment-methods.ts';
import { movePayouts } from './connected-payouts.ts';
import { cancelRefund, endDueRefunds, expireRefund } from './refund-outcomes.ts';
import { createRefund } from './refunds.ts';
import { changing, reading, type Keys } from './requests.ts';
import { prepareSchema } from './schema.ts';
import { scriptRoutes } from './script-routes.ts';
import { createTransfer, listReversals, reverseTransfer } from './transfers.ts';
import { createTopup } from './topups.ts';
import { sendWebhooks } from './webhooks.ts';

export interface StripeSandboxOptions {
  pool: pg.Pool;
  /** The origin under which browsers reach the server that mounts the sandbox: `http://localhost:3000`. */
  publicUrl: string;
  /** The path on that server where it is mounted: `/sandbox/stripe`, or empty. */
  mountPath: string;
  webhookUrl: string;
  webhookSecret: string;
  /** The URL for events of connected accounts, and the secret that signs them. */
  connectWebhookUrl: string;
  connectWebhookSecret: string;
  secretKey: string;
  publishableKey: string;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  webhookRetryDelaysMs?: readonly number[];
  webhookPollIntervalMs?: number;
}

/**
 * A plugin with its own path, parsers, error shapes and database schema; register it without a prefix. All state is in
 * PostgreSQL, so there may be several processes, and they may be killed.
 */
export function stripeSandbox(options: StripeSandboxOptions): FastifyPluginAsync {
  return async (app) => {
    await prepareSchema(options.pool);
    const webhooks = sendWebhooks({
      pool: options.pool,
      log: options.log,
      own: { url: options.webhookUrl, secret: options.webhookSecret },
      connect: { url: options.connectWebhookUrl, secret: options.connectWebhookSecret },
      retryDelaysMs: options.webhookRetryDelaysMs,
      pollIntervalMs: options.webhookPollIntervalMs,
    });
    const outcomes = endInTime(options, () => webhooks.startDelivery());
    app.addHook('onListen', async () => webhooks.startDelivery());
    app.addHook('onClose', async () => {
      await outcomes.stop();
      await webhooks.stop();
    });
    const keys: Keys = { ...options, baseUrl: `${options.publicUrl}${options.mountPath}` };
    await app.register(
      async (routes) => {
        setStripeConventions(routes, options.log);
        routes.addHook('onResponse', async (request) => {
          if (request.method === 'POST') webhooks.startDelivery();
        });
        paymentRoutes(routes, keys);
        connectRoutes(routes, keys);
        readingRoutes(routes, keys);
        await routes.register(connectPages(options.pool));
        await routes.register(challengePages(options.pool));
        await routes.register(scriptRoutes);
      },
      { prefix: options.mountPath },
    );
  };
}

/** Ends due refunds and payouts every second, until stopped. */
function endInTime({ pool, log }: StripeSandboxOptions, onEnded: () => void) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= endDue(pool)
      .then((ended) => (ended > 0 ? onEnded() : undefined))
      .catch((error: unknown) => log.error({ error }, 'stripe sandbox: refunds and payouts cannot be ended'))
      .finally(() => (running = undefined));
  }, 1000);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** Ends refunds and begins and ends payouts that are due, some of each. @returns how many */
export const endDue = async (pool: pg.Pool): Promise<number> =>
  (await endDueRefunds(pool)) + (await endDuePayouts(pool)) + (await movePayouts(pool));

const forPages = true;

function paymentRoutes(app: FastifyInstance, keys: Keys): void {
  app.post('/v1/payment_methods', changing(keys, createPaymentMethod, forPages));
  app.post('/v1/tokens', changing(keys, createToken, forPages));
  app.post('/v1/payment_intents', changing(keys, createPaymentIntent));
  app.post('/v1/payment_intents/:id', changing(keys, updatePaymentIntent));
  app.post('/v1/payment_intents/:id/confirm', changing(keys, confirmPaymentIntent, forPages));
  app.post('/v1/payment_intents/:id/cancel', changing(keys, cancelPaymentIntent));
  app.post('/v1/refunds', changing(keys, createRefund));
  app.post('/v1/refunds/:id/cancel', changing(keys, cancelRefund));
  app.post('/v1/disputes/:id', changing(keys, updateDispute));
  app.post('/v1/disputes/:id/close', changing(keys, closeDispute));
  app.post('/v1/payouts', changing(keys, createPayout));
  app.post('/v1/payouts/:id/cancel', changing(keys, cancelPayout));
  app.post('/v1/topups', changing(keys, createTopup));
  app.post('/v1/test_helpers/refunds/:id/expire', changing(keys, expireRefund));
}

function connectRoutes(app: FastifyInstance, keys: Keys): void {
  app.post('/v1/accounts', changing(keys, createAccount));
  app.post('/v1/accounts/:id/login_links', changing(keys, createLoginLink));
  app.post('/v1/account_links', changing(keys, createAccountLink));
  app.post('/v1/transfers', changing(keys, createTransfer));
  app.post('/v1/transfers/:id/reversals', changing(keys, reverseTransfer));
  app.get('/v1/accounts/:id', reading(keys, retrieve('account')));
  app.get(
    '/v1/transfers',
    reading(keys, list('transfer', 'source_transaction', 'transfer_group', 'destination')),
  );
  app.get('/v1/transfers/:id', reading(keys, retrieve('transfer')));
  app.get('/v1/transfers/:id/reversals', reading(keys, listReversals));
}

function readingRoutes(app: FastifyInstance, keys: Keys): void {
  app.get('/v1/payment_methods/:id', reading(keys, retrievePaymentMethod));
  app.get('/v1/payment_intents', reading(keys, list('payment_intent')));
  app.get('/v1/payment_intents/:id', reading(keys, retrievePaymentIntent, forPages));
  app.get('/v1/charges', reading(keys, list('charge', 'payment_intent')));
  app.get('/v1/charges/:id', reading(keys, retrieve('charge')));
  app.get('/v1/refunds', reading(keys, list('refund', 'payment_intent', 'charge')));
  app.get('/v1/refunds/:id', reading(keys, retrieve('refund')));
  app.get('/v1/disputes', reading(keys, list('dispute', 'payment_intent', 'charge')));
  app.get('/v1/disputes/:id', reading(keys, retrieve('dispute')));
  app.get('/v1/balance', reading(keys, retrieveBalance));
  app.get('/v1/balance_transactions', reading(keys, listBalanceTransactions));
  app.get('/v1/balance_transactions/:id', reading(keys, retrieveBalanceTransaction));
  app.get('/v1/payouts', reading(keys, list('payout', undefined, 'status', 'destination')));
  app.get('/v1/payouts/:id', reading(keys, retrieve('payout')));
  app.get('/v1/topups', reading(keys, list('topup')));
  app.get('/v1/topups/:id', reading(keys, retrieve('topup')));
  app.get('/v1/events', reading(keys, list('event')));
  app.get('/v1/events/:id', reading(keys, retrieve('event')));
}

/** Form bodies, open CORS and Stripe's error objects, only for this part of the server. */
function setStripeConventions(app: FastifyInstance, log: StripeSandboxOptions['log']): void {
  app.removeAllContentTypeParsers();
  const limits = { parseAs: 'string' as const, bodyLimit: 64 * 1024 };
  app.addContentTypeParser('application/x-www-form-urlencoded', limits, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser<string>('*', limits, (_request, body, done) => {
    done(body === '' ? null : wrongContentType(), body);
  });
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('access-control-allow-origin', '*');
    void reply.header('access-control-expose-headers', 'Request-Id');
  });
  app.options('/v1/*', async (_request, reply) => {
    void reply.header('access-control-allow-methods', 'GET, POST, OPTIONS');
    void reply.header(
      'access-control-allow-headers',
      'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
    );
    return reply.header('access-control-max-age', '600').code(204).send();
  });
  app.setNotFoundHandler((request, reply) => {
    const message =
      `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). ` +
      'Please see https://stripe.com/docs or we can help at https://support.stripe.com/.';
    return reply.code(404).send({ error: { type: 'invalid_request_error', message } });
  });
  app.setErrorHandler((error, _request, reply) => {
    void reply.header('request-id', makeId('req'));
    if (error instanceof StripeFailure) return reply.code(error.status).send({ error: error.body });
    const status = statusOf(error);
    if (status < 500)
      return reply.code(status).send({ error: { type: 'invalid_request_error', message: String(error) } });
    log.error({ error }, 'stripe sandbox: request failed');
    return reply.code(ownFailure.status).send(ownFailure.body);
  });
}

function wrongContentType(): StripeFailure {
  const message =
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded). ' +
    'If you have any questions, we can help at https://support.stripe.com/.';
  return new StripeFailure(400, { type: 'invalid_request_error', message });
}

function statusOf(error: unknown): number {
  const isCoded = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
  return isCoded ? Number(error.statusCode) : 500;
}
