/**
 * The page cache, 4 of 4: the HTTP front.
 *
 * The front is the request handler of Node's HTTP server and runs before Fastify: a cached answer is written from
 * here, before routing, hooks and logs, which would take longer than the answer itself. For each request, in order:
 *
 * 1. Methods other than GET and HEAD, requests without a host, calls with `Authorization`, and everything while the cache
 *    is closed go to Fastify.
 * 2. An answer that is cached under the URL as it was written is sent. This is the fast path: nothing is parsed.
 * 3. `public-addresses.ts` decides whether everybody gets the same answer for this URL, and returns its canonical
 *    spelling. If not, the request goes to Fastify.
 * 4. Otherwise the answer is made by an injected request without cookies or token, compressed in every encoding
 *    (`answer-forms.ts`), and stored if its status is 200 and it sets no cookie.
 *
 * Responses have `Cache-Control`, `Vary` and an `ETag` for each encoding; a matching `If-None-Match` gets a 304.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';

import type { FastifyInstance, FastifyServerFactory, FastifyServerOptions } from 'fastify';

import { chooseEncoding, type Encoding } from '#server/platform/http/encode-body.ts';
import { faultOfHost, hostServerOptions, isCall, readTarget } from '#server/platform/http/request-target.ts';
import {
  createDecompress,
  type Decompress,
  matches,
  prepareAnswer,
  type PreparedAnswer,
} from './answer-forms.ts';
import type { TopicCollector } from './page-cache-invalidation.ts';
import type { Made, PageCache } from './page-cache-requests.ts';
import type { PublicAddress, RequestedAddress } from './public-addresses.ts';

type Next = (request: IncomingMessage, response: ServerResponse) => void;

export interface Front {
  /** For Fastify: creates the HTTP server with the front as its handler. */
  readonly serverFactory: FastifyServerFactory;
  /** Sets the application that makes the answers. */
  serve(app: FastifyInstance): void;
}

export interface FrontOptions {
  readonly cache: PageCache<PreparedAnswer>;
  readonly collector: TopicCollector;
  readonly readAddress: (url: string) => RequestedAddress | undefined;
}

/**
 * Shared caches in front may store an answer for one second, so that a sold phone disappears from there soon, too;
 * browsers revalidate it each time.
 */
const cacheControl = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1';

const tooMany = 429;

/** Enough for about two dozen pages. */
const decompressedBytes = 4 * 1024 * 1024;

/** Creates the front. Until {@link Front.serve} every request goes to Fastify. */
export function createFront(options: FrontOptions): Front {
  const { cache, readAddress } = options;
  const tools = { encodingOf: rememberEncodings(), decompress: createDecompress(decompressedBytes) };
  const answerLater = async (
    loading: Promise<PreparedAnswer | undefined>,
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
  ): Promise<void> => {
    // If it failed, the application answers the request itself, and logs the failure.
    const loaded = await loading.catch(() => undefined);
    if (loaded === undefined) next(request, response);
    else write(request, response, loaded, tools);
  };
  let app: FastifyInstance | undefined;

  const answer = (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    const { method } = request;
    const url = readTarget(request.url ?? '');
    const isRead = method === 'GET' || method === 'HEAD';
    if (app === undefined || !isRead || !cache.isOpen() || faultOfHost(request) !== undefined) {
      return next(request, response);
    }
    if (isCall(url) && request.headers.authorization !== undefined) return next(request, response);
    const cached = cache.find(url);
    if (cached !== undefined) return write(request, response, cached, tools);
    const requested = readAddress(url);
    if (requested === undefined) return next(request, response);
    const respelt = requested.key === url ? undefined : cache.find(requested.key);
    if (respelt !== undefined) return write(request, response, respelt, tools);
    void answerLater(load(options, app, requested, request), request, response, next);
    return undefined;
  };
  return {
    serverFactory: (handler, serverOptions) =>
      newServer((request, response) => answer(request, response, handler), serverOptions),
    serve: (application) => {
      app = application;
      // While the process stops, the application refuses the remaining requests itself.
      application.addHook('preClose', async () => {
        app = undefined;
      });
    },
  };
}

/** The answer, made once for all waiting requests; undefined if the application must answer this request itself. */
async function load(
  options: FrontOptions,
  app: FastifyInstance,
  requested: RequestedAddress,
  request: IncomingMessage,
): Promise<PreparedAnswer | undefined> {
  const { answer, isOwn } = await options.cache.load(requested.key, () =>
    make(options, app, requested, request),
  );
  // The 429 of one visitor must not be sent to others.
  return answer.status === tooMany && !isOwn ? undefined : answer;
}

/** Requests the answer from the application, signed out and uncompressed. */
async function make(
  { collector }: FrontOptions,
  app: FastifyInstance,
  { key, address }: RequestedAddress,
  request: IncomingMessage,
): Promise<Made<PreparedAnswer>> {
  const injected = { method: 'GET', url: key, ...clientOf(request) } as const;
  const [reply, topics] = await collector.collect(async () => app.inject(injected));
  const { statusCode: status, headers, rawPayload: body } = reply;
  const isShared = status === 200 && headers['set-cookie'] === undefined && !isRefused(key, headers);
  const vary = isCall(key) ? 'Accept-Encoding, Authorization' : 'Accept-Encoding';
  const answer = await prepareAnswer(
    { status, headers, body },
    isShared ? { cacheControl, vary } : undefined,
  );
  const canBeCached = isShared && isInvalidated(address, topics);
  const bytes = answer.bytes + topicBytes * topics.size + key.length * 2;
  return { answer, topics, canBeCached, bytes, maxAgeMs: address.maxAgeMs };
}

/** The memory that a topic takes in the index. */
const topicBytes = 150;

/**
 * A page that could not read all its data has `no-store`. Calls always have it, for answers that are not cached here.
 */
const isRefused = (key: string, headers: OutgoingHttpHeaders): boolean =>
  !isCall(key) && String(headers['cache-control']).includes('no-store');

const isInvalidated = ({ showsTopics }: PublicAddress, topics: ReadonlySet<string>): boolean =>
  !showsTopics || topics.size > 0;

/** Rate limits count for the client whose request came first. */
function clientOf({ headers, socket }: IncomingMessage) {
  const forwarded = headers['x-forwarded-for'];
  return {
    remoteAddress: socket.remoteAddress ?? '127.0.0.1',
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': String(forwarded) },
  };
}

interface WriteTools {
  readonly encodingOf: (accepted: string | undefined) => Encoding;
  readonly decompress: Decompress;
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { status, forms }: PreparedAnswer,
  { encodingOf, decompress }: WriteTools,
): void {
  const { headers, method } = request;
  const form = forms[encodingOf(headers['accept-encoding'])] ?? forms.identity;
  const ifNoneMatch = headers['if-none-match'];
  // Without an X-Request-Id, because no log line has it. Nothing is allocated here: this is the hottest code.
  if (status === 200 && ifNoneMatch !== undefined && matches(ifNoneMatch, form.etag)) {
    response.writeHead(304, form.unchangedHeaders);
    response.end();
    return;
  }
  response.writeHead(status, form.headers);
  if (method === 'HEAD') response.end();
  else response.end(form.body ?? (forms.gzip?.body && decompress(forms.gzip.body)));
}

/** Browsers send a handful of different headers: each is parsed once. */
function rememberEncodings(): (accepted: string | undefined) => Encoding {
  const known = new Map<string, Encoding>();
  return (accepted = '') => {
    const remembered = known.get(accepted);
    if (remembered !== undefined) return remembered;
    const encoding = chooseEncoding(accepted);
    if (known.size < 100) known.set(accepted, encoding);
    return encoding;
  };
}

/** With the timeouts that Fastify gives its own server. */
function newServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: FastifyServerOptions,
): Server {
  const server = createServer(hostServerOptions, answer);
  server.keepAliveTimeout = options.keepAliveTimeout ?? 72_000;
  server.requestTimeout = options.requestTimeout ?? 0;
  server.setTimeout(options.connectionTimeout ?? 0);
  return server;
}
