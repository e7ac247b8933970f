// A thief of a session changes several things, in an order that is meant to keep the owner out.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { accounts, knownBrowsers } from '#db/tables/auth.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { totpCode } from '#testing/authenticator-app.ts';
import { lockWaits } from '#testing/database.ts';
import { mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { firstStep, protectedPerson, type ProtectedPerson, secondStep } from '#testing/protected-person.ts';
import { join, newEmail, visitorOf } from '#testing/visitor.ts';
import { createMailLink } from './mail-links.ts';
import { endSessions, lockAccount } from './repository.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const newPassword = 'N3wPassword';

/** The account of somebody with a stolen session, whose thief has set up an authenticator app. */
const stolen = () => protectedPerson(market);

const linkIn = async (email: string, subject: string) =>
  tokenIn(await mailTo(market.address, email, subject));

/** Presses "This wasn't me" and sets a new password. @returns the code of a refusal */
async function secure(token: string): Promise<string | undefined> {
  const pressed = await market.stranger.post('/auth/secure-account', { token });
  const set = await market.stranger.post('/auth/reset-password', { token, newPassword });
  return pressed.body.code ?? set.body.code;
}

const undo = (token: string) => market.stranger.post('/auth/undo-address-change', { token, newPassword });

/** Whether a sign-in with the owner's new password needs no second step. */
async function ownerGetsIn({ email }: { email: string }): Promise<boolean> {
  const owner = visitorOf(market.address);
  await owner.call('POST', '/auth/sign-in/email', { email, password: newPassword });
  return (await owner.call('GET', '/jwt')).status === 200;
}

async function changeAddress({ visitor, caller }: Pick<ProtectedPerson, 'visitor' | 'caller'>) {
  const email = newEmail();
  expect((await caller.post('/auth/change-address', { email })).status).toBe(200);
  const token = await linkIn(email, 'Confirm your new e-mail');
  const { url } = await visitor.open(`${market.address}/api/auth/verify-email?token=${token}`);
  expect(new URL(url).searchParams.get('result')).toBe('changed');
  return email;
}

test.each([
  ['new recovery codes', 'new recovery codes', '/auth/recovery-codes', {}],
  ['a new password', 'Your password was changed', '/auth/change-password', { newPassword: 'Th1efPass' }],
])(
  'an app that a thief set up before %s is removed by the link of its own mail',
  async (_, subject, path, body) => {
    const mina = await stolen();
    const first = await linkIn(mina.email, 'authenticator app was set up');
    market.clock.advance(1);
    expect((await mina.caller.post(path, body)).status).toBe(200);
    // The newest mail first: it undoes what was done since.
    expect(await secure(await linkIn(mina.email, subject))).toBeUndefined();
    expect(await secure(first)).toBeUndefined();
    expect(await ownerGetsIn(mina)).toBe(true);
    expect(await secure(first)).toBe('auth.link-used');
  },
);

test('recovery codes that a thief has made are void after “This wasn’t me”', async () => {
  const mina = await stolen();
  market.clock.advance(1);
  const { body } = await mina.caller.post('/auth/recovery-codes');
  expect(await secure(await linkIn(mina.email, 'new recovery codes'))).toBeUndefined();
  const visitor = visitorOf(market.address);
  await visitor.call('POST', '/auth/sign-in/email', { email: mina.email, password: newPassword });
  expect((await secondStep(visitor, body.recoveryCodes[0])).status).toBe(400);
  // The app is older and still counts.
  expect((await secondStep(visitor, totpCode(mina.secret, market.clock.now()))).status).toBe(200);
});

test('an app that a thief set up before changing the address is removed by the link of its own mail', async () => {
  const mina = await stolen();
  const first = await linkIn(mina.email, 'authenticator app was set up');
  market.clock.advance(1);
  await changeAddress(mina);
  expect((await undo(await linkIn(mina.email, 'was changed'))).status).toBe(200);
  expect(await secure(first)).toBeUndefined();
  expect(await ownerGetsIn(mina)).toBe(true);
});

test('a thief who changes the address twice cannot keep it by undoing the second change', async () => {
  const mina = await stolen();
  const thief = await changeAddress(mina);
  market.clock.advance(1);
  await changeAddress(mina);
  expect((await undo(await linkIn(thief, 'was changed'))).status).toBe(200);
  expect((await undo(await linkIn(mina.email, 'was changed'))).status).toBe(200);
});

test('a new password by the link of “This wasn’t me” removes a thief’s app as well', async () => {
  const mina = await stolen();
  const token = await linkIn(mina.email, 'authenticator app was set up');
  const set = await market.stranger.post('/auth/reset-password', { token, newPassword });
  expect(set.status).toBe(200);
  expect(await ownerGetsIn(mina)).toBe(true);
});

test('a Google account that a thief has added under their address cannot sign in once that is undone', async () => {
  const mina = await stolen();
  await changeAddress(mina);
  const { db } = market.services;
  const google = { id: newId(), userId: mina.id, accountId: 'thief', providerId: 'google' };
  await db.insert(accounts).values(google);
  expect((await undo(await linkIn(mina.email, 'was changed'))).status).toBe(200);
  const ways = await db.select().from(accounts).where(eq(accounts.userId, mina.id));
  expect(ways.map(({ providerId }) => providerId)).toEqual(['credential']);
  const known = await db.select().from(knownBrowsers).where(eq(knownBrowsers.userId, mina.id));
  expect(known).toEqual([]);
});

test('“This wasn’t me” voids what a thief has begun, and forgets their browser', async () => {
  const mina = await stolen();
  const { db, clock } = market.services;
  const wanted = { userId: mina.id, kind: 'change-address', email: newEmail() } as const;
  const begun = await createMailLink(db, wanted, clock.now());
  const ofMina = eq(knownBrowsers.userId, mina.id);
  expect(await db.select().from(knownBrowsers).where(ofMina)).not.toEqual([]);
  const token = await linkIn(mina.email, 'authenticator app was set up');
  expect((await market.stranger.post('/auth/secure-account', { token })).status).toBe(200);
  expect(await db.select().from(knownBrowsers).where(ofMina)).toEqual([]);
  const late = await market.stranger.post('/auth/confirm-address', { token: begun, password: mina.password });
  expect(late.body.code).toBe('auth.link-used');
});

test.each([
  ['password', '/auth/change-password', { newPassword: 'Th1efPass' }],
  ['recovery codes', '/auth/recovery-codes', {}],
  ['e-mail address', '/auth/change-address', { email: newEmail() }],
])(
  'a thief’s change of the %s is refused if the owner ends all sessions meanwhile',
  async (_, path, body) => {
    const mina = await stolen();
    const { db } = market.services;
    const { sending } = await db.transaction(async (tx) => {
      await lockAccount(tx, mina.id);
      const begun = { sending: mina.caller.post(path, body) };
      await expect.poll(() => lockWaits(db), { timeout: 10_000, interval: 5 }).toBe(1);
      await endSessions(tx, mina.id);
      return begun;
    });
    expect(await sending).toMatchObject({ status: 401, body: { code: 'request.unauthenticated' } });
    const visitor = await firstStep(market, mina);
    expect((await secondStep(visitor, mina.recoveryCodes[0] ?? '')).status).toBe(200);
  },
);

test('links that were mailed to a thief’s address are void once the owner has undone the change', async () => {
  const mina = await stolen();
  const thief = await changeAddress(mina);
  market.clock.advance(1);
  await mina.caller.post('/auth/recovery-codes');
  const theirs = await linkIn(thief, 'new recovery codes');
  expect((await undo(await linkIn(mina.email, 'was changed'))).status).toBe(200);
  expect(await secure(theirs)).toBe('auth.link-used');
});

test('links to an unconfirmed address are void once the account has another one', async () => {
  const mina = await join(market.address);
  await mina.caller.post('/auth/change-password', { newPassword: 'Str0ngerPass' });
  const first = await linkIn(mina.email, 'Your password was changed');
  await changeAddress(mina);
  expect(await secure(first)).toBe('auth.link-used');
});
