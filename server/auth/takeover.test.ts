// Attempts to take an account over that no other file covers.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sessions } from '#db/tables/auth.ts';
import { users } from '#db/tables/users.ts';
import { callerOf } from '#testing/caller.ts';
import { mailsTo, mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { firstStep, nextCode, protectedPerson, secondStep } from '#testing/protected-person.ts';
import { join, newEmail, type Visitor, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';
const signIn = (visitor: Visitor, email: string, headers?: Record<string, string>) =>
  visitor.call('POST', '/auth/sign-in/email', { email, password }, headers);
const sessionCount = async (id: string) =>
  (await market.services.db.select().from(sessions).where(eq(sessions.userId, id))).length;

/**
 * Headers of a request that a form of a foreign page sends: with that page's origin or an opaque one, and as text or as
 * a form.
 */
const foreignForms = [
  { Origin: 'https://evil.example.com' },
  { Origin: 'null' },
  { Origin: 'https://evil.example.com', 'Content-Type': 'text/plain' },
  { Origin: 'https://evil.example.com', 'Content-Type': 'application/x-www-form-urlencoded' },
  { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'cross-site' },
] as const;

test.each(foreignForms)('a foreign page cannot use the session’s cookie, as %j', async (headers) => {
  const mina = await join(market.address);
  const before = await sessionCount(mina.id);
  for (const [method, path, body] of [
    ['POST', '/auth/sign-out', {}],
    ['GET', '/jwt', undefined],
    ['POST', '/auth/sign-in/email', { email: mina.email, password }],
    ['POST', '/auth/sign-up/email', { name: 'Mina', email: `new-${mina.email}`, password }],
    ['POST', '/auth/sign-in/social', { provider: 'google', callbackURL: '/' }],
  ] as const) {
    const { status } = await mina.visitor.call(method, path, body, headers);
    expect([403, 415], `${method} ${path}`).toContain(status);
  }
  // The cookie without a token is accepted for no other call, whatever its origin.
  for (const path of ['/auth/change-password', '/auth/change-address', '/auth/totp', '/privacy/leave'])
    expect((await mina.visitor.call('POST', path, {}, headers)).status, path).toBeGreaterThanOrEqual(400);
  expect(await sessionCount(mina.id)).toBe(before);
  expect((await mina.caller.get('/user')).status).toBe(200);
});

test.each(foreignForms)('a foreign page cannot complete a second step, as %j', async (headers) => {
  const mina = await protectedPerson(market);
  const visitor = await firstStep(market, mina);
  const code = nextCode(market, mina);
  const reply = await visitor.call('POST', '/auth/second-factor', { code }, headers);
  expect([403, 415]).toContain(reply.status);
  expect((await secondStep(visitor, code)).status).toBe(200);
});

test('a sign-in does not continue a session that somebody has planted in the browser', async () => {
  const thief = await join(market.address);
  const mina = await join(market.address);
  // The victim's browser has the thief's cookie.
  expect((await signIn(thief.visitor, mina.email)).status).toBe(200);
  expect((await thief.visitor.call('GET', '/jwt')).status).toBe(200);
  expect((await thief.caller.get('/user')).status).toBe(401);
});

test.each([
  ['in capitals', (email: string) => email.toUpperCase()],
  ['with spaces around it', (email: string) => ` ${email} `],
])('an address %s is the same account', async (_, spell) => {
  const mina = await join(market.address);
  const again = { name: 'Other', email: spell(mina.email), password };
  const reply = await visitorOf(market.address).call('POST', '/auth/sign-up/email', again);
  expect([400, 422]).toContain(reply.status);
});

test.each([
  'ta\u212Aeover@example.com',
  'takeove\u0280@example.com',
  'take\u200Bover@example.com',
  'т@example.com',
])('an address with letters that look like others is none: %j', async (email) => {
  const reply = await visitorOf(market.address).call('POST', '/auth/sign-up/email', {
    name: 'Look-alike',
    email,
    password,
  });
  expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'email' }] } });
  expect((await market.stranger.post('/auth/request-password-reset', { email })).status).toBe(400);
});

test('one of two simultaneous sign-ups with an address creates the account', async () => {
  // Several times, so that some of them find the address free at the same time.
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const email = newEmail();
    const replies = await Promise.all(
      ['One', 'Two'].map((name) =>
        visitorOf(market.address).call('POST', '/auth/sign-up/email', { name, email, password }),
      ),
    );
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422']);
  }
});

test('one of two simultaneous changes of an address succeeds, and the other link is void', async () => {
  const mina = await join(market.address);
  const wanted = [newEmail(), newEmail()];
  const tokens: string[] = [];
  for (const email of wanted) {
    expect((await mina.caller.post('/auth/change-address', { email })).status).toBe(200);
    tokens.push(tokenIn(await mailTo(market.address, email, 'Confirm your new e-mail')));
  }
  const open = async (token: string) => {
    const { url } = await mina.visitor.open(`${market.address}/api/auth/verify-email?token=${token}`);
    return new URL(url).searchParams.get('result') ?? '';
  };
  expect((await Promise.all(tokens.map(open))).toSorted()).toEqual(['changed', 'used']);
  expect(wanted).toContain((await mina.caller.get('/user')).body.email);
});

test('nobody can change to the address of an unconfirmed account', async () => {
  const [squatter, mina] = [await join(market.address), await join(market.address)];
  expect(await mina.caller.post('/auth/change-address', { email: squatter.email })).toMatchObject({
    status: 409,
    body: { code: 'auth.address-taken' },
  });
});

test('people who are leaving or suspended can set a new password by mail, which ends neither', async () => {
  const admin = await market.person('admin');
  const [leaving, suspended] = [await join(market.address), await join(market.address)];
  await leaving.caller.post('/privacy/leave');
  await admin.post(`/users/${suspended.id}/suspend`, { reason: 'Fake phones.', days: 3 });
  for (const { email, id } of [leaving, suspended]) {
    await market.stranger.post('/auth/request-password-reset', { email });
    const token = tokenIn(await mailTo(market.address, email, 'A new password'));
    const reset = { token, newPassword: 'N3wPassword' };
    expect((await market.stranger.post('/auth/reset-password', reset)).status).toBe(200);
    const [row] = await market.services.db.select().from(users).where(eq(users.id, id));
    expect(row?.leavingAt !== null || row.suspendedAt !== null).toBe(true);
  }
});

test('a deleted person gets no mail for a new password, and their tokens are refused', async () => {
  const admin = await market.person('admin');
  const mina = await join(market.address);
  const before = (await mailsTo(market.address, mina.email)).length;
  expect((await admin.delete(`/users/${mina.id}`)).status).toBe(200);
  expect((await market.stranger.post('/auth/request-password-reset', { email: mina.email })).status).toBe(
    200,
  );
  // A mail that was requested later has arrived, so one to the first address would have arrived before.
  const other = await join(market.address);
  await market.stranger.post('/auth/request-password-reset', { email: other.email });
  await mailTo(market.address, other.email, 'A new password');
  const subjects = (await mailsTo(market.address, mina.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('new password'))).toEqual([]);
  expect(subjects.length).toBeGreaterThanOrEqual(before);
  expect((await mina.caller.get('/user')).status).toBe(401);
  expect((await signIn(visitorOf(market.address), mina.email)).status).toBe(401);
});

test('a sign-in with an unknown address gets the same answer as one with a wrong password', async () => {
  const mina = await join(market.address);
  const [known, unknown] = await Promise.all(
    [mina.email, 'nobody-at-all@example.com'].map((email) =>
      visitorOf(market.address).call('POST', '/auth/sign-in/email', { email, password: 'Wr0ngPass' }),
    ),
  );
  const said = ({ status, body }: NonNullable<typeof known>) => {
    const { requestId: _, ...rest } = body;
    return { status, rest };
  };
  expect(known && said(known)).toEqual(unknown && said(unknown));
});

test('a session that has ended cannot be made fresh, nor any other one by its token', async () => {
  const mina = await join(market.address);
  const other = visitorOf(market.address);
  await signIn(other, mina.email);
  const stolen = callerOf(market.address, (await other.call('GET', '/jwt')).body.accessToken);
  await mina.caller.delete('/sessions');
  expect((await stolen.post('/auth/step-up', { password })).status).toBe(401);
  expect((await other.call('GET', '/jwt')).status).toBe(403);
});
