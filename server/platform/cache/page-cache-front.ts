/**
 * Stands before the application: what is kept is answered from memory, before routing, hooks and logs. What is not
 * goes through the application once, and is then kept; everything else passes by.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';

import type { FastifyInstance, FastifyServerFactory, FastifyServerOptions } from 'fastify';

import { readTarget } from '#server/platform/http/request-target.ts';
import type { PageCache } from './page-cache.ts';
import type { Made } from './page-cache-kept.ts';
import type { PublicAddress, WantedAddress } from './page-cache-addresses.ts';
import { matches, readyAnswer, type ReadyAnswer } from './page-cache-answer.ts';
import { chooseEncoding, type Encoding } from './page-cache-encoding.ts';
import type { Shown } from './page-cache-shown.ts';
import { createUnpack, type Unpack } from './page-cache-unpacked.ts';

type Next = (request: IncomingMessage, response: ServerResponse) => void;

export interface Front {
  /** For Fastify: the server that asks the cache first. */
  readonly serverFactory: FastifyServerFactory;
  /** Names the application that makes what is not kept. */
  serve(app: FastifyInstance): void;
}

export interface FrontOptions {
  readonly cache: PageCache<ReadyAnswer>;
  readonly shown: Shown;
  readonly readAddress: (url: string) => WantedAddress | undefined;
}

/**
 * What others may keep: a shared cache in front for one second, so that a sold phone is gone from there as quickly as
 * from here; a browser asks each time and hears that nothing has changed.
 */
const cacheControl = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1';

const tooMany = 429;

/** For plain forms of pages: some two dozen. */
const unpackedBytes = 4 * 1024 * 1024;

/** Builds the front. Until {@link Front.serve} everything passes by. */
export function createFront(options: FrontOptions): Front {
  const { cache, readAddress } = options;
  const tools = { encodingOf: rememberEncodings(), unpack: createUnpack(unpackedBytes) };
  const answerLater = async (
    loading: Promise<ReadyAnswer | undefined>,
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
  ): Promise<void> => {
    // Where it failed, the application itself says what is wrong, in its own form and log.
    const loaded = await loading.catch(() => undefined);
    if (loaded === undefined) next(request, response);
    else write(request, response, loaded, tools);
  };
  let app: FastifyInstance | undefined;

  const answer = (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    const { method } = request;
    const url = readTarget(request.url ?? '');
    if (app === undefined || (method !== 'GET' && method !== 'HEAD') || !cache.isOpen()) {
      return next(request, response);
    }
    if (isCall(url) && request.headers.authorization !== undefined) return next(request, response);
    const kept = cache.find(url);
    if (kept !== undefined) return write(request, response, kept, tools);
    const wanted = readAddress(url);
    if (wanted === undefined) return next(request, response);
    const respelt = wanted.key === url ? undefined : cache.find(wanted.key);
    if (respelt !== undefined) return write(request, response, respelt, tools);
    void answerLater(load(options, app, wanted, request), request, response, next);
    return undefined;
  };
  return {
    serverFactory: (handler, serverOptions) =>
      newServer((request, response) => answer(request, response, handler), serverOptions),
    serve: (application) => {
      app = application;
      // While the process ends, the application tells who still asks.
      application.addHook('preClose', async () => {
        app = undefined;
      });
    },
  };
}

/** The answer, made once for all who wait; undefined for who must ask the application himself. */
async function load(
  options: FrontOptions,
  app: FastifyInstance,
  wanted: WantedAddress,
  request: IncomingMessage,
): Promise<ReadyAnswer | undefined> {
  const { answer, isOwn } = await options.cache.load(wanted.key, () => make(options, app, wanted, request));
  // Somebody else's limit is none of this one's.
  return answer.status === tooMany && !isOwn ? undefined : answer;
}

/** Asks the application, as a stranger who takes no compressed answer. */
async function make(
  { shown }: FrontOptions,
  app: FastifyInstance,
  { key, address }: WantedAddress,
  request: IncomingMessage,
): Promise<Made<ReadyAnswer>> {
  const ask = { method: 'GET', url: key, ...asker(request) } as const;
  const [reply, topics] = await shown.gather(async () => app.inject(ask));
  const { statusCode: status, headers, rawPayload: body } = reply;
  const isShared = status === 200 && headers['set-cookie'] === undefined && !isRefused(key, headers);
  const vary = isCall(key) ? 'Accept-Encoding, Authorization' : 'Accept-Encoding';
  const answer = await readyAnswer({ status, headers, body }, isShared ? { cacheControl, vary } : undefined);
  const canBeKept = isShared && isKnown(address, topics);
  const bytes = answer.bytes + topicBytes * topics.size + key.length * 2;
  return { answer, topics, canBeKept, bytes, maxAgeMs: address.maxAgeMs };
}

/** What the index of topics takes for each. */
const topicBytes = 150;

const isCall = (url: string): boolean => url.startsWith('/api/');

/** A page that misses something says so. Calls say so of all their answers, for those that are not kept here. */
const isRefused = (key: string, headers: OutgoingHttpHeaders): boolean =>
  !isCall(key) && String(headers['cache-control']).includes('no-store');

const isKnown = ({ showsTopics }: PublicAddress, topics: ReadonlySet<string>): boolean =>
  !showsTopics || topics.size > 0;

/** Rate limits count for who asks first, as if there were no front. */
function asker({ headers, socket }: IncomingMessage) {
  const forwarded = headers['x-forwarded-for'];
  return {
    remoteAddress: socket.remoteAddress ?? '127.0.0.1',
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': String(forwarded) },
  };
}

interface WriteTools {
  readonly encodingOf: (accepted: string | undefined) => Encoding;
  readonly unpack: Unpack;
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { status, forms }: ReadyAnswer,
  { encodingOf, unpack }: WriteTools,
): void {
  const { headers, method } = request;
  const form = forms[encodingOf(headers['accept-encoding'])] ?? forms.identity;
  const ifNoneMatch = headers['if-none-match'];
  // Without an X-Request-Id: no log has a line of it. Nothing is put together here, since this is the hottest line.
  if (status === 200 && ifNoneMatch !== undefined && matches(ifNoneMatch, form.etag)) {
    response.writeHead(304, form.unchangedHeaders);
    response.end();
    return;
  }
  response.writeHead(status, form.headers);
  if (method === 'HEAD') response.end();
  else response.end(form.body ?? (forms.gzip?.body && unpack(forms.gzip.body)));
}

/** Browsers send a handful of different texts: each is read once. */
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

/** As Fastify makes its own. */
function newServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: FastifyServerOptions,
): Server {
  const server = createServer(answer);
  server.keepAliveTimeout = options.keepAliveTimeout ?? 72_000;
  server.requestTimeout = options.requestTimeout ?? 0;
  server.setTimeout(options.connectionTimeout ?? 0);
  return server;
}
