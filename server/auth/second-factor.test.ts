import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { minuteMs } from '#contract/durations.ts';
import { knownBrowsers, sessions } from '#db/tables/auth.ts';
import { totpCode } from '#testing/authenticator-app.ts';
import { callerOf } from '#testing/caller.ts';
import { mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, newBooking, openMarket } from '#testing/market.ts';
import { firstStep, nextCode, protectedPerson, secondStep } from '#testing/protected-person.ts';
import { type Visitor, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';
const needed = { status: 403, body: { code: 'request.second-factor-needed' } };

test('signing in takes the password and then a code, and begins a session only after both', async () => {
  const mina = await protectedPerson(market);
  const visitor = await firstStep(market, mina);
  const waiting = visitor.setCookies.find((cookie) => cookie.includes('session_token'));
  expect(await visitor.call('GET', '/jwt')).toMatchObject({
    ...needed,
    body: { accessToken: '', ways: ['code'] },
  });
  expect(await visitor.call('GET', '/auth/get-session')).toMatchObject(needed);
  expect(await secondStep(visitor, nextCode(market, mina))).toMatchObject({
    status: 200,
    body: { status: true },
  });
  // The cookie of the first step, which an attacker may have planted or seen, is void.
  expect(visitor.setCookies.findLast((cookie) => cookie.includes('session_token'))).not.toBe(waiting);
  const jwt = await visitor.call('GET', `/jwt?email=${encodeURIComponent(mina.email)}`);
  expect(jwt.status).toBe(200);
  const caller = callerOf(market.address, jwt.body.accessToken);
  expect((await caller.get('/user')).body).toMatchObject({ email: mina.email });
  expect((await visitor.call('GET', '/auth/get-session')).body).toMatchObject({
    user: { email: mina.email },
  });
});

test('a sign-in that waits for its second step gives no access', async () => {
  const mina = await protectedPerson(market);
  await firstStep(market, mina);
  const { db, tokens } = market.services;
  const isWaiting = and(eq(sessions.userId, mina.id), eq(sessions.awaitsFactor, true));
  const [waiting] = await db.select().from(sessions).where(isWaiting);
  if (waiting === undefined) throw new Error('no sign-in waits');
  const accessToken = await tokens.issue({ id: mina.id, email: mina.email, sessionId: waiting.id });
  const thief = callerOf(market.address, accessToken);
  const productId = await market.phone(await market.person('seller'));
  for (const reply of [
    await thief.get('/user'),
    await thief.post('/bookedProduct', { productId, ...newBooking }),
    await thief.post('/auth/step-up', { password }),
    await thief.post('/auth/totp'),
    await thief.delete('/auth/totp'),
    await thief.post('/auth/recovery-codes'),
  ])
    expect(reply.status).toBe(401);
  expect((await mina.caller.get('/sessions')).body).toHaveLength(1);
});

test('a code is accepted once for all purposes, and earlier ones no more', async () => {
  const mina = await protectedPerson(market);
  const visitor = await firstStep(market, mina);
  expect((await secondStep(visitor, mina.firstCode)).body).toMatchObject({ code: 'auth.code-used' });
  const code = nextCode(market, mina);
  expect((await secondStep(visitor, code)).status).toBe(200);
  const again = await firstStep(market, mina);
  expect(await secondStep(again, code)).toMatchObject({ status: 400, body: { code: 'auth.code-used' } });
  expect((await secondStep(again, mina.firstCode)).body).toMatchObject({ code: 'auth.code-used' });
  expect((await mina.caller.post('/auth/step-up', { password, code })).body).toMatchObject({
    code: 'auth.code-used',
  });
  const wanted = nextCode(market, mina);
  const two = [await firstStep(market, mina), await firstStep(market, mina)];
  const replies = await Promise.all(two.map((each) => secondStep(each, wanted)));
  expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
});

test('wrong codes, other people’s and old ones are refused in words', async () => {
  const mina = await protectedPerson(market);
  const other = await protectedPerson(market);
  const visitor = await firstStep(market, mina);
  const old = totpCode(mina.secret, new Date(market.clock.now().getTime() - 5 * minuteMs));
  const ofApp = [old, nextCode(market, other), '12345', '1234567'].map((code) => [code, 'auth.wrong-code']);
  const others = [other.recoveryCodes[0] ?? '', 'no code'].map((code) => [code, 'auth.wrong-recovery-code']);
  for (const [typed = '', code] of [...ofApp, ...others])
    expect(await secondStep(visitor, typed)).toMatchObject({
      status: 400,
      body: { code, errors: [{ path: 'code' }] },
    });
  expect((await secondStep(visitor, '')).status).toBe(400);
  expect((await secondStep(visitor, nextCode(market, mina))).status).toBe(200);
});

test('a recovery code signs in once, however it is written, and the person is told', async () => {
  const mina = await protectedPerson(market);
  expect(mina.recoveryCodes).toHaveLength(10);
  expect(new Set(mina.recoveryCodes).size).toBe(10);
  const [code = '', second = ''] = mina.recoveryCodes;
  expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  const visitor = await firstStep(market, mina);
  expect((await secondStep(visitor, ` ${code.replace('-', ' ').toUpperCase()} `)).status).toBe(200);
  const again = await firstStep(market, mina);
  expect(await secondStep(again, code)).toMatchObject({
    status: 400,
    body: { code: 'auth.wrong-recovery-code' },
  });
  const two = [again, await firstStep(market, mina)];
  const replies = await Promise.all(two.map((each) => secondStep(each, second)));
  expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
  expect((await mina.caller.get('/auth/factors')).body).toMatchObject({ totp: true, recoveryCodesLeft: 8 });
  await mailTo(market.address, mina.email, 'A recovery code was used');
});

test('one of a code and a recovery code that are entered at the same moment signs in', async () => {
  const mina = await protectedPerson(market);
  const visitor = await firstStep(market, mina);
  const [recovery = ''] = mina.recoveryCodes;
  const replies = await Promise.all(
    [nextCode(market, mina), recovery].map((code) => secondStep(visitor, code)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a sign-in with Google takes the second step as well', async () => {
  const google = async (): Promise<Visitor> => {
    const visitor = visitorOf(market.address);
    const begun = await visitor.call('POST', '/auth/sign-in/social', {
      provider: 'google',
      callbackURL: '/auth/popup-done',
    });
    const page = await visitor.open(begun.body.url);
    // Google's clock is the real one; that of the market may have been moved by other tests.
    const signedInAt = String(Math.floor(market.clock.now().getTime() / 1000));
    const end = await visitor.open(page.url, { email: 'gina@example.com', name: 'Gina', signedInAt });
    expect(new URL(end.url).pathname).toBe('/auth/popup-done');
    return visitor;
  };
  const first = await google();
  const jwt = await first.call('GET', '/jwt');
  const caller = callerOf(market.address, jwt.body.accessToken);
  const { body } = await caller.post('/auth/totp');
  const code = totpCode(body.secret, market.clock.now());
  expect((await caller.post('/auth/totp/confirm', { code })).status).toBe(200);

  const visitor = await google();
  expect(await visitor.call('GET', '/jwt')).toMatchObject(needed);
  expect(await visitor.call('GET', '/auth/get-session')).toMatchObject(needed);
  market.clock.advance(0.5);
  expect((await secondStep(visitor, totpCode(body.secret, market.clock.now()))).status).toBe(200);
  expect((await visitor.call('GET', '/jwt')).status).toBe(200);
});

test('neither a new password by mail nor the link that confirms an address bypasses the second factor', async () => {
  const mina = await protectedPerson(market, { emailVerified: false });
  const confirm = tokenIn(await mailTo(market.address, mina.email, 'Confirm'));
  const confirmed = await visitorOf(market.address).call('POST', '/auth/confirm-address', {
    token: confirm,
    password,
  });
  expect(confirmed).toMatchObject({ status: 200, body: { result: 'confirmed' } });
  expect(confirmed.headers.getSetCookie().filter((cookie) => cookie.includes('session'))).toEqual([]);

  await market.stranger.post('/auth/request-password-reset', { email: mina.email });
  const token = tokenIn(await mailTo(market.address, mina.email, 'new password'));
  const reset = visitorOf(market.address);
  expect((await reset.call('POST', '/auth/reset-password', { token, newPassword: password })).status).toBe(
    200,
  );
  expect((await reset.call('GET', '/jwt')).status).toBe(403);
  const visitor = await firstStep(market, mina);
  expect((await visitor.call('GET', '/jwt')).status).toBe(403);
  expect((await secondStep(visitor, nextCode(market, mina))).status).toBe(200);
});

test('the first step is forgotten after ten minutes, with a new password, and with signing out', async () => {
  const mina = await protectedPerson(market);
  const late = await firstStep(market, mina);
  market.clock.advance(10);
  expect((await secondStep(late, nextCode(market, mina))).body).toMatchObject({
    code: 'auth.second-factor-late',
  });

  const out = await firstStep(market, mina);
  await out.call('POST', '/auth/sign-out', {});
  expect((await secondStep(out, nextCode(market, mina))).status).toBe(403);

  // A sign-in that was being begun while all sessions ended.
  const former = await firstStep(market, mina);
  await market.services.db.$client.query(
    'update users set access_version = access_version + 1 where id = $1',
    [mina.id],
  );
  expect((await secondStep(former, nextCode(market, mina))).body.code).toBe('auth.second-factor-late');

  const overtaken = await firstStep(market, mina);
  await market.stranger.post('/auth/request-password-reset', { email: mina.email });
  const token = tokenIn(await mailTo(market.address, mina.email, 'new password'));
  await market.stranger.post('/auth/reset-password', { token, newPassword: 'N3wPassword' });
  expect((await secondStep(overtaken, nextCode(market, mina))).status).toBe(403);
});

test('the second step is refused without the cookie of the first, and from a foreign page', async () => {
  const mina = await protectedPerson(market);
  expect((await secondStep(visitorOf(market.address), nextCode(market, mina))).status).toBe(403);
  const visitor = await firstStep(market, mina);
  const origin = { Origin: 'https://evil.example' };
  const code = nextCode(market, mina);
  expect((await visitor.call('POST', '/auth/second-factor', { code }, origin)).status).toBe(403);
  expect((await secondStep(visitor, code)).status).toBe(200);
  // For a person who is logged in, there is no second step.
  expect((await secondStep(visitor, nextCode(market, mina))).status).toBe(403);
});

test('a browser is known only after both steps, also if a new password was set in it', async () => {
  const mina = await protectedPerson(market);
  const browsers = () =>
    market.services.db.select().from(knownBrowsers).where(eq(knownBrowsers.userId, mina.id));
  const before = (await browsers()).length;
  await market.stranger.post('/auth/request-password-reset', { email: mina.email });
  const token = tokenIn(await mailTo(market.address, mina.email, 'new password'));
  // Otherwise each new password would give whoever reads the mailbox a count of their own to guess codes.
  await visitorOf(market.address).call('POST', '/auth/reset-password', { token, newPassword: password });
  const visitor = await firstStep(market, mina);
  expect(await browsers()).toHaveLength(before);
  await secondStep(visitor, nextCode(market, mina));
  expect(await browsers()).toHaveLength(before + 1);
  await mailTo(market.address, mina.email, 'A new sign-in');
});
