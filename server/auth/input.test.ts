import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { type Market, openMarket } from '#testing/market.ts';
import { visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

test('blanks around an address are no part of it, in signing up and in', async () => {
  const email = 'blanks@example.com';
  const padded = { name: 'Mina', email: ` ${email} `, password: 'Str0ngPass' };
  const signUp = await visitorOf(market.address).call('POST', '/auth/sign-up/email', padded);
  expect(signUp).toMatchObject({ status: 200, body: { user: { email } } });
  const signIn = await visitorOf(market.address).call('POST', '/auth/sign-in/email', padded);
  expect(signIn).toMatchObject({ status: 200, body: { user: { email } } });
});

test('an invented redirect from Google is refused in our words', async () => {
  const path = '/auth/callback/google?state=a&state=b';
  const { status, body } = await visitorOf(market.address).call('GET', path);
  expect(status).toBe(400);
  expect(body.code).toBe('auth.validation-error');
  expect(body.message).not.toMatch(/query|expected/);
});

test('a body that is nested too deeply is refused with 400', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  for (const path of ['sign-up/email', 'sign-in/email', 'sign-in/social']) {
    const reply = await fetch(`${market.address}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `{"${path === 'sign-in/social' ? 'provider' : 'email'}":${deep},"password":"Str0ngPass"}`,
    });
    const { code, detail } = await reply.json();
    const expected = [path, 400, 'request.invalid', 'The body of the request is nested too deeply.'];
    expect([path, reply.status, code, detail]).toEqual(expected);
  }
});

test('one of several simultaneous sign-ups with an address gets it, and the others are told that it is taken', async () => {
  const account = { name: 'Mina', email: 'at.once@example.com', password: 'Str0ngPass' };
  const errors = vi.spyOn(market.services.log, 'error');
  onTestFinished(() => errors.mockRestore());
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => market.stranger.post('/auth/sign-up/email', account)),
  );
  expect(errors).not.toHaveBeenCalled();
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(11);
  for (const { status, body } of refused)
    expect([status, body.code]).toEqual([422, 'auth.user-already-exists-use-another-email']);
});

test('a HEAD request for the session is answered like a GET, without a body', async () => {
  const reply = await fetch(`${market.address}/api/auth/get-session`, { method: 'HEAD' });
  expect([reply.status, await reply.text()]).toEqual([200, '']);
});
