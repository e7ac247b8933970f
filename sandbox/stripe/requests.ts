// From an HTTP request to an operation and back: keys, transactions, idempotency.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type Answer, type Call, type Operation, ownFailure } from './call.ts';
import { apiVersion } from './events.ts';
import { expandObjects } from './expand.ts';
import { keyFailure, parameterFailure, StripeFailure } from './failures.ts';
import { emptyParams, parseForm, readText, type Params } from './form.ts';
import { findAnswer, storeAnswer, type StoredAnswer } from './idempotency.ts';
import { makeId } from './identifiers.ts';
import { findObject, inTransaction, type Database } from './store.ts';

export interface Keys {
  pool: pg.Pool;
  secretKey: string;
  publishableKey: string;
  /** The sandbox's public URL, without a slash at the end. */
  baseUrl: string;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;

/** A reading call: no transaction, no idempotency. */
export function reading(keys: Keys, operation: Operation, openToPages = false): Handler {
  return async (request, reply) => {
    const call = readCall(keys, request, openToPages);
    await requireAccount(keys.pool, call);
    return send(reply, call, await expanded(keys.pool, call, await operation(keys.pool, call)));
  };
}

/**
 * A changing call: everything is one transaction, including the answer stored under its idempotency key. If the process
 * dies meanwhile, nothing has changed, and the repeated call starts again. A failure of the stand-in itself is stored
 * under the key as well, as Stripe does: until the key is forgotten, it is the answer.
 */
export function changing(keys: Keys, operation: Operation, openToPages = false): Handler {
  return async (request, reply) => {
    const call = readCall(keys, request, openToPages);
    refuseAccount(call);
    const answer = await inTransaction(keys.pool, async (tx) => {
      const stored = call.idempotencyKey && (await findAnswer(tx, call, call.idempotencyKey));
      if (stored) return replay(reply, stored);
      const fresh = await expanded(tx, call, await operation(tx, call));
      if (call.idempotencyKey) await storeAnswer(tx, call, call.idempotencyKey, fresh);
      return fresh;
    }).catch((error: unknown) => storeFailure(keys, call, error));
    return send(reply, call, answer);
  };
}

async function storeFailure({ pool }: Keys, call: Call, error: unknown): Promise<never> {
  if (call.idempotencyKey && !(error instanceof StripeFailure)) {
    // Without its database the stand-in stores nothing.
    await storeAnswer(pool, call, call.idempotencyKey, ownFailure).catch(() => undefined);
  }
  throw error;
}

function readCall(keys: Keys, request: FastifyRequest, openToPages: boolean): Call {
  const [path = '', query = ''] = request.url.split('?');
  const params = readParams(request, query);
  const { id } = request.params as { id?: string }; // fastify's routes name their parameters in text
  return {
    id: id ?? '',
    path: path.slice(path.indexOf('/v1/')),
    params,
    caller: readCaller(keys, request, params, openToPages),
    requestId: makeId('req'),
    idempotencyKey: request.headers['idempotency-key']?.toString(),
    account: request.headers['stripe-account']?.toString(),
    challengeUrl: (challengeId) => `${keys.baseUrl}/3ds/${challengeId}`,
    connectUrl: (page) => `${keys.baseUrl}/connect/${page}`,
  };
}

/** Stripe's answer does not distinguish an unknown account from another platform's. */
async function requireAccount(db: Database, { account, caller }: Call): Promise<void> {
  if (account === undefined) return;
  if (caller === 'secret' && (await findObject(db, 'account', account)) !== undefined) return;
  throw new StripeFailure(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  });
}

/** The connected accounts' own actions are made on their pages here. */
function refuseAccount({ account }: Call): void {
  if (account === undefined) return;
  throw parameterFailure(
    'The stand-in takes no changes in the name of a connected account.',
    'Stripe-Account',
  );
}

function readParams(request: FastifyRequest, query: string): Params {
  if (request.method === 'GET') return parseForm(query);
  const { body } = request;
  return typeof body === 'string' ? parseForm(body) : emptyParams();
}

function readCaller(
  keys: Keys,
  request: FastifyRequest,
  params: Params,
  openToPages: boolean,
): Call['caller'] {
  const key = readKey(request) ?? readText(params, 'key');
  if (key === undefined)
    throw keyFailure(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using ' +
        "Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication " +
        'for details, or we can help at https://support.stripe.com/.',
    );
  if (isSame(key, keys.secretKey)) return 'secret';
  if (!isSame(key, keys.publishableKey)) throw keyFailure(`Invalid API Key provided: ${masked(key)}`);
  if (openToPages) return 'publishable';
  throw keyFailure(
    'This API call cannot be made with a publishable API key. Please use a secret API key. ' +
      'You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    'secret_key_required',
  );
}

function readKey(request: FastifyRequest): string | undefined {
  const [scheme, value] = (request.headers.authorization ?? '').split(' ');
  if (value === undefined) return undefined;
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function masked(key: string): string {
  if (key.length < 12) return '*'.repeat(key.length);
  return `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
}

async function expanded(db: Database, call: Call, answer: Answer): Promise<Answer> {
  if (answer.status !== 200) return answer;
  return { status: 200, body: await expandObjects(db, call.params, answer.body) };
}

function replay(reply: FastifyReply, stored: StoredAnswer): Answer {
  void reply.header('idempotent-replayed', 'true').header('original-request', stored.requestId);
  return stored;
}

function send(reply: FastifyReply, call: Call, answer: Answer): object {
  if (call.idempotencyKey !== undefined) void reply.header('idempotency-key', call.idempotencyKey);
  void reply.code(answer.status).header('request-id', call.requestId).header('stripe-version', apiVersion);
  return answer.body;
}
