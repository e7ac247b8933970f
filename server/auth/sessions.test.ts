import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { sessions } from '#db/tables/auth.ts';
import { users } from '#db/tables/users.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { type Caller, callerOf } from '#testing/caller.ts';
import { mailsTo, mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, newBooking, openMarket } from '#testing/market.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';
import { join, newEmail, visitorOf } from '#testing/visitor.ts';
import { removeExpired } from './jobs.ts';

let market: Market;
let second: SecondServer;
beforeAll(async () => {
  market = await openMarket();
  second = await startSecondServer(market);
});
afterAll(async () => {
  await second.close();
  await market.close();
});

const password = 'Str0ngPass';

/** Signs the same person in with another browser. */
async function signInAgain({ email }: { email: string }) {
  const visitor = visitorOf(market.address);
  expect((await visitor.call('POST', '/auth/sign-in/email', { email, password })).status).toBe(200);
  const { body } = await visitor.call('GET', `/jwt?email=${email}`);
  return { visitor, caller: callerOf(market.address, body.accessToken) };
}

test('after a sign-out its token is refused with the next call, and other sessions remain', async () => {
  const mina = await join(market.address);
  const other = await signInAgain(mina);
  expect((await mina.caller.get('/user')).status).toBe(200);
  await mina.visitor.call('POST', '/auth/sign-out', {});
  expect(await mina.caller.get('/user')).toMatchObject({
    status: 401,
    body: { code: 'request.unauthenticated' },
  });
  expect((await other.caller.get('/user')).status).toBe(200);
});

test('a changed password replaces the former one, ends the other sessions in every process, and is told', async () => {
  const mina = await join(market.address);
  const newPassword = 'N3wPassword';
  const signInWith = (secret: string) =>
    visitorOf(market.address).call('POST', '/auth/sign-in/email', { email: mina.email, password: secret });
  const elsewhere = (await (await signInAgain(mina)).visitor.call('GET', '/jwt')).body.accessToken;
  const inOtherProcess = callerOf(second.address, elsewhere);
  expect((await inOtherProcess.get('/user')).status).toBe(200);
  expect(await mina.caller.post('/auth/change-password', { newPassword })).toMatchObject({
    status: 200,
    body: { status: true },
  });
  expect((await inOtherProcess.get('/user')).status).toBe(401);
  expect((await callerOf(market.address, elsewhere).get('/user')).status).toBe(401);
  // The session that made the change continues, with its token and its cookie.
  expect((await mina.caller.get('/sessions')).body).toMatchObject([{ isCurrent: true }]);
  const { accessToken } = (await mina.visitor.call('GET', '/jwt')).body;
  expect((await callerOf(second.address, accessToken).get('/user')).status).toBe(200);
  expect((await signInWith(password)).status).toBe(401);
  expect((await signInWith(newPassword)).status).toBe(200);
  const { text } = await mailTo(market.address, mina.email, 'Your password was changed');
  expect(text).toContain('/secure-account?token=');
});

test('a session that has ended cannot book', async () => {
  const productId = await market.phone(await market.person('seller'));
  const mina = await join(market.address);
  await mina.visitor.call('POST', '/auth/sign-out', {});
  // Nothing is said about the input of somebody who is not signed in.
  for (const phone of [newBooking.phone, 'nonsense'])
    expect(await mina.caller.post('/bookedProduct', { productId, ...newBooking, phone })).toMatchObject({
      status: 401,
      body: { code: 'request.unauthenticated' },
    });
  const buyer = await market.person('buyer');
  expect((await buyer.post('/bookedProduct', { productId, ...newBooking })).status).toBe(200);
});

/** The reservation's own statement checks the session. */
async function book(caller: Caller): Promise<number> {
  const productId = await market.phone(await market.person('seller'));
  return (await caller.post('/bookedProduct', { productId, ...newBooking })).status;
}

test('a session that was not used for thirty days is refused, by token and by cookie', async () => {
  const { db } = market.services;
  const mina = await join(market.address);
  const ofMina = eq(sessions.userId, mina.id);
  const [session] = await db.select().from(sessions).where(ofMina);
  const daysLeft = (Number(session?.expiresAt) - Date.now()) / dayMs;
  expect(Math.round(daysLeft)).toBe(30);
  await db.update(sessions).set({ expiresAt: new Date() }).where(ofMina);
  expect((await mina.caller.get('/user')).status).toBe(401);
  expect(await book(mina.caller)).toBe(401);
  expect((await mina.visitor.call('GET', '/jwt')).status).toBe(403);
});

test('a session that has expired is deleted, others stay', async () => {
  const { db, clock } = market.services;
  const [expired, valid] = [await join(market.address), await join(market.address)];
  await db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.userId, expired.id));
  await removeExpired(db, clock.now());
  const left = (await db.select().from(sessions)).map(({ userId }) => userId);
  expect(left).toContain(valid.id);
  expect(left).not.toContain(expired.id);
});

test('use prolongs a session by thirty days, and to ninety days from its begin at the longest', async () => {
  const { db } = market.services;
  const mina = await join(market.address);
  const ofMina = eq(sessions.userId, mina.id);
  expect(mina.visitor.setCookies.find((cookie) => cookie.includes('session_token'))).toContain(
    `Max-Age=${90 * 24 * 3600}`,
  );
  /**
   * As if the session had begun this many days ago and was used yesterday. @returns for how many more days it is valid
   */
  const useAfter = async (days: number): Promise<number> => {
    const createdAt = new Date(Date.now() - days * dayMs);
    await db
      .update(sessions)
      .set({ createdAt, lastUsedAt: new Date(Date.now() - dayMs) })
      .where(ofMina);
    expect((await mina.visitor.call('GET', '/jwt')).status).toBe(200);
    const [session] = await db.select().from(sessions).where(ofMina);
    return Math.round((Number(session?.expiresAt) - Date.now()) / dayMs);
  };
  expect(await useAfter(20)).toBe(30);
  expect(await useAfter(80)).toBe(10);
  await db
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - 90 * dayMs) })
    .where(ofMina);
  await db
    .update(sessions)
    .set({ lastUsedAt: new Date(0) })
    .where(ofMina);
  await mina.visitor.call('GET', '/jwt');
  expect((await mina.visitor.call('GET', '/jwt')).status).toBe(403);
  expect((await mina.caller.get('/user')).status).toBe(401);
});

test('signing in again in the same browser ends its former session, whoever’s it was', async () => {
  const mina = await join(market.address);
  const { visitor } = await signInAgain(mina);
  const first = callerOf(market.address, (await visitor.call('GET', '/jwt')).body.accessToken);
  const entry = { email: mina.email, password };
  expect(
    (await visitor.call('POST', '/auth/sign-in/email', { ...entry, password: 'Wr0ngPass' })).status,
  ).toBe(401);
  expect((await first.get('/user')).status).toBe(200);
  expect((await visitor.call('POST', '/auth/sign-in/email', entry)).status).toBe(200);
  expect((await first.get('/user')).status).toBe(401);
  // Other sessions do not end.
  expect((await mina.caller.get('/user')).status).toBe(200);
  const later = callerOf(market.address, (await visitor.call('GET', '/jwt')).body.accessToken);
  const other = { name: 'Omar', email: newEmail(), password };
  expect((await visitor.call('POST', '/auth/sign-up/email', other)).status).toBe(200);
  expect((await later.get('/user')).status).toBe(401);
});

test('a session with an older access version is refused, by token and by cookie', async () => {
  const mina = await join(market.address);
  await writeUnpublished(market.services.db)
    .update(users)
    .set({ accessVersion: 1 })
    .where(eq(users.email, mina.email));
  expect((await mina.caller.get('/user')).status).toBe(401);
  expect(await book(mina.caller)).toBe(401);
  expect((await mina.visitor.call('GET', `/jwt?email=${mina.email}`)).status).toBe(403);
  const again = await signInAgain(mina);
  expect((await again.caller.get('/user')).status).toBe(200);
});

test('a token without a session of its person is refused', async () => {
  const [buyer, other] = [await market.person('buyer'), await market.person('buyer')];
  const withSession = async (sessionId: string) =>
    callerOf(market.address, await market.services.tokens.issue({ ...buyer, sessionId }));
  expect((await (await withSession(buyer.sessionId)).get('/user')).status).toBe(200);
  for (const sessionId of [newId(), other.sessionId])
    expect((await (await withSession(sessionId)).get('/user')).status).toBe(401);
});

test('another process refuses the token as soon as the session has ended in this one', async () => {
  const mina = await join(market.address);
  const there = callerOf(second.address, mina.caller.token);
  expect((await there.get('/user')).status).toBe(200);
  await mina.visitor.call('POST', '/auth/sign-out', {});
  expect((await there.get('/user')).status).toBe(401);
});

test('the places where one is signed in are listed, and end one by one or all but this one', async () => {
  const mina = await join(market.address);
  const [other, third] = [await signInAgain(mina), await signInAgain(mina)];
  const { body: places } = await mina.caller.get('/sessions');
  expect(places).toHaveLength(3);
  expect(places.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
  expect(places[0]).toEqual({
    _id: expect.any(String),
    browser: expect.any(String),
    network: 'this machine',
    lastUsedAt: expect.any(String),
    signedInAt: expect.any(String),
    isCurrent: expect.any(Boolean),
  });
  const { body: theirs } = await other.caller.get('/sessions');
  const own = theirs.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
  expect((await mina.caller.delete(`/sessions/${own._id}`)).body).toMatchObject({ deletedCount: 1 });
  expect((await other.caller.get('/user')).status).toBe(401);
  expect((await mina.caller.delete(`/sessions/${own._id}`)).status).toBe(404);
  expect((await mina.caller.delete('/sessions')).body).toMatchObject({ deletedCount: 1 });
  expect((await third.caller.get('/user')).status).toBe(401);
  expect((await mina.caller.get('/user')).status).toBe(200);
});

test('a new browser is told by mail, and “This wasn’t me” ends every session and the password', async () => {
  const mina = await join(market.address);
  const thief = await signInAgain(mina);
  const mail = await mailTo(market.address, mina.email, 'new sign-in');
  expect(mail.text).toMatch(/Browser: .+\nTime: \d+ \w+ 20\d\d, \d\d:\d\d UTC\nNetwork: this machine/);
  expect(mail.text).toContain('This wasn’t me');
  const token = tokenIn(mail);
  const stranger = visitorOf(market.address);
  for (let times = 0; times < 2; times += 1)
    expect((await stranger.call('POST', '/auth/secure-account', { token })).status).toBe(200);
  for (const { caller } of [mina, thief]) expect((await caller.get('/user')).status).toBe(401);
  const entry = { email: mina.email, password };
  expect((await stranger.call('POST', '/auth/sign-in/email', entry)).status).toBe(401);
  const reset = { token, newPassword: 'N3wPassword' };
  expect((await stranger.call('POST', '/auth/reset-password', reset)).status).toBe(200);
  expect(
    (await stranger.call('POST', '/auth/sign-in/email', { ...entry, password: 'N3wPassword' })).status,
  ).toBe(200);
  const again = await stranger.call('POST', '/auth/secure-account', { token });
  expect(again).toMatchObject({ status: 400, body: { code: 'auth.link-used' } });
});

test('a sign-in in a known browser causes no mail', async () => {
  const mina = await join(market.address);
  await mina.visitor.call('POST', '/auth/sign-out', {});
  await mina.visitor.call('POST', '/auth/sign-in/email', { email: mina.email, password });
  await signInAgain(mina);
  await mailTo(market.address, mina.email, 'new sign-in');
  const mails = await mailsTo(market.address, mina.email);
  expect(mails.filter(({ subject }) => subject.includes('new sign-in'))).toHaveLength(1);
});
