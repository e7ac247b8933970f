import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { users } from '#db/tables/users.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { signUp, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';
const newPassword = 'N3wPassword';

interface StoredMail {
  readonly subject: string;
  readonly text: string;
}

/** Waits for the outbox to have a mail: a job sends it, a moment after the answer. */
const mailTo = (email: string, subject: string): Promise<StoredMail> =>
  vi.waitFor(
    async () => {
      const url = `${market.address}/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`;
      const mails: StoredMail[] = await (await fetch(url)).json();
      const found = mails.find((mail) => mail.subject.includes(subject));
      if (found === undefined) throw new Error(`no mail about ${subject}`);
      return found;
    },
    { timeout: 15_000, interval: 100 },
  );

async function askForLink(email: string): Promise<string> {
  const visitor = visitorOf(market.address);
  const asked = await visitor.call('POST', '/auth/request-password-reset', {
    email,
    redirectTo: '/reset-password',
  });
  expect(asked).toMatchObject({ status: 200, body: { status: true } });
  const { text } = await mailTo(email, 'new password');
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
  expect(await reset()).toMatchObject({ status: 400, body: { code: 'auth.invalid-token' } });
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

test('a link that was never sent sets no password', async () => {
  const body = { newPassword, token: 'forged' };
  const reply = await visitorOf(market.address).call('POST', '/auth/reset-password', body);
  expect(reply).toMatchObject({ status: 400, body: { code: 'auth.invalid-token' } });
});

test('asking does not tell whether an address is known', async () => {
  await signUp(market.address, { name: 'Mina', email: 'known@example.com', password });
  const ask = async (email: string) => {
    const reply = await visitorOf(market.address).call('POST', '/auth/request-password-reset', { email });
    return { status: reply.status, body: reply.body };
  };
  expect(await ask('unknown@example.com')).toEqual(await ask('known@example.com'));
});

test('the link of the first mail confirms the address', async () => {
  const email = 'confirmed@example.com';
  const { visitor } = await signUp(market.address, { name: 'Mina', email, password });
  const { text } = await mailTo(email, 'Confirm');
  const link = /https?:\S+/.exec(text)?.[0] ?? '';
  await visitor.open(link);
  const isConfirmed = await market.services.db
    .select({ emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.email, email));
  expect(isConfirmed).toEqual([{ emailVerified: true }]);
});
