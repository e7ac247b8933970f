// The stand-in for Google: a certified OpenID provider with a page to choose a demo person.
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import type Provider from 'oidc-provider';
import type pg from 'pg';
import { pagePolicy } from '#sandbox/pages/render-page.ts';
import { chooseRoutes } from './choose-routes.ts';
import type { GoogleClient } from './provider.ts';
import { prepareSchema } from './record-store.ts';
import { loadKeys } from './signing-keys.ts';

export type GoogleSandboxOptions = GoogleClient & {
  pool: pg.Pool;
  /** The origin under which browsers and the product reach the server that mounts the sandbox. */
  publicUrl: string;
  /** The path on that server where it is mounted: `/sandbox/google`, or empty. */
  mountPath: string;
  log: Pick<FastifyBaseLogger, 'error'>;
};

/**
 * Creates a plugin with its own path and database schema; register it without a prefix. Discovery is at
 * `<publicUrl><mountPath>/.well-known/openid-configuration`. All state, including the keys, is in PostgreSQL.
 */
export async function googleSandbox(options: GoogleSandboxOptions): Promise<FastifyPluginAsync> {
  const { pool, mountPath } = options;
  await prepareSchema(pool);
  let opening: Promise<Provider> | undefined;
  const openProvider = (): Promise<Provider> => {
    opening ??= open(options).catch((cause: unknown) => {
      opening = undefined;
      throw cause;
    });
    return opening;
  };
  const securePage = pageGuard(options);
  return async (app) => {
    await app.register((routes) => chooseRoutes(routes, { pool, openProvider, securePage }), {
      prefix: mountPath,
    });
    await app.register(async (routes) => passToProvider(routes, openProvider, options), {
      prefix: mountPath,
    });
  };
}

/**
 * Created with the first request: its library takes 20 MB and a quarter of a second, its keys a tenth, and few people
 * sign in with Google.
 */
async function open({ pool, publicUrl, mountPath, log, ...client }: GoogleSandboxOptions): Promise<Provider> {
  const keys = await loadKeys(pool);
  const { createProvider } = await import('./provider.ts');
  const provider = createProvider(pool, `${publicUrl}${mountPath}`, client, keys);
  provider.on('server_error', (_ctx, error) => log.error({ error }, 'google sandbox: request failed'));
  return provider;
}

/** Passes all other paths below the mount to the provider, with unparsed bodies. */
function passToProvider(
  app: FastifyInstance,
  openProvider: () => Promise<Provider>,
  { publicUrl, mountPath, ...options }: GoogleSandboxOptions,
): void {
  const policy = contentPolicy({ ...options, publicUrl });
  const { host, protocol } = new URL(publicUrl);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = (await openProvider()).callback();
    // A hijacked reply loses the headers that the server sets for every answer, including its opener policy.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    const { raw } = request;
    const originalUrl = raw.url ?? '/';
    Object.assign(raw, { originalUrl, url: originalUrl.slice(mountPath.length) });
    raw.headers['x-forwarded-host'] = host;
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    reply.raw.setHeader('content-security-policy', policy);
    await answer(raw, reply.raw);
  });
}

function pageGuard(options: GoogleSandboxOptions): (reply: FastifyReply) => FastifyReply {
  const policy = contentPolicy(options);
  return (reply) =>
    reply
      .header('content-security-policy', policy)
      .header('referrer-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8');
}

/** Browsers apply a form's policy to every redirect, so the product's origin is allowed, too. */
function contentPolicy({
  publicUrl,
  redirectUris,
}: Pick<GoogleSandboxOptions, 'publicUrl' | 'redirectUris'>): string {
  const origins = new Set([publicUrl, ...redirectUris].map((url) => new URL(url).origin));
  return `${pagePolicy}; form-action 'self' ${[...origins].join(' ')}`;
}
