/** The one place that renders errors as RFC 9457 problem+json. */
import { STATUS_CODES } from 'node:http';

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Stripe from 'stripe';

import type { EndpointSpec } from '#contract/endpoint.ts';
import { type Problem, requestErrors } from '#contract/errors.ts';
import { StorageUnavailable } from '#server/platform/images/image-storage.ts';
import { databaseLoss, isDiskFull, isReadOnlyDisk } from '#server/platform/postgres/database-away.ts';
import { isTimeout } from '#server/platform/postgres/database.ts';
import { Failure, failWith, innermost } from '#server/platform/failure.ts';
import { withoutTypedValues } from '#server/platform/log/log.ts';

const fail = failWith(requestErrors);

/** The error codes of Fastify and its plugins for requests that fail before they reach a route. */
const failureOfFastify: Readonly<Record<string, keyof typeof requestErrors>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.unparsable',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.unparsable',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.aborted',
  FST_ERR_BAD_URL: 'request.not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'request.not-found',
  FST_ERR_ASYNC_CONSTRAINT: 'request.not-found',
  FST_REQ_FILE_TOO_LARGE: 'request.too-large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.unsupported-type',
};

/** Answers every failure below `app` as problem+json. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendProblem(request, reply, error));
}

/**
 * Answers unknown calls below `app` as problem+json: 405 if `endpoints` have the address with other methods, else 404.
 */
export function answerUnknown(
  app: FastifyInstance,
  endpoints: readonly { readonly spec: EndpointSpec }[],
): void {
  const methodsAt = methodsByAddress(
    app.prefix,
    endpoints.map(({ spec }) => spec),
  );
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url);
    if (methods.length === 0) return sendProblem(request, reply, fail('request.not-found'));
    reply.header('Allow', methods.join(', '));
    return sendProblem(request, reply, fail('request.wrong-method'));
  });
}

/** By regular expressions: hundreds of further routes would take memory and time at the start. */
function methodsByAddress(prefix: string, specs: readonly EndpointSpec[]): (url: string) => string[] {
  const patterns = specs.map(({ method, path }) => ({
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    // Paths of the contract contain no other characters with a meaning in an expression.
    pattern: new RegExp(`^${prefix}${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/?]+')}/?(?:\\?|$)`),
  }));
  return (url) => {
    const fitting = patterns.filter(({ pattern }) => pattern.test(url));
    return [...new Set(fitting.flatMap(({ methods }) => methods))].toSorted();
  };
}

/** For Fastify's `frameworkErrors`: URLs that it cannot route are answered with a problem, too. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  // No hook runs for such requests.
  reply.header('X-Request-Id', request.id);
  sendProblem(request, reply, error);
}

/** Sends `error` as a problem. Anything without a code is a 500 without detail. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const failure = failureOf(error, request.method);
  if (failure.status >= 500) request.log.error(loggedFailure(failure, error), 'request failed');
  if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  const { retryAfterSeconds, closesConnection = false } = failure.extras;
  if (closesConnection) reply.header('Connection', 'close');
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  const refusal = request.routeOptions.config?.refusal ?? {};
  return reply
    .code(failure.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send({ ...problemOf(failure, request.id), ...failure.extras.fields, ...refusal });
}

/** What the log says of a failure: its error with the stack, or of an outage, which each request meets, the reason. */
export function loggedFailure({ code, status }: Failure, error: unknown) {
  // Of a statement that took too long, the error names the statement.
  const isOutage = (status === 502 || status === 503) && code !== 'server.busy';
  return isOutage ? { code, reason: withoutTypedValues(innermost(error)) } : { code, err: error };
}

/** After how long the database may be back: PostgreSQL restarts within some seconds. */
export const databaseRetrySeconds = 5;

/** Somebody has to free disk space first. */
const diskRetrySeconds = 60;

/**
 * The failure to reply for an error.
 *
 * @param method of the request: an interrupted read has changed nothing
 */
export function failureOf(error: unknown, method = 'GET'): Failure {
  if (error instanceof Failure) return error;
  const loss = databaseLoss(error);
  if (loss !== undefined) {
    const hasChangedNothing = loss === 'away' || method === 'GET' || method === 'HEAD';
    const code = hasChangedNothing ? 'server.unavailable' : 'server.interrupted';
    return fail(code, { cause: error, retryAfterSeconds: databaseRetrySeconds });
  }
  if (isTimeout(error)) return fail('server.busy', { cause: error, retryAfterSeconds: databaseRetrySeconds });
  if (isDiskFull(error)) return fail('server.full', { cause: error, retryAfterSeconds: diskRetrySeconds });
  if (error instanceof StorageUnavailable || isReadOnlyDisk(error))
    return fail('server.storage-away', { cause: error, retryAfterSeconds: databaseRetrySeconds });
  if (!(error instanceof Error)) return fail('server.failed', { cause: error });
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = failureOfFastify[code];
  if (known !== undefined) return fail(known, { cause: error });
  // A body that cannot be parsed, or contains a forbidden key such as __proto__.
  if (error instanceof SyntaxError && statusCode === 400) return fail('request.unparsable', { cause: error });
  // The card processor's errors have a status, too, which is not about this request.
  if (!(error instanceof Stripe.errors.StripeError) && statusCode >= 400 && statusCode < 500)
    return new Failure('request.invalid', statusCode, error.message, { cause: error });
  return fail('server.failed', { cause: error });
}

/** The problem that describes a failure. */
export function problemOf({ code, status, message, extras }: Failure, requestId: string): Problem {
  return {
    type: `/api/docs#${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    message,
    code,
    requestId,
    ...(extras.errors === undefined ? {} : { errors: extras.errors }),
  };
}
