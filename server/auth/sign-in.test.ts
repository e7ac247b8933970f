import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { users } from '#db/tables/users.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { join, newEmail, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const account = (changes = {}) => ({
  name: 'Mina',
  email: newEmail(),
  password: 'Str0ngPass',
  ...changes,
});

test('a new account gets a session, a token and its record', async () => {
  const { name, email, password } = account();
  const visitor = visitorOf(market.address);
  const created = await visitor.call('POST', '/auth/sign-up/email', { name, email, password });
  expect(created.status).toBe(200);
  expect(created.body.user).toMatchObject({ id: expect.any(String), email, name });

  const jwt = await visitor.call('GET', `/jwt?email=${encodeURIComponent(email)}`);
  expect(jwt).toMatchObject({ status: 200, body: { accessToken: expect.stringMatching(/^ey.+\..+\..+$/) } });
  expect(jwt.headers.get('cache-control')).toBe('no-store');

  const bearer = { Authorization: `Bearer ${jwt.body.accessToken}` };
  const photoURL = await market.picture();
  const entry = { name, email, photoURL, userType: 'Seller' };
  const registered = await visitor.call('POST', '/users', entry, bearer);
  expect(registered).toMatchObject({
    status: 200,
    body: { acknowledged: true, insertedId: created.body.user.id },
  });
  const { body } = await visitor.call('GET', `/user?email=${encodeURIComponent(email)}`, undefined, bearer);
  expect(body).toEqual({
    _id: created.body.user.id,
    name,
    email,
    photoURL,
    userType: 'Seller',
    role: 'user',
    status: null,
    isRegistered: true,
    emailConfirmed: false,
    isSuspended: false,
    city: '',
    about: '',
    languages: [],
  });
});

test('signing in again gives a session of the same person', async () => {
  const { email, password, id } = await join(market.address);
  const visitor = visitorOf(market.address);
  const signedIn = await visitor.call('POST', '/auth/sign-in/email', { email, password });
  expect(signedIn.status).toBe(200);
  const session = await visitor.call('GET', '/auth/get-session');
  expect(session.body.user).toMatchObject({ id, email });
});

test('a password is compared exactly as it is typed, however long it is', async () => {
  const password = ` Str0ng Pass ${'ü'.repeat(99)} `;
  const { email } = await join(market.address, { password });
  const signIn = async (typed: string) =>
    (await visitorOf(market.address).call('POST', '/auth/sign-in/email', { email, password: typed })).status;
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, 72), `${password}ü`])
    expect(await signIn(other), other).toBe(401);
  expect(await signIn(password)).toBe(200);
});

test('fields of a session that the contract does not declare, such as its token, are not sent', async () => {
  const { visitor, email, password } = await join(market.address);
  const signedIn = await visitorOf(market.address).call('POST', '/auth/sign-in/email', { email, password });
  const session = await visitor.call('GET', '/auth/get-session');
  for (const { body } of [signedIn, session]) {
    expect(Object.keys(body)).toEqual(['user']);
    expect(Object.keys(body.user).toSorted()).toEqual(['email', 'id', 'image', 'name']);
  }
});

test('the session cookie is out of reach of scripts and of other sites', async () => {
  const { visitor } = await join(market.address);
  const session = visitor.setCookies.filter((cookie) => cookie.includes('session_token'));
  expect(session.length).toBeGreaterThan(0);
  for (const cookie of session) {
    expect(cookie).toMatch(/; *HttpOnly/i);
    expect(cookie).toMatch(/; *SameSite=(?:Lax|Strict)/i);
  }
});

test('an address under https gets a cookie for https only', async () => {
  const secure = await freshMarket({ publicUrl: 'https://phones.example.com' });
  const visitor = visitorOf(secure.address);
  const origin = { Origin: 'https://phones.example.com' };
  await visitor.call('POST', '/auth/sign-up/email', account(), origin);
  expect(visitor.setCookies.find((cookie) => cookie.includes('session_token'))).toMatch(/; *Secure/i);
});

test.each([
  ['a wrong password', { password: 'Wr0ngPass' }],
  ['an unknown e-mail', { email: 'nobody@example.com' }],
])('%s is 401 and does not tell which of the two it was', async (_, changes) => {
  const { email, password } = await join(market.address);
  const visitor = visitorOf(market.address);
  const reply = await visitor.call('POST', '/auth/sign-in/email', { email, password, ...changes });
  expect(reply.status).toBe(401);
  expect(reply.headers.get('content-type')).toMatch('application/problem+json');
  expect(reply.body).toMatchObject({ status: 401, message: 'Invalid email or password' });
  expect(visitor.setCookies).toEqual([]);
});

test('an e-mail address has one account, however it is written', async () => {
  const { email } = await join(market.address);
  for (const again of [email, email.toUpperCase()]) {
    const reply = await visitorOf(market.address).call(
      'POST',
      '/auth/sign-up/email',
      account({ email: again, password: 'Other1Pass' }),
    );
    expect(reply.status).toBe(422);
    expect(reply.body.message).toMatch(/already exists/i);
  }
});

test.each([
  ['name', '', 'Please enter your name'],
  ['name', '   ', 'Please enter your name'],
  ['name', undefined, 'Please enter your name'],
  ['name', 'x'.repeat(81), 'The name is at most 80 characters'],
  ['email', '', 'Email Address is required'],
  ['email', undefined, 'Email Address is required'],
  ['email', 'mina', 'Enter an e-mail address, such as name@example.com'],
  ['password', '', 'Password Required'],
  ['password', undefined, 'Password Required'],
  ['password', 'Ab1cd', 'Password must be 6 characters '],
  ['password', 'abcdef1', 'Password must be strong'],
  ['password', 'Abcdefg', 'Password must be strong'],
  ['password', `A1${'x'.repeat(127)}`, 'The password is at most 128 characters'],
])('a sign-up with the %s %j is refused by the server, too', async (path, value, message) => {
  const entry = account({ [path]: value });
  const { status, body } = await visitorOf(market.address).call('POST', '/auth/sign-up/email', entry);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'request.invalid', message, errors: [{ path, message }] });
});

test('every wrong field of a sign-up is named at once', async () => {
  const { body } = await visitorOf(market.address).call('POST', '/auth/sign-up/email', {});
  expect(body.errors).toEqual([
    { path: 'name', message: 'Please enter your name' },
    { path: 'email', message: 'Email Address is required' },
    { path: 'password', message: 'Password Required' },
  ]);
});

test('a sign-up cannot set the role, the verification or a photo', async () => {
  const facts = { role: 'admin', status: 'verify', userType: 'Seller', verifiedAt: new Date(), image: 'x' };
  const { caller, email } = await join(market.address, facts);
  const { body } = await caller.get(`/user?email=${email}`);
  expect(body).toMatchObject({ role: 'user', status: null, userType: 'Buyer', photoURL: '' });

  await caller.post('/users', { name: 'Mina', email, ...facts, userType: 'Buyer' });
  const after = await caller.get(`/user?email=${email}`);
  expect(after.body).toMatchObject({ role: 'user', status: null, userType: 'Buyer' });
  expect((await caller.get('/users')).status).toBe(403);
});

test('a token is issued for one’s own e-mail only, and only to a session', async () => {
  const { visitor } = await join(market.address);
  const other = await join(market.address);
  for (const reply of [
    await visitor.call('GET', `/jwt?email=${other.email}`),
    await visitorOf(market.address).call('GET', `/jwt?email=${other.email}`),
    await other.caller.get(`/jwt?email=${other.email}`),
  ]) {
    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({ accessToken: '' });
  }
});

test('signing out ends the session', async () => {
  const { visitor, email } = await join(market.address);
  const kept = visitor.setCookies.map((cookie) => cookie.split(';')[0]).join('; ');
  expect(await visitor.call('POST', '/auth/sign-out', {})).toMatchObject({ body: { success: true } });
  expect((await visitor.call('GET', '/auth/get-session')).body).toBeNull();
  // A saved copy of the cookie is void.
  const replayed = await market.stranger.request('GET', `/jwt?email=${email}`, { headers: { Cookie: kept } });
  expect(replayed).toMatchObject({ status: 403, body: { accessToken: '' } });
});

test('an empty body under a JSON content type signs out, too', async () => {
  const { visitor } = await join(market.address);
  const json = { 'Content-Type': 'application/json' };
  expect((await visitor.call('POST', '/auth/sign-out', undefined, json)).status).toBe(200);
});

test('pages of other origins cannot use the cookie', async () => {
  const { visitor, email } = await join(market.address);
  const foreign = { Origin: 'https://evil.example.com' };
  expect((await visitor.call('POST', '/auth/sign-out', {}, foreign)).status).toBe(403);
  expect(await visitor.call('GET', `/jwt?email=${email}`, undefined, foreign)).toMatchObject({
    status: 403,
    body: { accessToken: '' },
  });
  expect((await visitor.call('GET', `/jwt?email=${email}`)).status).toBe(200);
});

test('a client that is not a browser needs no Origin', async () => {
  const { email, password, visitor } = await join(market.address);
  // Node's fetch sends Sec-Fetch-Mode but neither Origin nor Sec-Fetch-Site.
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const reply = await market.stranger.request('POST', '/auth/sign-in/email', { headers, body });
  expect(reply.status).toBe(200);
  const Cookie = visitor.setCookies.map((cookie) => cookie.split(';')[0]).join('; ');
  const signedOut = await market.stranger.request('POST', '/auth/sign-out', { headers: { Cookie } });
  expect(signedOut.status).toBe(200);
});

test('a page of another origin can neither sign somebody in nor lead them to an address of its own', async () => {
  const { email, password } = await join(market.address);
  const visitor = visitorOf(market.address);
  const foreign = { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' };
  const signIn = await visitor.call('POST', '/auth/sign-in/email', { email, password }, foreign);
  const message = 'This call may come only from the pages of this site';
  expect(signIn).toMatchObject({ status: 403, body: { code: 'auth.invalid-origin', message } });
  const social = { provider: 'google', callbackURL: 'https://evil.example.com/' };
  expect((await visitor.call('POST', '/auth/sign-in/social', social)).status).toBe(403);
});

test('a demo behind a proxy can be used under both names of the machine', async () => {
  const proxied = await freshMarket({ publicUrl: 'http://localhost:8080' });
  for (const [index, Origin] of ['http://localhost:8080', 'http://127.0.0.1:8080'].entries()) {
    const entry = { name: 'Mina', email: `mina-${index}@example.com`, password: 'Str0ngPass' };
    const headers = { Origin, 'Sec-Fetch-Site': 'same-origin' };
    const reply = await visitorOf(proxied.address).call('POST', '/auth/sign-up/email', entry, headers);
    expect(reply.status).toBe(200);
  }
});

test('the calls of the identity library that the contract does not name are closed', async () => {
  const { visitor, email } = await join(market.address);
  for (const name of [
    'update-user',
    'delete-user',
    'change-email',
    'set-password',
    'unlink-account',
    'revoke-sessions',
    'sign-in/oauth2',
    'nonsense',
  ]) {
    const entry = { name: 'x', image: 'x', newEmail: 'x@example.com' };
    const reply = await visitor.call('POST', `/auth/${name}`, entry);
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({ code: 'request.not-found' });
  }
  const [row] = await market.services.db.select().from(users).where(eq(users.email, email));
  expect(row).toMatchObject({ name: 'Mina', photoUrl: null });
});

test.each(['{"email":', '[]', '"text"', 'null', '7', ''])('the body %j is no sign-up', async (body) => {
  const headers = { 'Content-Type': 'application/json', Origin: market.address };
  for (const path of ['/auth/sign-up/email', '/auth/sign-in/email']) {
    const reply = await market.stranger.request('POST', path, { headers, body });
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toMatch('application/problem+json');
    expect(reply.body).toMatchObject({ status: 400, code: expect.any(String), message: expect.any(String) });
  }
});

test.each([
  [{}, ['Email Address is required', 'Password Required']],
  [{ email: '', password: 'Str0ngPass' }, ['Email Address is required']],
  [{ email: 7, password: [] }, ['Email Address is required', 'Password Required']],
])('a sign-in that lacks something (%j) is told what', async (body, messages) => {
  const reply = await visitorOf(market.address).call('POST', '/auth/sign-in/email', body);
  expect(reply).toMatchObject({ status: 400, body: { code: 'request.invalid', detail: messages[0] } });
  expect(reply.body.errors.map(({ message }: { message: string }) => message)).toEqual(messages);
});

test('a password that is too short is refused as a wrong one', async () => {
  const { email } = await join(market.address);
  const reply = await visitorOf(market.address).call('POST', '/auth/sign-in/email', { email, password: 'x' });
  expect(reply).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
});
