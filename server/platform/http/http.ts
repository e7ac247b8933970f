/**
 * Registers the contract's endpoints: checks access, parses input, calls the handler, and serialises the declared
 * reply.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

import type { Access, OwnAccess } from '#contract/access.ts';
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { requestErrors } from '#contract/errors.ts';
import type { Page } from '#contract/page.ts';
import { failWith } from '#server/platform/failure.ts';
import type { CallCounter } from './count-calls.ts';
import {
  admit,
  type Caller,
  checkOwnership,
  type Guard,
  type Owns,
  type TokenHolder,
  type Viewer,
} from './http-guard.ts';
import { type ParsedInput, parseInput } from './http-input.ts';
import { addRateLimits, rateLimitOf } from './http-rate-limit.ts';
import { serialiserOf } from './http-schema.ts';
import type { OpenRead } from './http-in-process.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    refusal?: EndpointSpec['refusal'];
    takesForm?: boolean;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

type PersonOf<A extends Access> = A extends { decidedInStatement: true }
  ? TokenHolder
  : A extends { who: 'public' }
    ? A extends { knowsViewer: true }
      ? Viewer | undefined
      : undefined
    : Viewer;

/** A call as its handler gets it: authorised and parsed. */
interface Call<E extends EndpointSpec> {
  readonly person: PersonOf<E['access']>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Item<List> = List extends readonly (infer I)[] ? I : never;
type Answer<E extends EndpointSpec> = E['paged'] extends true ? Page<Item<ReplyOf<E>>> : ReplyOf<E>;

type Handling<E extends EndpointSpec> = {
  readonly handle: (call: Call<E>) => Promise<Answer<E>>;
} & (E['access'] extends OwnAccess ? { readonly owns: Owns } : { readonly owns?: undefined });

/** Registers the endpoints of one domain. */
export interface Api {
  /** Answers `endpoint` with `handling.handle`; `handling.owns` decides the ownership that its access requires. */
  on<const E extends EndpointSpec>(endpoint: E, handling: Handling<E>): void;
}

export interface ApiOptions {
  readonly guard: Guard;
  /** Multiplies every rate limit; 0 turns them off. */
  readonly rateLimitFactor: number;
  /** Counts the calls for the limits. */
  readonly callCounter: CallCounter;
  /** Called with every answer before it is sent. */
  readonly onAnswer?: OnAnswer;
  /** Called with every endpoint that can also be called within the process. */
  readonly onOpenRead?: (spec: EndpointSpec, read: OpenRead) => void;
}

export type OnAnswer = (spec: EndpointSpec, input: ParsedInput, answer: unknown) => void;

const fail = failWith(requestErrors);

/** Prepares `app`, whose prefix is the API's, for endpoints of the contract. */
export async function createApi(
  app: FastifyInstance,
  { guard, rateLimitFactor, callCounter, onAnswer = () => undefined, onOpenRead }: ApiOptions,
): Promise<Api> {
  app.decorateRequest('caller', undefined);
  app.removeContentTypeParser('text/plain');
  refuseEncodedBodies(app);
  takeEmptyJson(app);
  takeForms(app);
  await addRateLimits(app, callCounter);
  return {
    on: (endpoint, handling) => {
      // Inside, the handler is a function of unknown parts; the type `Handling` has checked that they belong to the
      // endpoint.
      const untied = handling as unknown as AnyHandling;
      app.route(routeOf(endpoint, untied, guard, rateLimitFactor, onAnswer));
      onOpenRead?.(endpoint, openReadOf(endpoint, untied, onAnswer));
    },
  };
}

interface AnyHandling {
  readonly handle: (call: unknown) => Promise<unknown>;
  readonly owns?: Owns;
}

function routeOf(
  spec: EndpointSpec,
  { handle, owns }: AnyHandling,
  guard: Guard,
  factor: number,
  onAnswer: OnAnswer,
): RouteOptions {
  const { access } = spec;
  const serialise = serialiserOf(spec.reply);
  return {
    method: spec.method,
    url: spec.path,
    ...(spec.maxBodyBytes === undefined ? {} : { bodyLimit: spec.maxBodyBytes }),
    config: {
      ...(spec.refusal === undefined ? {} : { refusal: spec.refusal }),
      takesForm: spec.consumes === 'form',
      ...rateLimitOf(spec.rateLimit, factor),
    },
    // The schema is not used: the serialiser is made from the contract.
    schema: { response: { 200: {} } },
    serializerCompiler: () => serialise,
    onRequest: async (request) => {
      request.caller = await admit(guard, access, request);
    },
    handler: async (request, reply) => {
      const { caller } = request;
      if (caller?.person !== undefined) await checkOwnership(access, owns, caller.person, request);
      const parsed = parseInput(spec, request);
      if (!parsed.ok) {
        await checkDeferred(guard, access, owns, request);
        throw parsed.failure;
      }
      const person = caller?.person ?? holderOf(caller);
      const answer = await handle({ ...parsed.input, person, request, reply });
      const sent = spec.paged === true ? sendPage(request, reply, answer) : answer;
      onAnswer(spec, parsed.input, sent);
      return sent;
    },
  };
}

const holderOf = (caller: Caller | undefined): TokenHolder | undefined =>
  caller && { id: caller.id, sessionId: caller.sessionId };

/** The handler without a request, for a signed-out visitor. */
function openReadOf(spec: EndpointSpec, { handle }: AnyHandling, onAnswer: OnAnswer): OpenRead {
  return async (input, url) => {
    // Not spread, because that would read `request`.
    const answer = await handle(Object.assign(Object.create(nobody) as object, input));
    const { items, next } = spec.paged === true ? readPage(answer, url) : { items: answer, next: undefined };
    onAnswer(spec, input, items);
    return { body: items, link: next };
  };
}

/** A handler that uses the request has to be called over HTTP. */
const nobody = {
  person: undefined,
  get request(): never {
    throw new Error('There is no request within the process');
  },
  get reply(): never {
    throw new Error('There is no reply within the process');
  },
};

/** If the handler's statement decides access, invalid input never reaches it, so the guard decides access first. */
async function checkDeferred(guard: Guard, access: Access, owns: Owns | undefined, request: FastifyRequest) {
  const { caller } = request;
  if (caller === undefined || caller.person !== undefined) return;
  const person = await guard.findPerson(caller);
  if (person === undefined) throw fail('request.unauthenticated');
  await checkOwnership(access, owns, person, request);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, answer: unknown): unknown {
  const { items, next } = readPage(answer, request.url);
  if (next !== undefined) reply.header('Link', next);
  return items;
}

/** The rows of a page of a list, and the `Link` to the next page. */
function readPage(answer: unknown, url: string) {
  // The handler of a paged endpoint returns a Page by its type.
  const { items, nextCursor } = answer as Page<unknown>;
  if (nextCursor === undefined) return { items, next: undefined };
  const end = url.includes('?') ? url.indexOf('?') : url.length;
  const path = url.slice(0, end);
  const parameters = new URLSearchParams(url.slice(end));
  parameters.set('cursor', nextCursor);
  return { items, next: `<${path}?${parameters.toString()}>; rel="next"` };
}

/** A compressed body would be read as damaged JSON. The header lists what is accepted (RFC 9110 section 15.5.16). */
function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ headers }, reply, _body, done) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const encoding = headers['content-encoding'] ?? 'identity';
    if (!hasBody || encoding.toLowerCase() === 'identity') return done();
    reply.header('Accept-Encoding', 'identity');
    done(fail('request.unsupported-encoding'));
  });
}

/**
 * Mail programs send a form, although only the URL matters. Other calls refuse forms, because any website can send
 * them.
 */
function takeForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  app.addContentTypeParser<string>(type, { parseAs: 'string', bodyLimit: 1024 }, (request, _body, done) => {
    if (request.routeOptions.config.takesForm === true) done(null);
    else done(fail('request.unsupported-type'));
  });
}

/** An empty body with a JSON content type counts as no body, not as invalid JSON. */
function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else void parse(request, body, done);
  });
}
