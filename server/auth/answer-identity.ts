/** The calls that the identity library answers, and what stands around them: limits on guesses, known browsers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import * as auth from '#contract/auth.ts';
import type { EndpointSpec, Schema } from '#contract/endpoint.ts';
import { requestErrors } from '#contract/errors.ts';
import type { Identity } from './create-identity.ts';
import { limitGuesses, welcome } from './guard-sign-in.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Failure, failWith } from '#server/platform/failure.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { rateLimitOf } from '#server/platform/http/http-rate-limit.ts';
import { withoutTrailingSlash } from '#server/platform/http/request-target.ts';
import { sendProblem } from '#server/platform/http/http-problem.ts';

const fail = failWith(requestErrors);

export interface IdentityDependencies {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly publicUrl: string;
  readonly rateLimitFactor: number;
}

const answeredHere: readonly EndpointSpec[] = Object.values(auth).filter(
  (value): value is typeof auth.signUp => typeof value === 'object' && 'answeredBy' in value,
);

/**
 * Hands the contract's calls, and where Google comes back to, to the identity library; what else it could answer is
 * closed. To be registered encapsulated: it takes bodies raw.
 */
export async function identityRoutes(app: FastifyInstance, deps: IdentityDependencies): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) =>
    done(null, body),
  );
  const answer = (request: FastifyRequest, reply: FastifyReply) => handIdentity(deps, request, reply);
  const handlers: Readonly<Record<string, IdentityHandler>> = {
    [auth.signIn.path]: limitGuesses(handIdentity),
  };
  for (const { method, path, rateLimit, reply } of answeredHere) {
    app.route({
      method,
      url: path,
      config: rateLimitOf(rateLimit, deps.rateLimitFactor),
      handler: (request, response) => (handlers[path] ?? handIdentity)(deps, request, response, reply),
    });
  }
  const config = rateLimitOf(auth.authRateLimit, deps.rateLimitFactor);
  app.route({ method: ['GET', 'POST'], url: '/auth/callback/google', config, handler: answer });
}

type IdentityHandler = (
  deps: IdentityDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  declared?: Schema,
) => Promise<unknown>;

const handIdentity: IdentityHandler = async (deps, request, reply, declared) => {
  // PostgreSQL's text takes no NUL: there is nothing that such an address could name.
  if (request.url.includes('%00')) return sendProblem(request, reply, fail('request.not-found'));
  const { identity, publicUrl } = deps;
  const { response, begun } = await identity.handle(webRequest(request, publicUrl), request.ip);
  for (const cookie of response.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
  if (response.status >= 400) return sendProblem(request, reply, await failureOf(response, request.log));
  const text = await response.text();
  const awaitsFactor = begun?.awaitsFactor ?? namesWaitingSession(text);
  // Whose session it is stays unsaid until the second step.
  if (awaitsFactor && begun === undefined)
    return sendProblem(request, reply, fail('request.second-factor-needed'));
  if (begun !== undefined && !awaitsFactor) reply.header('Set-Cookie', await welcome(deps, request, begun));
  response.headers.forEach((value, name) => {
    if (!answeredAnew.has(name)) reply.header(name, value);
  });
  const location = response.headers.get('location');
  if (location !== null && response.status >= 300) reply.header('Location', identity.ownAddress(location));
  return reply.code(response.status).send(onlyDeclared(text, declared, awaitsFactor));
};

/** An answer that is no redirect, as that of a sign-in with Google that begins, needs no Location. */
const answeredAnew = new Set(['set-cookie', 'content-length', 'location']);

/** What the contract does not declare, the session's token among it, never leaves the server. */
function onlyDeclared(text: string, declared: Schema | undefined, awaitsFactor: boolean): string {
  if (declared === undefined || !/^[{n]/.test(text)) return text;
  const answer: unknown = JSON.parse(text);
  return JSON.stringify(
    declared.parse(awaitsFactor ? { ...Object(answer), secondFactorNeeded: true } : answer),
  );
}

/** Whether the library answers with a session whose second factor is still to come. */
function namesWaitingSession(text: string): boolean {
  if (!text.startsWith('{')) return false;
  const session: unknown = Reflect.get(Object(JSON.parse(text)), 'session');
  return Reflect.get(Object(session), 'awaitsFactor') === true;
}

function webRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const { body } = request;
  const hasBody = typeof body === 'string' && body !== '' && request.method !== 'GET';
  // An empty body under a JSON content type is no body, not broken JSON.
  if (!hasBody) headers.delete('content-type');
  if (!comesFromBrowser(headers)) headers.set('origin', publicUrl);
  // The library knows its addresses in one spelling.
  const address = withoutTrailingSlash(request.url) ?? request.url;
  return new Request(new URL(address, publicUrl), {
    method: request.method,
    headers,
    ...(hasBody ? { body } : {}),
  });
}

/**
 * Every browser says where a POST comes from. A client that is none cannot be made to send somebody's cookie by a
 * foreign page; the library, which would refuse it, is told our own origin.
 */
const comesFromBrowser = (headers: Headers): boolean =>
  ['origin', 'referer', 'sec-fetch-site'].some((name) => headers.has(name));

interface LibraryError {
  readonly code?: string;
  readonly message?: string;
  readonly errors?: readonly { path: string; message: string }[];
}

async function failureOf(response: Response, log: FastifyRequest['log']): Promise<Failure> {
  const text = await response.text();
  // The library's errors have this shape (better-call's APIError), our own check's included.
  const { code, message, errors } = (text.startsWith('{') ? JSON.parse(text) : {}) as LibraryError;
  if (code === undefined && response.status === 404) return fail('request.not-found');
  if (code !== undefined && Object.hasOwn(requestErrors, code))
    return new Failure(code, response.status, message ?? '', errors === undefined ? {} : { errors });
  // What the library says is not shown: "[query.state] Invalid input: expected string".
  const ours = codeOf(code ?? '');
  // For whoever is to find out what did not work.
  if (ours === 'auth.refused') log.info({ code, reason: message }, 'the identity library refused a call');
  return new Failure(ours, response.status, auth.identityErrors[ours][1]);
}

/** The library's codes in the form of ours: `INVALID_EMAIL_OR_PASSWORD` becomes `auth.invalid-email-or-password`. */
function codeOf(code: string): keyof typeof auth.identityErrors {
  const ours = `auth.${code.toLowerCase().replaceAll('_', '-')}`;
  return Object.hasOwn(auth.identityErrors, ours)
    ? (ours as keyof typeof auth.identityErrors)
    : 'auth.refused';
}
