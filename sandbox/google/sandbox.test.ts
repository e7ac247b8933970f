import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { demoPeople } from './people.ts';
import {
  authorizationUrl,
  Browser,
  clientId,
  discover,
  exchange,
  makeProof,
  openSite,
  redirectUri,
  type Site,
  type Visit,
} from './test-browser.ts';

let database: TestDatabase;
let pool: pg.Pool;
let site: Site;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  site = await openSite(pool);
});

afterAll(async () => {
  await site.close();
  await pool.end();
  await database.drop();
});

test('keys that cannot be stored do not keep the next request from creating them', async () => {
  // A process that has been asked nothing yet has read no keys.
  const other = await openSite(pool);
  onTestFinished(() => other.close());
  const discoveryUrl = `${other.issuer}/.well-known/openid-configuration`;
  await pool.query('alter table sandbox_google.secrets rename to away');
  try {
    expect((await fetch(discoveryUrl)).status).toBe(500);
  } finally {
    await pool.query('alter table sandbox_google.away rename to secrets');
  }
  expect((await fetch(discoveryUrl)).status).toBe(200);
});

test('discovery names the issuer and addresses under it', async () => {
  const discovery = await discover(site);
  expect(discovery.issuer).toBe(site.issuer);
  for (const key of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const) {
    expect(discovery[key]).toMatch(new RegExp(`^${site.issuer}/`));
  }
});

test.each(['basic', 'post'] as const)(
  'a chosen person comes back with a code, an id token and claims (%s)',
  async (method) => {
    const discovery = await discover(site);
    const proof = makeProof();
    const browser = new Browser(site);
    const page = await browser.open(authorizationUrl(discovery.authorization_endpoint, proof));
    for (const person of demoPeople) expect(page.body).toContain(person.email);

    const code = codeOf(await browser.open(page.url, { person: demoPeople[1]?.sub ?? '' }));
    const reply = await exchange(discovery.token_endpoint, code, proof.verifier, method);
    expect(reply.status).toBe(200);
    const tokens = await readTokens(reply);
    const expected = {
      email: 'tomas.novak@example.com',
      email_verified: true,
      name: 'Tomáš Novák',
      sub: demoPeople[1]?.sub,
    };
    const keys = createLocalJWKSet(await readJson<JSONWebKeySet>(await fetch(discovery.jwks_uri)));
    const { payload } = await jwtVerify(tokens.id_token, keys, { issuer: site.issuer, audience: clientId });
    expect(payload).toMatchObject({ ...expected, nonce: 'nonce-1' });

    const info = await fetch(discovery.userinfo_endpoint, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const claims = await readJson<{ picture: string }>(info);
    expect(claims).toMatchObject(expected);
    const picture = await fetch(claims.picture);
    expect(picture.headers.get('content-type')).toBe('image/png');
  },
);

test('another e-mail becomes the same person each time', async () => {
  const first = await signIn({ email: 'Mina.Rahman@example.com', name: '' });
  const second = await signIn({ email: 'mina.rahman@example.com', name: 'Mina R.' });
  expect(first).toMatchObject({ email: 'mina.rahman@example.com', name: 'Mina Rahman' });
  expect(second).toMatchObject({ sub: first.sub, name: 'Mina R.' });
});

test('each sign-in asks again, and another person can be chosen in the same browser', async () => {
  const browser = new Browser(site);
  const first = await signIn({ person: demoPeople[0]?.sub ?? '' }, browser);
  const second = await signIn({ person: demoPeople[2]?.sub ?? '' }, browser);
  expect([first.email, second.email]).toEqual([demoPeople[0]?.email, demoPeople[2]?.email]);
  expect(browser.cookiePaths.filter((path) => !path.startsWith('/sandbox/google/'))).toEqual([]);
});

test.each(['select_account', 'consent', 'login', 'select_account consent'])(
  'prompt=%s is understood',
  async (prompt) => {
    expect(await signIn({ person: demoPeople[0]?.sub ?? '' }, new Browser(site), { prompt })).toMatchObject({
      email: demoPeople[0]?.email,
    });
  },
);

test('cancelling tells the shop', async () => {
  const browser = new Browser(site);
  const page = await openChoice(browser);
  const back = new URL((await browser.open(page.url, { cancel: '1' })).url);
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('state')).toBe('state-1');
});

test('a wrong e-mail keeps the input, says what is wrong, and cannot become part of the page', async () => {
  const browser = new Browser(site);
  const page = await openChoice(browser);
  const again = await browser.open(page.url, { email: '"><script>alert(1)</script>', name: 'Mina' });
  expect(again.status).toBe(422);
  expect(again.body).toContain('Please enter a whole e-mail address.');
  expect(again.body).toContain('value="Mina"');
  expect(again.body).not.toContain('<script');
});

test('the page runs no scripts, and its form may lead back to the shop', async () => {
  const page = await openChoice(new Browser(site));
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('form-action');
  expect(policy).toContain('http://localhost:3000');
  expect(page.body).not.toMatch(/<script|style=|<style/);
});

test('every answer keeps the opener policy of the site, so that the popup stays the opener’s', async () => {
  const discovery = await discover(site);
  const first = await fetch(authorizationUrl(discovery.authorization_endpoint, makeProof()), {
    redirect: 'manual',
  });
  expect(first.status).toBe(303);
  expect(first.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  expect(first.headers.get('content-security-policy')).toContain('form-action');
  const { headers } = await openChoice(new Browser(site));
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
});

test('a sign-in belongs to the browser that began it', async () => {
  const page = await openChoice(new Browser(site));
  const stranger = await new Browser(site).open(page.url, { person: demoPeople[0]?.sub ?? '' });
  expect(stranger.status).toBe(410);
});

test('a code works once, and only with the proof and the secret', async () => {
  const discovery = await discover(site);
  const proof = makeProof();
  const code = await freshCode(proof.challenge);
  expect((await exchange(discovery.token_endpoint, code, proof.verifier, 'post', 'wrong')).status).toBe(401);
  expect((await exchange(discovery.token_endpoint, code, proof.verifier, 'post')).status).toBe(200);
  expect((await exchange(discovery.token_endpoint, code, proof.verifier, 'post')).status).toBe(400);
  const other = await freshCode(proof.challenge);
  expect((await exchange(discovery.token_endpoint, other, makeProof().verifier, 'post')).status).toBe(400);
});

test('a foreign return address is refused on a page of our own', async () => {
  const { authorization_endpoint: endpoint } = await discover(site);
  const page = await new Browser(site).open(
    authorizationUrl(endpoint, makeProof(), { redirect_uri: 'https://evil.example/' }),
  );
  expect(page.status).toBe(400);
  expect(page.body).toContain('Sign-in did not work');
  expect(page.body).not.toMatch(/<script|<style/);
});

test('two processes share keys and sign-ins', async () => {
  const other = await openSite(pool);
  expect(await keysOf(other)).toEqual(await keysOf(site));
  await other.close();
});

async function signIn(
  form: Record<string, string>,
  browser = new Browser(site),
  more: Record<string, string> = {},
): Promise<{ sub: string; email: string; name: string }> {
  const discovery = await discover(site);
  const proof = makeProof();
  const page = await browser.open(authorizationUrl(discovery.authorization_endpoint, proof, more));
  const code = codeOf(await browser.open(page.url, form));
  const { access_token: token } = await readTokens(
    await exchange(discovery.token_endpoint, code, proof.verifier, 'basic'),
  );
  return readJson(
    await fetch(discovery.userinfo_endpoint, { headers: { authorization: `Bearer ${token}` } }),
  );
}

async function openChoice(browser: Browser): Promise<Visit> {
  return browser.open(authorizationUrl((await discover(site)).authorization_endpoint, makeProof()));
}

async function freshCode(challenge: string): Promise<string> {
  const browser = new Browser(site);
  const { authorization_endpoint: endpoint } = await discover(site);
  const page = await browser.open(authorizationUrl(endpoint, { verifier: '', challenge }));
  return codeOf(await browser.open(page.url, { person: demoPeople[0]?.sub ?? '' }));
}

function codeOf({ url }: Visit): string {
  expect(url.startsWith(`${redirectUri}?`)).toBe(true);
  const { searchParams } = new URL(url);
  expect(searchParams.get('state')).toBe('state-1');
  return searchParams.get('code') ?? '';
}

function readTokens(reply: Response): Promise<{ access_token: string; id_token: string }> {
  return readJson(reply);
}

async function readJson<Body>(reply: Response): Promise<Body> {
  return (await reply.json()) as Body;
}

async function keysOf(at: Site): Promise<JSONWebKeySet> {
  return readJson(await fetch(`${at.issuer}/jwks`));
}
