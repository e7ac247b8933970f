// No call redirects to another site, whatever URL it is given.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, openMarket } from '#testing/market.ts';
import { visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const foreign = [
  'https://evil.example/phish',
  '//evil.example/phish',
  '///evil.example/phish',
  '/..//evil.example/phish',
  '/.//evil.example/phish',
  '/a/..//evil.example/phish',
  '/%2e%2e//evil.example/phish',
  '/%2e//evil.example/phish',
  '/\\evil.example/phish',
  '\\\\evil.example/phish',
  '/\t/evil.example/phish',
  '/\n/evil.example/phish',
  '\t//evil.example/phish',
  ' //evil.example/phish',
  'https:evil.example/phish',
  'https:/evil.example/phish',
  'http://user:pw@evil.example/',
  'HTTPS://EVIL.EXAMPLE/',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil://example/phish',
  'http://[evil',
  'http://127.0.0.1.evil.example/',
];

/** Resolves the URL as browsers do. The pathname is checked as well, for code that shortens a URL to its path. */
function expectOurs(location: string | null, from: string): void {
  if (location === null) return;
  expect(location).not.toMatch(/^[/\\]{2}/);
  const { origin, pathname, username } = new URL(location, from);
  expect(origin, location).toBe(market.address);
  expect(pathname, location).not.toMatch(/^\/[/\\]/);
  expect(username).toBe('');
}

const get = (path: string) => fetch(`${market.address}/api${path}`, { redirect: 'manual' });

test.each(foreign)('the link of a mail does not lead to %j', async (address) => {
  for (const name of ['callbackURL', 'errorCallbackURL', 'redirectTo']) {
    const path = `/auth/verify-email?token=x&${name}=${encodeURIComponent(address)}`;
    const reply = await get(path);
    expect(reply.status).toBeLessThan(500);
    expectOurs(reply.headers.get('location'), `${market.address}/api${path}`);
  }
});

test.each(foreign)('a sign-in with Google does not end at %j', async (address) => {
  for (const name of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
    const visitor = visitorOf(market.address);
    const entry = { provider: 'google', callbackURL: '/', [name]: address };
    const reply = await visitor.call('POST', '/auth/sign-in/social', entry);
    expect(reply).toMatchObject({ status: 403, body: { status: 403 } });
  }
});

test.each(foreign)('a new password cannot be asked for with %j', async (address) => {
  const entry = { email: 'nobody@example.com', redirectTo: address };
  const reply = await visitorOf(market.address).call('POST', '/auth/request-password-reset', entry);
  expect(reply.headers.get('location')).toBeNull();
  expect(JSON.stringify(reply.body)).not.toContain('evil');
});

test('an address of ours with a name and a password in it is refused', async () => {
  const redirectTo = market.address.replace('//', '//user:pw@');
  const entry = { email: 'nobody@example.com', redirectTo };
  const reply = await visitorOf(market.address).call('POST', '/auth/request-password-reset', entry);
  expect(reply.body.code).toBe('auth.invalid-callback-url');
});

test.each(foreign)('the way back from Google does not lead to %j', async (address) => {
  const value = encodeURIComponent(address);
  const query = `code=x&state=x&error=${value}&error_description=${value}`;
  const reply = await get(`/auth/callback/google?${query}`);
  expect(reply.status).toBe(302);
  expectOurs(reply.headers.get('location'), `${market.address}/api/auth/callback/google`);
});

test('a sign-in may redirect to our own pages', async () => {
  for (const callbackURL of ['/', '/auth/popup-done', `${market.address}/auth/popup-done?x=//y`]) {
    const visitor = visitorOf(market.address);
    const reply = await visitor.call('POST', '/auth/sign-in/social', { provider: 'google', callbackURL });
    expect(reply.status).toBe(200);
  }
});
