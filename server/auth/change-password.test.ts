import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { accounts } from '#db/tables/auth.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { join, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';
const newPassword = 'N3wPassword';

const signIn = (email: string, secret: string) =>
  visitorOf(market.address).call('POST', '/auth/sign-in/email', { email, password: secret });

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

test('an account without a password gets its first one', async () => {
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
