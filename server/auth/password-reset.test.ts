import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { lockWaits } from '#testing/database.ts';
import { mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { signUp, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';
const newPassword = 'N3wPassword';

async function askForLink(email: string): Promise<string> {
  const visitor = visitorOf(market.address);
  const asked = await visitor.call('POST', '/auth/request-password-reset', {
    email,
    redirectTo: '/reset-password',
  });
  expect(asked).toMatchObject({ status: 200, body: { status: true } });
  const { text } = await mailTo(market.address, email, 'new password');
  const token = /reset-password\?token=([^\s&]+)/.exec(text)?.[1] ?? '';
  expect(token).not.toBe('');
  return decodeURIComponent(token);
}

const signIn = (email: string, secret: string) =>
  visitorOf(market.address).call('POST', '/auth/sign-in/email', { email, password: secret });

test('a forgotten password is replaced by the link in the mail, once, and old sessions end', async () => {
  const email = 'forgetful@example.com';
  const { visitor } = await signUp(market.address, { name: 'Mina', email, password });
  const token = await askForLink(email);

  const reset = () => visitorOf(market.address).call('POST', '/auth/reset-password', { newPassword, token });
  expect(await reset()).toMatchObject({ status: 200, body: { status: true } });
  expect((await signIn(email, newPassword)).status).toBe(200);
  expect((await signIn(email, password)).status).toBe(401);
  expect((await visitor.call('GET', `/jwt?email=${email}`)).status).toBe(403);
  expect(await reset()).toMatchObject({ status: 400, body: { code: 'auth.link-used' } });
});

test('a person is told of the new password, and “This wasn’t me” gives the account back', async () => {
  const email = 'watchful@example.com';
  const { visitor } = await signUp(market.address, { name: 'Mina', email, password });
  const address = tokenIn(await mailTo(market.address, email, 'Confirm'));
  await visitor.open(`${market.address}/api/auth/verify-email?token=${address}`);
  const token = await askForLink(email);
  const reset = { newPassword: 'Th1efPass', token };
  expect((await visitorOf(market.address).call('POST', '/auth/reset-password', reset)).status).toBe(200);

  const mail = await mailTo(market.address, email, 'Your password was changed');
  expect(mail.text).toContain('link that we mailed');
  const entry = { token: tokenIn(mail) };
  expect((await visitorOf(market.address).call('POST', '/auth/secure-account', entry)).status).toBe(200);
  expect((await signIn(email, 'Th1efPass')).status).toBe(401);
  const again = { ...entry, newPassword };
  expect((await visitorOf(market.address).call('POST', '/auth/reset-password', again)).status).toBe(200);
  expect((await signIn(email, newPassword)).status).toBe(200);
});

test.each([
  ['', 'Password Required'],
  ['Ab1', 'Password must be 6 characters '],
  ['weakpassword', 'Password must be strong'],
])('the new password %j keeps the rules of the sign-up', async (weak, message) => {
  const body = { newPassword: weak, token: 'x' };
  const reply = await visitorOf(market.address).call('POST', '/auth/reset-password', body);
  expect(reply.status).toBe(400);
  expect(reply.body.errors).toEqual([{ path: 'newPassword', message }]);
});

test('a made-up link sets no password', async () => {
  const body = { newPassword, token: 'forged' };
  const reply = await visitorOf(market.address).call('POST', '/auth/reset-password', body);
  expect(reply).toMatchObject({ status: 400, body: { code: 'auth.link-unknown' } });
});

test('a request does not reveal whether an address is known', async () => {
  await signUp(market.address, { name: 'Mina', email: 'known@example.com', password });
  const ask = async (email: string) => {
    const reply = await visitorOf(market.address).call('POST', '/auth/request-password-reset', { email });
    return { status: reply.status, body: reply.body };
  };
  expect(await ask('unknown@example.com')).toEqual(await ask('known@example.com'));
});

test('a link for a new password works for an hour', async () => {
  const email = 'slow@example.com';
  await signUp(market.address, { name: 'Mina', email, password });
  const token = await askForLink(email);
  market.clock.advance(61);
  const late = await visitorOf(market.address).call('POST', '/auth/reset-password', { newPassword, token });
  market.clock.advance(-61);
  expect(late).toMatchObject({ status: 400, body: { code: 'auth.link-late' } });
  expect((await signIn(email, password)).status).toBe(200);
});

test('one of two simultaneous uses of a link sets the password', async () => {
  const email = 'twice@example.com';
  const { id } = await signUp(market.address, { name: 'Mina', email, password });
  const token = await askForLink(email);
  const use = (secret: string) =>
    visitorOf(market.address).call('POST', '/auth/reset-password', { newPassword: secret, token });
  const { db } = market.services;
  const { uses } = await db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${id} for update`);
    const begun = { uses: [use('F1rstPass'), use('S3condPass')] };
    // Both have begun before one of them goes on.
    await expect.poll(() => lockWaits(db), { interval: 5 }).toBe(2);
    return begun;
  });
  const replies = await Promise.all(uses);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(1);
});

test('a sign-in that is being checked while the password is replaced gives no session', async () => {
  const email = 'racing@example.com';
  const { id } = await signUp(market.address, { name: 'Mina', email, password });
  const token = await askForLink(email);
  const visitors = Array.from({ length: 12 }, () => visitorOf(market.address));
  const entry = { email, password };
  const signIns = visitors.map((visitor) => visitor.call('POST', '/auth/sign-in/email', entry));
  await visitorOf(market.address).call('POST', '/auth/reset-password', { newPassword, token });
  await Promise.all(signIns);
  const tokens = visitors.map((visitor) => visitor.call('GET', `/jwt?email=${email}`));
  for (const { status } of await Promise.all(tokens)) expect(status, id).toBe(403);
});
