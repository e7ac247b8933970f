import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { newId } from '#server/platform/postgres/database.ts';
import { callerOf } from '#testing/caller.ts';
import { mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { join, signUp, type Visitor, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

/** Goes through the popup as a browser does. @returns the URL where it ends */
async function chooseGooglePerson(visitor: Visitor, form: Record<string, string>): Promise<string> {
  const social = { provider: 'google', callbackURL: '/auth/popup-done' };
  const begun = await visitor.call('POST', '/auth/sign-in/social', social);
  expect(begun).toMatchObject({ status: 200, body: { url: expect.any(String) } });
  const page = await visitor.open(begun.body.url);
  expect(page.url).toContain('/sandbox/google/choose/');
  const end = await visitor.open(page.url, form);
  return new URL(end.url).pathname;
}

async function askForReset(email: string): Promise<string> {
  await visitorOf(market.address).call('POST', '/auth/request-password-reset', { email });
  return tokenIn(await mailTo(market.address, email, 'new password'));
}

const sessionOf = async (visitor: Visitor) => (await visitor.call('GET', '/auth/get-session')).body;

async function callerWithToken(visitor: Visitor, email: string) {
  const { body } = await visitor.call('GET', `/jwt?email=${encodeURIComponent(email)}`);
  return callerOf(market.address, body.accessToken);
}

test('a Google newcomer is a Buyer who has not chosen yet, until POST /users', async () => {
  const email = 'nina.google@example.com';
  const visitor = visitorOf(market.address);
  expect(await chooseGooglePerson(visitor, { email, name: 'Nina' })).toBe('/auth/popup-done');
  expect(await sessionOf(visitor)).toMatchObject({ user: { email, name: 'Nina' } });

  const caller = await callerWithToken(visitor, email);
  const before = await caller.get(`/user?email=${email}`);
  expect(before.body).toMatchObject({ userType: 'Buyer', status: null, isRegistered: false });

  const entry = { name: 'Nina', email, userType: 'Seller' };
  expect((await caller.post('/users', entry)).status).toBe(200);
  const after = await caller.get(`/user?email=${email}`);
  expect(after.body).toMatchObject({ userType: 'Seller', isRegistered: true });
  expect((await caller.post('/users', { ...entry, userType: 'Buyer' })).status).toBe(409);
});

test.each([['\u200B\u2060'], ['Nina \u202Eadmin'], ['Nina\tGoogle']])(
  'the name %j of a Google account, which cannot be shown, is not used',
  async (name) => {
    const email = `name-${newId()}@example.com`;
    const visitor = visitorOf(market.address);
    await chooseGooglePerson(visitor, { email, name });
    expect((await sessionOf(visitor)).user).toMatchObject({ email, name: 'Somebody' });
  },
);

test('a sign-in with Google is as fresh as Google has asked who somebody is', async () => {
  const email = 'fresh.google@example.com';
  const address = { email: 'fresh.elsewhere@example.com' };
  const just = visitorOf(market.address);
  await chooseGooglePerson(just, { email, name: 'Fatima' });
  expect((await (await callerWithToken(just, email)).post('/auth/change-address', address)).status).toBe(200);
  const earlier = visitorOf(market.address);
  const signedInAt = String(Math.floor(Date.now() / 1000) - 3600);
  await chooseGooglePerson(earlier, { email, name: 'Fatima', signedInAt });
  const caller = await callerWithToken(earlier, email);
  expect((await caller.get('/user')).status).toBe(200);
  expect(await caller.post('/auth/change-address', address)).toMatchObject({
    status: 403,
    body: { code: 'request.fresh-sign-in-needed' },
  });
  expect((await caller.get('/auth/step-up')).body.ways).toEqual(['mail-code']);
});

test('a person who signs in with Google again has the same record', async () => {
  const email = 'omar.google@example.com';
  const first = visitorOf(market.address);
  await chooseGooglePerson(first, { email, name: 'Omar' });
  const second = visitorOf(market.address);
  await chooseGooglePerson(second, { email, name: 'Omar' });
  expect((await sessionOf(second)).user.id).toBe((await sessionOf(first)).user.id);
});

test('an impostor who registered an address loses access when its owner signs in with Google', async () => {
  const email = 'squatted@example.com';
  const password = 'Str0ngPass';
  const squatter = await signUp(market.address, { name: 'Squatter', email, password });
  await squatter.caller.post('/users', { name: 'Squatter', email, userType: 'Seller' });
  const words = { city: 'Dhaka', about: 'I deliver only after payment', languages: ['en'] };
  expect((await squatter.caller.patch('/user', words)).status).toBe(200);
  const reset = await askForReset(email);
  const visitor = visitorOf(market.address);
  await chooseGooglePerson(visitor, { email, name: 'Owner' });

  expect(await sessionOf(visitor)).toMatchObject({ user: { id: squatter.id, email } });
  const owner = await callerWithToken(visitor, email);
  expect((await owner.get('/user')).body).toMatchObject({ emailConfirmed: true });
  // The former password, session, token and links are void.
  const again = await visitorOf(market.address).call('POST', '/auth/sign-in/email', { email, password });
  expect(again.status).toBe(401);
  expect((await squatter.visitor.call('GET', `/jwt?email=${email}`)).status).toBe(403);
  expect((await squatter.caller.get('/user')).status).toBe(401);
  const entry = { newPassword: 'N3wPassword', token: reset };
  expect((await visitor.call('POST', '/auth/reset-password', entry)).body.code).toBe('auth.link-used');
  // The public page has nothing that the impostor wrote, and the owner is told.
  const empty = { name: 'Owner', city: '', about: '', photoURL: '', languages: [] };
  expect((await market.stranger.get(`/person/${squatter.id}`)).body).toMatchObject(empty);
  await mailTo(market.address, email, 'An earlier account');
  expect((await owner.get('/notifications')).body).toEqual([
    expect.objectContaining({ title: expect.stringContaining('An earlier account') }),
  ]);
});

test('a confirmed account keeps its password when its owner signs in with Google', async () => {
  const email = 'confirmed@example.com';
  const password = 'Str0ngPass';
  const { visitor } = await signUp(market.address, { name: 'Mina', email, password });
  const { text } = await mailTo(market.address, email, 'Confirm');
  await visitor.open(/https?:\S+/.exec(text)?.[0] ?? '');
  await chooseGooglePerson(visitorOf(market.address), { email, name: 'Mina' });
  expect((await visitor.call('GET', `/jwt?email=${email}`)).status).toBe(200);
  const again = await visitorOf(market.address).call('POST', '/auth/sign-in/email', { email, password });
  expect(again.status).toBe(200);
});

test('the owner gets the account after simultaneous sign-ins of an impostor and with Google', async () => {
  const email = 'raced@example.com';
  const entry = { email, password: 'Str0ngPass' };
  const squatter = await signUp(market.address, { name: 'Squatter', ...entry });
  const rivals = Array.from({ length: 10 }, () => visitorOf(market.address));
  const owner = visitorOf(market.address);
  await Promise.all([
    chooseGooglePerson(owner, { email, name: 'Owner' }),
    ...rivals.map((rival) => rival.call('POST', '/auth/sign-in/email', entry)),
  ]);
  for (const rival of [squatter.visitor, ...rivals])
    expect((await rival.call('GET', `/jwt?email=${email}`)).status).toBe(403);
  expect((await owner.call('GET', `/jwt?email=${email}`)).status).toBe(200);
});

test('a Google sign-in that was not begun here gives no session', async () => {
  const visitor = visitorOf(market.address);
  await visitor.open(`${market.address}/api/auth/callback/google?code=forged&state=forged`);
  expect(await sessionOf(visitor)).toBeNull();
});

const watchLog = (log = market.services.log) => {
  const logged = (['error', 'warn'] as const).map((level) => vi.spyOn(log, level));
  onTestFinished(() => logged.forEach((spy) => spy.mockRestore()));
  return () => logged.flatMap(({ mock }) => mock.calls);
};

test.each([
  '',
  '?state=x',
  '?code=x',
  '?code=x&state=y',
  '?error=x&state=y',
  '?state=%00',
  '?state=a&state=b',
])('a made-up redirect from Google (%s) is not logged as an error', async (query) => {
  const logged = watchLog();
  const callback = `${market.address}/api/auth/callback/google${query}`;
  const { status, headers } = await fetch(callback, { redirect: 'manual' });
  expect([302, 400, 404]).toContain(status);
  expect(headers.get('location') ?? market.address).toMatch(new RegExp(`^${market.address}`));
  expect(logged()).toEqual([]);
});

test('a sign-in with Google begins only at Google, with what we ask it for', async () => {
  const asked = {
    idToken: { token: 'a.b.c' },
    scopes: ['https://mail.google.com/'],
    loginHint: 'somebody@example.com',
  };
  const social = { provider: 'google', callbackURL: '/auth/popup-done', ...asked };
  const begun = await visitorOf(market.address).call('POST', '/auth/sign-in/social', social);
  expect(begun).toMatchObject({ status: 200, body: { url: expect.any(String) } });
  const { searchParams } = new URL(begun.body.url);
  expect(searchParams.get('scope')?.split(' ').toSorted()).toEqual(['email', 'openid', 'profile']);
  expect(searchParams.get('login_hint')).toBeNull();
});

test('while Google does not answer, a sign-in says so, and when to try again', async () => {
  const { google } = market.services.config;
  const discoveryUrl = 'http://127.0.0.1:1/.well-known/openid-configuration';
  const away = await openMarket({ google: { ...google, discoveryUrl } });
  onTestFinished(() => away.close());
  const social = { provider: 'google', callbackURL: '/auth/popup-done' };
  const { status, headers, body } = await visitorOf(away.address).call(
    'POST',
    '/auth/sign-in/social',
    social,
  );
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'auth.google-away', '5']);
});

/** A market whose Google answers requests with `answer`. */
async function openMarketWithGoogle(answer: RequestListener): Promise<Market> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  const discoveryUrl = `http://127.0.0.1:${port}/.well-known/openid-configuration`;
  const opened = await openMarket({ google: { ...market.services.config.google, discoveryUrl } });
  onTestFinished(async () => {
    await opened.close();
    server.closeAllConnections();
    server.close();
  });
  return opened;
}

test('while Google accepts connections and says nothing, passwords sign in, and Google is said to be away', async () => {
  const away = await openMarketWithGoogle(() => undefined);
  const { email, password } = await join(away.address);
  const social = { provider: 'google', callbackURL: '/auth/popup-done' };
  const visitor = visitorOf(away.address);
  const [byGoogle, byPassword] = await Promise.all([
    visitor.call('POST', '/auth/sign-in/social', social),
    visitor.call('POST', '/auth/sign-in/email', { email, password }),
  ]);
  expect([byGoogle.status, byGoogle.body.code]).toEqual([503, 'auth.google-away']);
  expect(byPassword.status).toBe(200);
}, 20_000);

/** Comes back from a Google whose token endpoint answers with `answer`, to a market whose log is watched. */
async function comeBack(answer: RequestListener) {
  const { address, services } = await openMarketWithGoogle((request, response) => {
    if (request.url === '/token') return answer(request, response);
    const origin = `http://${request.headers.host}`;
    const endpoints = { authorization_endpoint: `${origin}/authorise`, token_endpoint: `${origin}/token` };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(endpoints));
  });
  const logged = watchLog(services.log);
  const visitor = visitorOf(address);
  const social = { provider: 'google', callbackURL: '/', errorCallbackURL: '/auth/popup-done' };
  const begun = await visitor.call('POST', '/auth/sign-in/social', social);
  const state = new URL(begun.body.url).searchParams.get('state');
  const end = await visitor.open(`${address}/api/auth/callback/google?code=given&state=${state}`);
  expect(end.url).toBe(`${address}/auth/popup-done?error=invalid_code`);
  return logged();
}

test('a sign-in with Google ends if Google says nothing about who has come back from it', async () => {
  expect(await comeBack(() => undefined)).toEqual([[{ seconds: 3 }, 'Google gave no tokens in time']]);
});

/** A token endpoint that refuses everything. */
const refuse = (error: string): RequestListener => {
  const text = JSON.stringify({ error, error_description: 'Wrong secret' });
  return (_request, response) => response.writeHead(401, { 'Content-Type': 'application/json' }).end(text);
};

test('the log says why Google gives no tokens, unless the visitor is the cause', async () => {
  const why = { code: 'invalid_client', reason: 'Wrong secret', status: 401 };
  expect(await comeBack(refuse('invalid_client'))).toEqual([[why, 'Google gave no tokens']]);
  expect(await comeBack(refuse('invalid_grant'))).toEqual([]);
});

test.each([
  [{ provider: 'nobody' }, {}],
  [{ provider: 'google', callbackURL: '//evil.example' }, {}],
  [{ provider: 'google', callbackURL: '/', errorCallbackURL: '//evil.example' }, {}],
  [{ provider: 'google' }, { Origin: 'https://evil.example', Cookie: 'a=b' }],
])('a made-up sign-in (%j) is not logged as an error', async (body, headers) => {
  const logged = watchLog();
  const refused = await visitorOf(market.address).call('POST', '/auth/sign-in/social', body, headers);
  expect([403, 404]).toContain(refused.status);
  expect(logged()).toEqual([]);
});
