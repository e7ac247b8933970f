import { dictionary } from '@zxcvbn-ts/language-common';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { NewPassword } from '#contract/auth.ts';
import { demoAccounts } from '#server/platform/config.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { signUp, visitorOf } from '#testing/visitor.ts';
import { isLeaked } from './refuse-leaked.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const refusal = (path: string) => ({
  status: 400,
  body: {
    code: 'request.invalid',
    message: 'Password must be strong',
    errors: [{ path, message: 'Password must be strong' }],
  },
});

const join = (email: string, password: string) =>
  visitorOf(market.address).call('POST', '/auth/sign-up/email', { name: 'Mina', email, password });

test('the list has at least 10,000 passwords that the spec’s rules alone would allow', () => {
  const allowed = dictionary['passwords-common'].filter(
    (password) => NewPassword.safeParse(password.toUpperCase()).success,
  );
  expect(allowed.length).toBeGreaterThan(10_000);
  expect(allowed.every((password) => isLeaked(password.toUpperCase()))).toBe(true);
});

test.each(['Password1', 'Passw0rd', 'QWERTY123', 'tRustno1', 'Password1!', 'Welcome1.'])(
  'a sign-up with %s is refused',
  async (password) => {
    expect(await join('leaked@example.com', password)).toMatchObject(refusal('password'));
  },
);

test('a sign-up with a leaked password creates no account, and one with a better password does', async () => {
  await join('better@example.com', 'Password1');
  expect((await join('better@example.com', 'Str0ngPass')).status).toBe(200);
});

test('the passwords of the demo are not on the list', () => {
  expect(demoAccounts.filter(({ password }) => isLeaked(password))).toEqual([]);
});

test('a reset and a change refuse a leaked password, and the link can still be used', async () => {
  const account = { name: 'Mina', email: 'leaked-reset@example.com', password: 'Str0ngPass' };
  const { caller } = await signUp(market.address, account);
  const visitor = visitorOf(market.address);
  await visitor.call('POST', '/auth/request-password-reset', { email: account.email });
  const { text } = await mailTo(market.address, account.email, 'A new password');
  const token = decodeURIComponent(/token=([^\s&]+)/.exec(text)?.[1] ?? '');
  const reset = (newPassword: string) => visitor.call('POST', '/auth/reset-password', { token, newPassword });
  expect(await reset('Password1')).toMatchObject(refusal('newPassword'));
  expect(
    await visitor.call('POST', '/auth/undo-address-change', { token: 'x', newPassword: 'Password1' }),
  ).toMatchObject(refusal('newPassword'));
  expect(await caller.post('/auth/change-password', { newPassword: 'Password1' })).toMatchObject(
    refusal('newPassword'),
  );
  expect((await reset('N3wPassword')).status).toBe(200);
});
