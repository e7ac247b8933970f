import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { recoveryCodes, totpFactors } from '#db/tables/auth.ts';
import { totpCode } from '#testing/authenticator-app.ts';
import { lockWaits } from '#testing/database.ts';
import { mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { firstStep, nextCode, protectedPerson, secondStep } from '#testing/protected-person.ts';
import { join, signUp, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';

test('new recovery codes make the former ones void', async () => {
  const mina = await protectedPerson(market);
  const { body } = await mina.caller.post('/auth/recovery-codes');
  expect(body.recoveryCodes).toHaveLength(10);
  const visitor = await firstStep(market, mina);
  expect((await secondStep(visitor, mina.recoveryCodes[0] ?? '')).status).toBe(400);
  expect((await secondStep(visitor, body.recoveryCodes[0])).status).toBe(200);
  await mailTo(market.address, mina.email, 'new recovery codes');
});

test('of new recovery codes that are made twice at once, one set is valid', async () => {
  const mina = await protectedPerson(market);
  const { db } = market.services;
  const { making } = await db.transaction(async (tx) => {
    await tx.execute(sql`select from recovery_codes where user_id = ${mina.id} for update`);
    const renew = () => mina.caller.post('/auth/recovery-codes');
    const begun = { making: [renew(), renew()] };
    await expect.poll(() => lockWaits(db), { timeout: 10_000, interval: 5 }).toBe(2);
    return begun;
  });
  expect((await Promise.all(making)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await mina.caller.get('/auth/factors')).body).toMatchObject({ recoveryCodesLeft: 10 });
});

test('neither the app’s secret nor a recovery code can be read in the database', async () => {
  const mina = await protectedPerson(market);
  const { db } = market.services;
  const stored = JSON.stringify([
    await db.select().from(totpFactors).where(eq(totpFactors.userId, mina.id)),
    await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, mina.id)),
    (await mina.caller.get('/notifications')).body,
  ]);
  for (const secret of [
    mina.secret,
    ...mina.recoveryCodes,
    ...mina.recoveryCodes.map((code) => code.replace('-', '')),
  ])
    expect(stored).not.toContain(secret);
});

const saltOf = (hash: string): string | undefined => hash.split('$')[4];

test('recovery codes are hashed as slowly as passwords, and differently for each person', async () => {
  const [mina, omar] = [await protectedPerson(market), await protectedPerson(market)];
  const { db, factorSecrets } = market.services;
  const rows = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, mina.id));
  expect(rows).toHaveLength(10);
  for (const { codeHash } of rows) expect(codeHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const [code = ''] = mina.recoveryCodes;
  const hash = await factorSecrets.hashRecoveryCode(mina.id, code);
  expect(rows.map(({ codeHash }) => codeHash)).toContain(hash);
  expect(saltOf(await factorSecrets.hashRecoveryCode(omar.id, code))).not.toBe(saltOf(hash));
});

test('if an app is set up in two windows, the first window is told why its key does not work', async () => {
  const { caller } = await join(market.address);
  const begin = async (): Promise<string> => (await caller.post('/auth/totp')).body.secret;
  const [former, newer] = [await begin(), await begin()];
  const confirm = (secret: string) =>
    caller.post('/auth/totp/confirm', { code: totpCode(secret, market.services.clock.now()), secret });
  expect(await confirm(former)).toMatchObject({ status: 409, body: { code: 'auth.totp-replaced' } });
  expect((await confirm(newer)).status).toBe(200);
  expect(await confirm(former)).toMatchObject({ status: 409, body: { code: 'auth.totp-on' } });
});

test('an impostor’s app does not prevent the owner of an unconfirmed address from signing in', async () => {
  const impostor = await protectedPerson(market, { emailVerified: false });
  await market.stranger.post('/auth/request-password-reset', { email: impostor.email });
  const token = tokenIn(await mailTo(market.address, impostor.email, 'new password'));
  const owner = visitorOf(market.address);
  await owner.call('POST', '/auth/reset-password', { token, newPassword: 'N3wPassword' });
  const reply = await owner.call('POST', '/auth/sign-in/email', {
    email: impostor.email,
    password: 'N3wPassword',
  });
  expect(reply.status).toBe(200);
  expect((await owner.call('GET', '/jwt')).status).toBe(200);
});

test('“This wasn’t me” removes only an app that was set up since', async () => {
  const mina = await protectedPerson(market);
  const token = tokenIn(await mailTo(market.address, mina.email, 'authenticator app was set up'));
  expect((await market.stranger.post('/auth/secure-account', { token })).status).toBe(200);
  const set = await market.stranger.post('/auth/reset-password', { token, newPassword: password });
  expect(set.status).toBe(200);
  const owner = visitorOf(market.address);
  await owner.call('POST', '/auth/sign-in/email', { email: mina.email, password });
  expect((await owner.call('GET', '/jwt')).status).toBe(200);

  const lina = await protectedPerson(market);
  await lina.caller.post('/auth/recovery-codes');
  const later = tokenIn(await mailTo(market.address, lina.email, 'new recovery codes'));
  await market.stranger.post('/auth/secure-account', { token: later });
  await market.stranger.post('/auth/reset-password', { token: later, newPassword: password });
  await firstStep(market, lina);
});

test('turning the app off and on again needs a fresh sign-in with both factors', async () => {
  const mina = await protectedPerson(market);
  market.clock.advance(11);
  for (const reply of [
    await mina.caller.delete('/auth/totp'),
    await mina.caller.post('/auth/totp'),
    await mina.caller.post('/auth/totp/confirm', { code: '000000' }),
    await mina.caller.post('/auth/recovery-codes'),
  ])
    expect(reply).toMatchObject({ status: 403, body: { code: 'request.fresh-sign-in-needed' } });
  expect((await mina.caller.get('/auth/step-up')).body).toEqual({
    ways: ['password', 'totp'],
    hasPasskey: false,
  });
  const code = nextCode(market, mina);
  const stepUp = (body: object) => mina.caller.post('/auth/step-up', body);
  expect((await stepUp({ password })).body).toMatchObject({ code: 'auth.wrong-code' });
  expect((await stepUp({ code })).body).toMatchObject({ code: 'auth.wrong-password' });
  expect((await stepUp({ password: 'Wr0ngPass', code })).body).toMatchObject({ code: 'auth.wrong-password' });
  expect((await stepUp({ password, code })).status).toBe(200);

  expect((await mina.caller.post('/auth/totp')).body).toMatchObject({ code: 'auth.totp-on' });
  expect((await mina.caller.delete('/auth/totp')).status).toBe(200);
  await mailTo(market.address, mina.email, 'turned off');
  expect((await mina.caller.get('/auth/factors')).body).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
  const visitor = visitorOf(market.address);
  await visitor.call('POST', '/auth/sign-in/email', { email: mina.email, password });
  expect((await visitor.call('GET', '/jwt')).status).toBe(200);
  expect((await mina.caller.delete('/auth/totp')).body).toMatchObject({ code: 'auth.totp-off' });
  market.clock.advance(-12);
});

test('an app counts only after a code of its newest secret was confirmed', async () => {
  const account = { name: 'Mina', email: 'lina.factor@example.com', password };
  const { caller } = await signUp(market.address, account);
  const begin = async (): Promise<string> => (await caller.post('/auth/totp')).body.secret;
  const first = await begin();
  const visitor = visitorOf(market.address);
  await visitor.call('POST', '/auth/sign-in/email', account);
  expect((await visitor.call('GET', '/jwt')).status).toBe(200);
  const second = await begin();
  expect(second).not.toBe(first);
  const confirm = (secret: string) =>
    caller.post('/auth/totp/confirm', { code: totpCode(secret, market.clock.now()) });
  expect((await confirm(first)).body).toMatchObject({ code: 'auth.wrong-code' });
  expect((await confirm(second)).status).toBe(200);
  expect((await confirm(second)).body).toMatchObject({ code: 'auth.totp-on' });
  await mailTo(market.address, account.email, 'authenticator app was set up');
});
