import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { accounts } from '#db/tables/auth.ts';
import { callerOf } from '#testing/caller.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { secondServerMs, startSecondServer } from '#testing/second-server.ts';
import { join, type Visitor, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';
const newPassword = 'N3wPassword';

const signIn = async (email: string, secret: string): Promise<{ visitor: Visitor; status: number }> => {
  const visitor = visitorOf(market.address);
  const { status } = await visitor.call('POST', '/auth/sign-in/email', { email, password: secret });
  return { visitor, status };
};

const tokenOf = async (visitor: Visitor): Promise<string> =>
  (await visitor.call('GET', '/jwt')).body.accessToken;

test(
  'a changed password replaces the former one, ends the other sessions in every process, and is told',
  async () => {
    const second = await startSecondServer(market);
    try {
      const mina = await join(market.address);
      const elsewhere = await tokenOf((await signIn(mina.email, password)).visitor);
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
      expect((await callerOf(second.address, await tokenOf(mina.visitor)).get('/user')).status).toBe(200);
      expect((await signIn(mina.email, password)).status).toBe(401);
      expect((await signIn(mina.email, newPassword)).status).toBe(200);
      const { text } = await mailTo(market.address, mina.email, 'Your password was changed');
      expect(text).toContain('/secure-account?token=');
    } finally {
      await second.close();
    }
  },
  secondServerMs,
);

test('the link in the mail about a changed password gives the account back to its owner', async () => {
  const mina = await join(market.address);
  await mina.caller.post('/auth/change-password', { newPassword: 'Th1efPass' });
  const { text } = await mailTo(market.address, mina.email, 'Your password was changed');
  const token = decodeURIComponent(/secure-account\?token=([^\s&]+)/.exec(text)?.[1] ?? '');
  const stranger = visitorOf(market.address);
  expect((await stranger.call('POST', '/auth/secure-account', { token })).status).toBe(200);
  expect((await mina.caller.get('/user')).status).toBe(401);
  expect((await signIn(mina.email, 'Th1efPass')).status).toBe(401);
  expect((await stranger.call('POST', '/auth/reset-password', { token, newPassword })).status).toBe(200);
  expect((await signIn(mina.email, newPassword)).status).toBe(200);
});

test('changing the password needs a fresh sign-in', async () => {
  const mina = await join(market.address);
  market.clock.advance(11);
  try {
    expect(await mina.caller.post('/auth/change-password', { newPassword })).toMatchObject({
      status: 403,
      body: { code: 'request.fresh-sign-in-needed' },
    });
    await mina.caller.post('/auth/step-up', { password });
    expect((await mina.caller.post('/auth/change-password', { newPassword })).status).toBe(200);
  } finally {
    market.clock.advance(-11);
  }
});

test('an account of a Google sign-in gets its first password after a code by mail was entered', async () => {
  const mina = await join(market.address);
  await market.services.db.delete(accounts).where(eq(accounts.userId, mina.id));
  expect((await mina.caller.post('/auth/change-password', { newPassword })).status).toBe(200);
  expect((await signIn(mina.email, newPassword)).status).toBe(200);
  expect((await mina.caller.get('/auth/factors')).body.hasPassword).toBe(true);
});

test('a changed password makes links for a new password void', async () => {
  const mina = await join(market.address);
  await visitorOf(market.address).call('POST', '/auth/request-password-reset', { email: mina.email });
  const { text } = await mailTo(market.address, mina.email, 'A new password');
  const token = decodeURIComponent(/token=([^\s&]+)/.exec(text)?.[1] ?? '');
  await mina.caller.post('/auth/change-password', { newPassword });
  const reply = await visitorOf(market.address).call('POST', '/auth/reset-password', {
    token,
    newPassword: 'Th1efPass',
  });
  expect(reply).toMatchObject({ status: 400, body: { code: 'auth.link-used' } });
});
