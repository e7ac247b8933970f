import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mailLinks } from '#db/tables/auth.ts';
import { users } from '#db/tables/users.ts';
import { mailsTo, mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { join, type Visitor, visitorOf } from '#testing/visitor.ts';
import { createMailLink } from './mail-links.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';
const newPassword = 'N3wPassword';
/** Somebody new, with the mail that asks them to confirm their address. */
async function joinMailed() {
  const person = await join(market.address);
  return { ...person, mail: await mailTo(market.address, person.email, 'Confirm') };
}
const stranger = () => visitorOf(market.address);
const signIn = (email: string, secret: string) =>
  stranger().call('POST', '/auth/sign-in/email', { email, password: secret });

/** Opens the link in a mail. @returns the query of the page that it leads to */
async function open(visitor: Visitor, token: string): Promise<URLSearchParams> {
  const end = await visitor.open(`${market.address}/api/auth/verify-email?token=${token}`);
  const { pathname, searchParams } = new URL(end.url);
  expect(pathname).toBe('/confirm-email');
  return searchParams;
}

async function isConfirmed({ id }: { id: string }): Promise<boolean | undefined> {
  const [row] = await market.services.db.select().from(users).where(eq(users.id, id));
  return row?.emailVerified;
}

test('the link of the first mail, opened in the account’s own session, confirms and changes nothing else', async () => {
  const mina = await joinMailed();
  expect((await mina.caller.get('/user')).body).toMatchObject({ emailConfirmed: false });
  const link = /https?:\S+/.exec(mina.mail.text)?.[0] ?? '';
  expect(link).toContain('/api/auth/verify-email?token=');
  expect((await open(mina.visitor, tokenIn(mina.mail))).get('result')).toBe('confirmed');
  expect((await mina.caller.get('/user')).body).toMatchObject({ emailConfirmed: true });
  expect((await signIn(mina.email, password)).status).toBe(200);
});

test('the mail tells people who created no account what to do', async () => {
  expect((await joinMailed()).mail.text).toMatch(/If it was not you/);
});

test('without a session the link confirms only with the account’s password', async () => {
  const mina = await joinMailed();
  const token = tokenIn(mina.mail);
  const shown = await open(stranger(), token);
  expect(Object.fromEntries(shown)).toEqual({ result: 'password-needed', token });
  expect(await isConfirmed(mina)).toBe(false);

  const wrong = await stranger().call('POST', '/auth/confirm-address', { token, password: 'Wr0ngPass' });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'auth.wrong-password' } });
  const right = await stranger().call('POST', '/auth/confirm-address', { token, password });
  expect(right).toMatchObject({ status: 200, body: { result: 'confirmed' } });
  expect(await isConfirmed(mina)).toBe(true);
  // It only confirms: the earlier session continues.
  expect((await mina.caller.get('/user')).status).toBe(200);
});

test('a new password by the link takes the account over: what the impostor had is void', async () => {
  const impostor = await joinMailed();
  const token = tokenIn(impostor.mail);
  const words = { city: 'Dhaka', about: 'I deliver only after payment' };
  expect((await impostor.caller.patch('/user', words)).status).toBe(200);
  const wanted = { email: 'impostor@example.com', password };
  expect((await impostor.caller.post('/auth/change-address', wanted)).status).toBe(200);
  const pending = tokenIn(await mailTo(market.address, wanted.email, 'new e-mail address'));

  const taken = await stranger().call('POST', '/auth/reset-password', { token, newPassword });
  expect(taken.status).toBe(200);
  expect(await isConfirmed(impostor)).toBe(true);
  expect((await impostor.caller.get('/user')).status).toBe(401);
  expect((await signIn(impostor.email, password)).status).toBe(401);
  expect((await signIn(impostor.email, newPassword)).status).toBe(200);
  // An address change that was begun before does not give the account back.
  expect((await open(impostor.visitor, pending)).get('result')).toBe('used');
  const [row] = await market.services.db.select().from(users).where(eq(users.id, impostor.id));
  expect(row).toMatchObject({ name: impostor.name, city: '', about: '', photoUrl: null });
  await mailTo(market.address, impostor.email, 'An earlier account');
});

test('a link is refused the second time, late, changed, and in somebody else’s session', async () => {
  const mina = await joinMailed();
  const token = tokenIn(mina.mail);
  const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  expect((await open(mina.visitor, changed)).get('result')).toBe('unknown');
  expect((await open(mina.visitor, '')).get('result')).toBe('unknown');
  const other = await joinMailed();
  expect((await open(other.visitor, token)).get('result')).toBe('other-account');
  expect(await isConfirmed(other)).toBe(false);
  market.clock.advance(24 * 60 + 1);
  expect((await open(mina.visitor, token)).get('result')).toBe('late');
  market.clock.advance(-24 * 60 - 1);
  expect((await open(mina.visitor, token)).get('result')).toBe('confirmed');
  expect((await open(mina.visitor, token)).get('result')).toBe('used');
  for (const [sent, code] of [
    [token, 'auth.link-used'],
    [changed, 'auth.link-unknown'],
  ])
    expect(
      (await stranger().call('POST', '/auth/confirm-address', { token: sent, password })).body.code,
    ).toBe(code);
});

test('the mail can be sent again, to an account that has something to confirm', async () => {
  const mina = await joinMailed();
  const ask = () => stranger().call('POST', '/auth/send-verification-email', { email: mina.email });
  await open(mina.visitor, tokenIn(mina.mail));
  expect(await ask()).toMatchObject({ status: 200, body: { status: true } });
  const other = await joinMailed();
  const again = await stranger().call('POST', '/auth/send-verification-email', { email: other.email });
  expect(again.status).toBe(200);
  await expect.poll(async () => (await mailsTo(market.address, other.email)).length).toBe(2);
  expect(await mailsTo(market.address, mina.email)).toHaveLength(1);
});

test('once an address is confirmed, no other link of its mails confirms it or sets a password', async () => {
  const mina = await joinMailed();
  const { db, clock } = market.services;
  const other = { userId: mina.id, kind: 'confirm-address', email: mina.email } as const;
  const token = await createMailLink(db, other, clock.now());
  expect((await open(mina.visitor, tokenIn(mina.mail))).get('result')).toBe('confirmed');
  expect((await open(mina.visitor, token)).get('result')).toBe('used');
  const reply = await stranger().call('POST', '/auth/reset-password', { token, newPassword });
  expect(reply).toMatchObject({ status: 400, body: { code: 'auth.link-used' } });
});

async function changeAddress(person: Awaited<ReturnType<typeof joinMailed>>, email: string): Promise<void> {
  const asked = await person.caller.post('/auth/change-address', { email });
  expect(asked).toMatchObject({ status: 200 });
  const token = tokenIn(await mailTo(market.address, email, 'new e-mail address'));
  expect((await open(person.visitor, token)).get('result')).toBe('changed');
}

test('another address counts when it is confirmed, and the former one can undo the change for 7 days', async () => {
  const mina = await joinMailed();
  await open(mina.visitor, tokenIn(mina.mail));
  await changeAddress(mina, 'mina.new@example.com');
  expect((await signIn(mina.email, password)).status).toBe(401);
  expect((await signIn('mina.new@example.com', password)).status).toBe(200);
  expect((await mina.caller.get('/user')).body).toMatchObject({ email: 'mina.new@example.com' });

  // Until the change can no longer be undone, nobody else can register the former address.
  const rival = { name: 'Rival', email: mina.email, password };
  expect((await stranger().call('POST', '/auth/sign-up/email', rival)).status).toBe(422);
  const warning = await mailTo(market.address, mina.email, 'was changed');
  market.clock.advance(6.9 * 24 * 60);
  const entry = { token: tokenIn(warning), newPassword };
  const undone = await stranger().call('POST', '/auth/undo-address-change', entry);
  market.clock.advance(-6.9 * 24 * 60);
  expect(undone.status).toBe(200);
  expect((await mina.caller.get('/user')).status).toBe(401);
  expect((await signIn(mina.email, newPassword)).status).toBe(200);
  expect((await signIn('mina.new@example.com', password)).status).toBe(401);
  const twice = await stranger().call('POST', '/auth/undo-address-change', entry);
  expect(twice).toMatchObject({ status: 400, body: { code: 'auth.link-used' } });
});

test('a person who changed the address cannot prevent the owner from undoing it', async () => {
  const mina = await joinMailed();
  await open(mina.visitor, tokenIn(mina.mail));
  await changeAddress(mina, 'thief.one@example.com');
  const undo = tokenIn(await mailTo(market.address, mina.email, 'was changed'));
  await changeAddress(mina, 'thief.two@example.com');
  await stranger().call('POST', '/auth/request-password-reset', { email: 'thief.two@example.com' });
  const reset = tokenIn(await mailTo(market.address, 'thief.two@example.com', 'new password'));
  await stranger().call('POST', '/auth/reset-password', { token: reset, newPassword: 'Th1efPass' });

  const entry = { token: undo, newPassword };
  expect((await stranger().call('POST', '/auth/undo-address-change', entry)).status).toBe(200);
  expect((await signIn(mina.email, newPassword)).status).toBe(200);
  const back = tokenIn(await mailTo(market.address, 'thief.one@example.com', 'was changed'));
  const theft = await stranger().call('POST', '/auth/undo-address-change', {
    token: back,
    newPassword: 'Th1efPass',
  });
  expect(theft).toMatchObject({ status: 400, body: { code: 'auth.link-used' } });
});

test('a former address that was never confirmed gets no link that undoes the change', async () => {
  const mina = await joinMailed();
  const { db, clock } = market.services;
  const wasNotMe = { userId: mina.id, kind: 'not-me', email: mina.email } as const;
  const token = await createMailLink(db, wasNotMe, clock.now());
  await changeAddress(mina, 'typo.mended@example.com');
  const theft = await stranger().call('POST', '/auth/secure-account', { token });
  expect(theft).toMatchObject({ status: 400, body: { code: 'auth.link-used' } });
  // The link would be stored with the change, and mailed later.
  const links = await market.services.db.select().from(mailLinks).where(eq(mailLinks.userId, mina.id));
  expect(links.map(({ kind }) => kind).toSorted()).toEqual(['change-address', 'confirm-address', 'not-me']);
  expect((await mailsTo(market.address, mina.email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Confirm'),
  ]);
});

test('only the address that was wanted last can be confirmed', async () => {
  const mina = await joinMailed();
  const linkTo = async (email: string) => {
    expect(await mina.caller.post('/auth/change-address', { email })).toMatchObject({ status: 200 });
    return tokenIn(await mailTo(market.address, email, 'new e-mail address'));
  };
  const mistyped = await linkTo('mina.mistyped@example.com');
  const right = await linkTo('mina.right@example.com');
  expect((await open(mina.visitor, mistyped)).get('result')).toBe('used');
  expect((await open(mina.visitor, right)).get('result')).toBe('changed');
  expect((await mina.caller.get('/user')).body).toMatchObject({ email: 'mina.right@example.com' });
});

test('an address is changed only soon after a sign-in, to one that is free', async () => {
  const mina = await joinMailed();
  const other = await joinMailed();
  const ask = (body: object) => mina.caller.post('/auth/change-address', body);
  market.clock.advance(10);
  const late = await ask({ email: 'free@example.com' });
  market.clock.advance(-10);
  expect(late).toMatchObject({ status: 403, body: { code: 'request.fresh-sign-in-needed' } });
  expect(await ask({ email: other.email })).toMatchObject({
    status: 409,
    body: { code: 'auth.address-taken' },
  });
  expect((await ask({ email: 'no address' })).status).toBe(400);
  expect(await ask({ email: mina.email.toUpperCase() })).toMatchObject({
    status: 409,
    body: { code: 'auth.address-own' },
  });
});

test('a person who changed the address can change it back to the former one', async () => {
  const mina = await joinMailed();
  await open(mina.visitor, tokenIn(mina.mail));
  await changeAddress(mina, 'mina.hasty@example.com');
  await changeAddress(mina, mina.email);
  expect((await mina.caller.get('/user')).body).toMatchObject({ email: mina.email });
  const rival = await joinMailed();
  const other = await rival.caller.post('/auth/change-address', { email: 'mina.hasty@example.com' });
  expect(other).toMatchObject({ status: 409, body: { code: 'auth.address-taken' } });
});
