import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import * as auth from '#contract/auth.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { AccessTokens } from './issue-token.ts';
import type { Identity } from './keep-identity.ts';
import * as service from './service.ts';
import { Failure } from '#server/platform/failure.ts';
import { type Api, rateLimitOf } from '#server/platform/http.ts';
import { sendProblem } from '#server/platform/http-problem.ts';

export interface AuthDependencies {
  readonly identity: Identity;
  readonly tokens: AccessTokens;
  readonly publicUrl: string;
  readonly rateLimitFactor: number;
}

export function authRoutes(api: Api, { tokens }: AuthDependencies): void {
  api.on(auth.getAccessToken, {
    handle: async ({ person, query, reply }) => {
      reply.header('Cache-Control', 'no-store');
      return { accessToken: await service.issueAccessToken(tokens, person, query.email) };
    },
  });
}

const answeredHere: readonly EndpointSpec[] = Object.values(auth).filter(
  (value): value is typeof auth.signUp => typeof value === 'object' && 'answeredBy' in value,
);

/** Hands everything below `/auth` to the identity library. To be registered encapsulated: it takes bodies raw. */
export async function identityRoutes(app: FastifyInstance, deps: AuthDependencies): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) =>
    done(null, body),
  );
  const answer = (request: FastifyRequest, reply: FastifyReply) => handIdentity(deps, request, reply);
  for (const { method, path, rateLimit } of answeredHere) {
    app.route({ method, url: path, config: rateLimitOf(rateLimit, deps.rateLimitFactor), handler: answer });
  }
  app.route({
    method: ['GET', 'POST'],
    url: '/auth/*',
    config: rateLimitOf(auth.authRateLimit, deps.rateLimitFactor),
    handler: answer,
  });
}

async function handIdentity(
  { identity, publicUrl }: AuthDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const response = await identity.handle(webRequest(request, publicUrl));
  for (const cookie of response.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
  if (response.status >= 400) return sendProblem(request, reply, await failureOf(response));
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') reply.header(name, value);
  });
  return reply.code(response.status).send(await response.text());
}

function webRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const { body } = request;
  return new Request(new URL(request.url, publicUrl), {
    method: request.method,
    headers,
    ...(typeof body === 'string' && request.method !== 'GET' ? { body } : {}),
  });
}

interface LibraryError {
  readonly code?: string;
  readonly message?: string;
  readonly errors?: readonly { path: string; message: string }[];
}

async function failureOf(response: Response): Promise<Failure> {
  const text = await response.text();
  const body: LibraryError = text.startsWith('{') ? JSON.parse(text) : {};
  const code = body.code ?? `auth.http-${response.status}`;
  const message = body.message ?? 'This did not work. Please try again.';
  return new Failure(
    codeOf(code),
    response.status,
    message,
    body.errors === undefined ? {} : { errors: body.errors },
  );
}

/** The library's codes in the form of ours: `INVALID_EMAIL_OR_PASSWORD` becomes `auth.invalid-email-or-password`. */
const codeOf = (code: string): string =>
  /^[A-Z_0-9]+$/.test(code) ? `auth.${code.toLowerCase().replaceAll('_', '-')}` : code;
