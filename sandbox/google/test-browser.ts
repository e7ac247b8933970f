// For tests: a server with the sandbox mounted, and the browser functions that a sign-in needs.
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import Fastify from 'fastify';
import type pg from 'pg';
import { googleSandbox } from './sandbox.ts';

export const clientId = 'shop';
const clientSecret = 'secret of the shop';
export const redirectUri = 'http://localhost:3000/api/auth/callback/google';

export type Site = { publicUrl: string; issuer: string; close: () => Promise<void> };
type Discovery = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  userinfo_endpoint: string;
  jwks_uri: string;
};

/** The port is chosen before the sandbox is created, since its issuer contains it. */
export async function openSite(pool: pg.Pool): Promise<Site> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const publicUrl = `http://127.0.0.1:${address.port}`;
  const app = Fastify({ serverFactory: (handle) => server.on('request', handle) });
  const log = { error: (...details: unknown[]) => process.stderr.write(`${String(details)}\n`) };
  const mountPath = '/sandbox/google';
  // As the product does for each of its own answers.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
  });
  await app.register(
    await googleSandbox({
      pool,
      publicUrl,
      mountPath,
      clientId,
      clientSecret,
      redirectUris: [redirectUri],
      log,
    }),
  );
  await app.ready();
  const close = async (): Promise<void> => {
    await app.close();
    server.closeAllConnections();
    server.close();
  };
  return { publicUrl, issuer: `${publicUrl}${mountPath}`, close };
}

export async function discover({ issuer }: Site): Promise<Discovery> {
  const reply = await fetch(`${issuer}/.well-known/openid-configuration`);
  return (await reply.json()) as Discovery;
}

export type Visit = { status: number; headers: Headers; body: string; url: string };

/** Stores cookies with their paths and follows redirects within the site. */
export class Browser {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();
  readonly #origin: string;

  constructor(site: Site) {
    this.#origin = site.publicUrl;
  }

  async open(url: string, form?: Record<string, string>): Promise<Visit> {
    const reply = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      body: form === undefined ? undefined : new URLSearchParams(form),
      headers: { cookie: this.#cookiesFor(new URL(url).pathname), accept: 'text/html' },
      redirect: 'manual',
    });
    for (const cookie of reply.headers.getSetCookie()) this.#keep(cookie);
    const location = reply.headers.get('location');
    if (location === null)
      return { status: reply.status, headers: reply.headers, body: await reply.text(), url };
    const next = new URL(location, url);
    if (next.origin === this.#origin) return this.open(next.href);
    return { status: reply.status, headers: reply.headers, body: '', url: next.href };
  }

  get cookiePaths(): string[] {
    return [...this.#cookies.values()].map((cookie) => cookie.path);
  }

  #cookiesFor(path: string): string {
    const sent = [...this.#cookies.values()].filter(
      (cookie) => path === cookie.path || path.startsWith(`${cookie.path.replace(/\/$/, '')}/`),
    );
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  #keep(header: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    const path = /; path=([^;]+)/i.exec(header)?.[1] ?? '/';
    this.#cookies.set(`${name} ${path}`, { name, value, path });
  }
}

export type Proof = { verifier: string; challenge: string };

export function makeProof(): Proof {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The URL that the product opens in the popup. */
export function authorizationUrl(endpoint: string, proof: Proof, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: proof.challenge,
    code_challenge_method: 'S256',
    ...more,
  });
  return `${endpoint}?${query}`;
}

/** Exchanges a code for tokens, with the secret in the header or in the form. */
export function exchange(
  endpoint: string,
  code: string,
  verifier: string,
  method: 'basic' | 'post',
  secret = clientSecret,
): Promise<Response> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const headers: Record<string, string> = {};
  if (method === 'basic')
    headers.authorization = `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`;
  if (method === 'post') {
    form.set('client_id', clientId);
    form.set('client_secret', secret);
  }
  return fetch(endpoint, { method: 'POST', headers, body: form });
}
