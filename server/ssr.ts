/**
 * The only file of the server that uses `web/`: renders pages, and passes their loaders a `send` that works in the same
 * process.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  createRequestHandler,
  type RequestHandler,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router';

import { databaseRetrySeconds } from '#server/platform/http/http-problem.ts';
import { findOwnScripts, pagePolicy } from '#server/platform/http/page-policy.ts';
import { withoutTrailingSlash } from '#server/platform/http/request-target.ts';
import { encodeFor } from '#server/platform/http/encode-body.ts';
import type { Config } from '#server/platform/config.ts';

interface SendRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly params?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

interface SendReply {
  readonly status: number;
  readonly body: unknown;
  readonly header: (name: string) => string | null;
}

/** The exports of `web/entry.server.tsx` besides the renderer. */
interface ServerEntry {
  contextFor(
    send: (request: SendRequest) => Promise<SendReply>,
    reportFailure: (error: unknown) => void,
  ): RouterContextProvider;
}

/** A page that `web/entry.server.tsx` renders. */
export interface RenderedPage extends Response {
  /** In UTF-8, each byte as one character (Latin-1). */
  readonly html: string;
  /** The `nonce` attribute of its own scripts. */
  readonly nonce: string;
}

const buildFolder = fileURLToPath(new URL('../build', import.meta.url));

/** The folder of the build's files with hashed names. */
export const assetsFolder = `${buildFolder}/client/assets`;

/** Answers with pages, from the built ones or, in development, from Vite. */
export async function servePages(app: FastifyInstance, config: Config): Promise<void> {
  if (config.isDevelopment) return serveFromVite(app, config);
  await app.register(fastifyStatic, {
    root: `${buildFolder}/client`,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', fileCacheRule(path));
    },
  });
  const build: unknown = await import(pathToFileURL(`${buildFolder}/server/index.js`).href);
  // The framework's build creates a module of this type.
  answerPages(app, config, async () => build as ServerBuild);
}

function fileCacheRule(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  // After a deploy, browsers must get the new one with the first visit.
  return path.includes('/service-worker.js') ? 'no-cache' : 'public, max-age=3600';
}

async function serveFromVite(app: FastifyInstance, config: Config): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(?:api|images|sandbox)\//.test(request.url)) return done();
    vite.middlewares(request.raw, reply.raw, done);
  });
  answerPages(app, config, async () => {
    const build: unknown = await vite.ssrLoadModule('virtual:react-router/server-build');
    // The virtual module's type is the build's, which Vite cannot know.
    return build as ServerBuild;
  });
}

/** Answers every URL without another route with a page of the build that `load` returns. */
export function answerPages(app: FastifyInstance, config: Config, load: () => Promise<ServerBuild>): void {
  const handlerOf = keepHandler(config);
  app.setNotFoundHandler(async (request, reply) => {
    const shorter = isRead(request) ? withoutTrailingSlash(request.url) : undefined;
    if (shorter !== undefined) return reply.header('Cache-Control', 'no-cache').redirect(shorter, 308);
    const build = await load();
    const handle = handlerOf(build);
    const entry: unknown = build.entry.module;
    let isWhole = true;
    let retryAfter: string | null = null;
    // Our own entry module has more than the framework's type says.
    const context = (entry as ServerEntry).contextFor(
      async (call) => {
        const answer = await sendWithin(app, call, request);
        if (isFailure(answer.status)) isWhole = false;
        if (answer.status === 429) retryAfter = answer.header('Retry-After');
        return answer;
      },
      (error) => request.log.error({ err: error }, 'page failed'),
    );
    const response = await handle(pageRequest(request, config.publicUrl), context);
    reply.code(response.status).headers(Object.fromEntries(response.headers));
    // Only our own pages have a Cache-Control. A page that could not load everything must not be cached.
    const mayBeCached = isWhole && response.headers.has('Cache-Control');
    if (!mayBeCached) reply.header('Cache-Control', 'private, no-store');
    if (response.status === 429 && retryAfter !== null) reply.header('Retry-After', retryAfter);
    return sendPage(request, reply, response, config);
  });
}

/** Caches the router's handler of a build, because creating it compiles the whole route table. */
function keepHandler({ isDevelopment }: Config): (build: ServerBuild) => RequestHandler {
  let kept: { readonly build: ServerBuild; readonly handle: RequestHandler } | undefined;
  return (build) => {
    if (kept?.build !== build) {
      kept = { build, handle: createRequestHandler(build, isDevelopment ? 'development' : 'production') };
    }
    return kept.handle;
  };
}

/** Failures that another try may not have, in contrast to "there is no such phone". */
const isFailure = (status: number): boolean => status >= 500 || status === 429;

/** A call of a page's loader for the visitor who requested the page, as if they were signed out. */
async function sendWithin(
  app: FastifyInstance,
  call: SendRequest,
  { ip: remoteAddress, id: requestId }: Pick<FastifyRequest, 'ip' | 'id'>,
): Promise<SendReply> {
  const { method, url, path, params, headers, body } = call;
  const read = await app.inProcess.read({ method, url, path, params, requestId });
  if (read !== undefined) {
    const { status, link = null } = read;
    return { status, body: read.body, header: (name) => (name === 'link' ? link : null) };
  }
  // Calls the API with all its hooks, without a socket.
  const response = await app.inject({
    method: method === 'GET' ? 'GET' : 'POST',
    url,
    remoteAddress,
    headers: { ...headers },
    ...(typeof body === 'string' ? { payload: body } : {}),
  });
  return {
    status: response.statusCode,
    body: response.body === '' ? undefined : response.json(),
    header: (name) => {
      const value = response.headers[name.toLowerCase()];
      return value === undefined ? null : String(value);
    },
  };
}

function pageRequest(request: FastifyRequest, publicUrl: string): Request {
  // Pages accept no form posts; for other methods than GET and HEAD, the router answers 405.
  return new Request(new URL(request.url, publicUrl), { method: isRead(request) ? request.method : 'POST' });
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

async function sendPage(request: FastifyRequest, reply: FastifyReply, response: Response, config: Config) {
  const page = isPage(response) ? response : { html: await bytesOf(response), nonce: undefined };
  const { html, hashes } = findOwnScripts(page.html, page.nonce);
  reply.header('Vary', 'Accept-Encoding');
  if (response.status === 503) reply.header('Retry-After', databaseRetrySeconds);
  if (response.status === 405) reply.header('Allow', 'GET, HEAD');
  if (!config.isDevelopment) reply.header('Content-Security-Policy', pagePolicy(hashes, config));
  if (request.method === 'HEAD') return reply.send();
  // Encoded here: otherwise the text would be measured before it is written, which takes twice the time.
  const [encoding, body] = await encodeFor(request.headers['accept-encoding'], Buffer.from(html, 'latin1'));
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.send(body);
}

/** The response's body in the form of {@link RenderedPage}. */
const bytesOf = async (response: Response): Promise<string> =>
  Buffer.from(await response.arrayBuffer()).toString('latin1');

/** Whether `web/entry.server.tsx` rendered it; all other responses are the router's own. */
const isPage = (response: Response): response is RenderedPage => 'html' in response && 'nonce' in response;
