/** The calls that the identity library answers, with limits on guesses and the recognition of browsers added. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import * as auth from '#contract/auth.ts';
import type { EndpointSpec, Schema } from '#contract/endpoint.ts';
import { requestErrors, tooDeep } from '#contract/errors.ts';
import type { Identity } from './create-identity.ts';
import { completeSignIn, grantGuess } from './guard-sign-in.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Failure, failWith } from '#server/platform/failure.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { isObject } from '#server/platform/http/http-input.ts';
import { rateLimitOf } from '#server/platform/http/http-rate-limit.ts';
import { withoutTrailingSlash } from '#server/platform/http/request-target.ts';
import { sendProblem } from '#server/platform/http/http-problem.ts';

const fail = failWith(requestErrors);
const failIdentity = failWith(auth.identityErrors);

export interface IdentityDependencies {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly publicUrl: string;
  readonly rateLimitFactor: number;
}

const libraryEndpoints: readonly EndpointSpec[] = Object.values(auth).filter(
  (value): value is typeof auth.signUp => typeof value === 'object' && 'answeredBy' in value,
);

/**
 * Passes the contract's calls, and Google's redirect, to the identity library; its other endpoints are closed. Bodies
 * are parsed as for all other calls, and the library gets the parsed body, so that all checks see the same data.
 */
export async function identityRoutes(app: FastifyInstance, deps: IdentityDependencies): Promise<void> {
  for (const spec of libraryEndpoints) {
    const { method, path, rateLimit } = spec;
    const answer = path === auth.signIn.path ? signInWithinLimits : callIdentityLibrary;
    app.route({
      method,
      url: path,
      config: rateLimitOf(rateLimit, deps.rateLimitFactor),
      handler: (request, reply) => answer(deps, request, reply, spec),
    });
  }
  app.route({
    method: ['GET', 'POST'],
    url: '/auth/callback/google',
    config: rateLimitOf(auth.authRateLimit, deps.rateLimitFactor),
    handler: (request, reply) => callIdentityLibrary(deps, request, reply),
  });
}

type IdentityHandler = (
  deps: IdentityDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  declared?: Pick<EndpointSpec, 'body' | 'reply'>,
) => Promise<unknown>;

/** Passes a sign-in to the library only if its attempt is granted. */
const signInWithinLimits: IdentityHandler = async (deps, request, reply, declared) => {
  const email = emailOf(request.body);
  // Without a valid address it is not a guess; the library refuses it with its own message.
  if (email === undefined) return callIdentityLibrary(deps, request, reply, declared);
  const guess = await grantGuess(deps, request, email);
  const answered = await callIdentityLibrary(deps, request, reply, declared);
  if (reply.statusCode === 200) await guess.succeed();
  return answered;
};

/** The address as the library reads it, without white space around it; undefined if it is not valid. */
function emailOf(body: unknown): string | undefined {
  const entered: unknown = Reflect.get(Object(body), 'email');
  if (typeof entered !== 'string') return undefined;
  const email = entered.trim();
  return email.length <= 254 && /^[^\s\u0000]+@[^\s\u0000]+$/.test(email) ? email : undefined;
}

const callIdentityLibrary: IdentityHandler = async (deps, request, reply, declared) => {
  // PostgreSQL's type `text` accepts no NUL, so nothing with such a name exists.
  if (request.url.includes('%00')) return sendProblem(request, reply, fail('request.not-found'));
  const { identity, publicUrl } = deps;
  const { response, begun } = await identity.handle(
    webRequest(request, publicUrl, declared?.body),
    request.ip,
  );
  for (const cookie of response.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
  if (response.status >= 400) return sendProblem(request, reply, await failureOf(response, request));
  const text = await response.text();
  const awaitsFactor = begun?.awaitsFactor ?? isSecondFactorPending(text);
  // The session's owner is not revealed until the second step.
  if (awaitsFactor && begun === undefined)
    return sendProblem(request, reply, fail('request.second-factor-needed'));
  if (begun !== undefined && !awaitsFactor)
    reply.header('Set-Cookie', await completeSignIn(deps, request, begun));
  response.headers.forEach((value, name) => {
    if (!headersSetSeparately.has(name)) reply.header(name, value);
  });
  const location = response.headers.get('location');
  if (location !== null && response.status >= 300) reply.header('Location', identity.ownAddress(location));
  return reply.code(response.status).send(answerOf(text, declared?.reply, awaitsFactor));
};

/**
 * Headers that are set separately. `Location` is for redirects only; the answer that begins a sign-in with Google is
 * not one.
 */
const headersSetSeparately = new Set(['set-cookie', 'content-length', 'location']);

/** Fields that the contract does not declare, such as the session's token, never leave the server. */
function answerOf(text: string, declared: Schema | undefined, awaitsFactor: boolean): string {
  if (declared === undefined || !/^[{n]/.test(text)) return text;
  const answer: unknown = JSON.parse(text);
  return JSON.stringify(
    declared.parse(awaitsFactor ? { ...Object(answer), secondFactorNeeded: true } : answer),
  );
}

/** Whether the library answers with a session whose second factor is still missing. */
function isSecondFactorPending(text: string): boolean {
  if (!text.startsWith('{')) return false;
  const session: unknown = Reflect.get(Object(JSON.parse(text)), 'session');
  return Reflect.get(Object(session), 'awaitsFactor') === true;
}

function webRequest(request: FastifyRequest, publicUrl: string, declared: Schema | undefined): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = onlyDeclared(request.body, declared);
  // The library has no routes for HEAD.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const hasBody = body !== undefined && body !== null && method !== 'GET';
  headers.delete('content-length');
  if (hasBody) headers.set('content-type', 'application/json');
  else headers.delete('content-type');
  if (!comesFromBrowser(headers)) headers.set('origin', publicUrl);
  // The library accepts its paths in only one spelling.
  const address = withoutTrailingSlash(request.url) ?? request.url;
  return new Request(new URL(address, publicUrl), {
    method,
    headers,
    ...(hasBody ? { body: serialise(body) } : {}),
  });
}

/**
 * Fields that the contract does not declare never reach the library: it has more ways to use its calls than we offer,
 * such as a sign-in by a token of Google that nobody here has asked for.
 */
function onlyDeclared(body: unknown, declared: Schema | undefined): unknown {
  if (!(declared instanceof z.ZodMiniObject) || !isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(declared.shape, name)));
}

/** JSON of any depth can be parsed, but not serialised. */
function serialise(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw error instanceof RangeError ? fail('request.invalid', { detail: tooDeep }) : error;
  }
}

/**
 * Every browser sends the origin of a POST. The library refuses calls without one. Other clients cannot be tricked by a
 * foreign page into sending somebody's cookie, so for them our own origin is added.
 */
const comesFromBrowser = (headers: Headers): boolean =>
  ['origin', 'referer', 'sec-fetch-site'].some((name) => headers.has(name));

const googleRetrySeconds = 5;

interface LibraryError {
  readonly code?: string;
  readonly message?: string;
  readonly errors?: readonly { path: string; message: string }[];
}

async function failureOf(response: Response, { body, log }: FastifyRequest): Promise<Failure> {
  const text = await response.text();
  // The library's errors have this shape (better-call's APIError), our own check's included.
  const { code, message, errors } = (text.startsWith('{') ? JSON.parse(text) : {}) as LibraryError;
  if (code === undefined && response.status === 404) return fail('request.not-found');
  if (code !== undefined && Object.hasOwn(requestErrors, code))
    return new Failure(code, response.status, message ?? '', errors === undefined ? {} : { errors });
  // The library's message is not shown: "[query.state] Invalid input: expected string".
  const ours = codeOf(code ?? '');
  // We offer Google, so the library lacks it only if Google's discovery document could not be read.
  if (ours === 'auth.provider-not-found' && Reflect.get(Object(body), 'provider') === 'google')
    return failIdentity('auth.google-away', { retryAfterSeconds: googleRetrySeconds });
  // Logged, because the answer does not contain the library's reason.
  if (ours === 'auth.refused') log.info({ code, reason: message }, 'the identity library refused a call');
  return new Failure(ours, response.status, auth.identityErrors[ours][1]);
}

/** The library's codes in our format: `INVALID_EMAIL_OR_PASSWORD` becomes `auth.invalid-email-or-password`. */
function codeOf(code: string): keyof typeof auth.identityErrors {
  const ours = `auth.${code.toLowerCase().replaceAll('_', '-')}`;
  return Object.hasOwn(auth.identityErrors, ours)
    ? (ours as keyof typeof auth.identityErrors)
    : 'auth.refused';
}
