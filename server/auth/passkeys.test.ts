import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxPasskeys } from '#contract/auth-passkeys.ts';
import { users } from '#db/tables/users.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { callerOf, type Caller } from '#testing/caller.ts';
import { lockWaits } from '#testing/database.ts';
import { mailsTo, mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { storedPasskey } from '#testing/passkey-requests.ts';
import { firstStep, protectedPerson } from '#testing/protected-person.ts';
import { createSecurityKey, type KeyChanges, type SecurityKey } from '#testing/security-key.ts';
import { join, type Visitor, visitorOf } from '#testing/visitor.ts';

let market: Market;
/** Passkeys need a host name, so these tests use localhost, which the demo trusts as well. */
let origin: string;
beforeAll(async () => {
  market = await openMarket();
  origin = market.address.replace('127.0.0.1', 'localhost');
});
afterAll(() => market.close());

const password = 'Str0ngPass';
/** Somebody whose address is confirmed. */
async function joinConfirmed(role: 'user' | 'admin' = 'user') {
  const person = await join(market.address);
  await writeUnpublished(market.services.db)
    .update(users)
    .set({ emailVerified: true, role })
    .where(eq(users.id, person.id));
  return person;
}

const post = (caller: Caller, path: string, body: unknown = {}) =>
  caller.request('POST', path, {
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(body),
  });

async function challengeFor(): Promise<string> {
  const reply = await post(market.stranger, '/auth/passkeys/challenge');
  expect(reply).toMatchObject({ status: 200, body: { rpId: 'localhost', userVerification: 'required' } });
  return reply.body.challenge;
}

async function add(caller: Caller, key: SecurityKey, changes?: KeyChanges) {
  const { body } = await post(caller, '/auth/passkeys/options');
  return post(caller, '/auth/passkeys', { name: 'Laptop', credential: key.create(body.challenge, changes) });
}

const signInWith = async (
  key: SecurityKey,
  changes?: KeyChanges,
  visitor: Visitor = visitorOf(market.address),
) => ({
  visitor,
  reply: await visitor.call('POST', '/auth/sign-in/passkey', {
    credential: key.get(await challengeFor(), changes),
  }),
});
const refused = { status: 400, body: { code: 'auth.passkey-refused' } };

test.each(['es256', 'eddsa', 'rs256'] as const)(
  'a passkey (%s) is added, named, and signs in alone',
  async (kind) => {
    const mina = await joinConfirmed();
    const key = createSecurityKey(origin, kind);
    const options = await post(mina.caller, '/auth/passkeys/options');
    expect(options.body).toMatchObject({
      rp: { id: 'localhost', name: 'Ringback' },
      user: { name: mina.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const added = await add(mina.caller, key);
    expect(added).toMatchObject({
      status: 200,
      body: { acknowledged: true, insertedId: expect.any(String) },
    });
    expect((await mina.caller.get('/auth/passkeys')).body).toEqual([
      { _id: added.body.insertedId, name: 'Laptop', createdAt: expect.any(String), lastUsedAt: null },
    ]);
    const path = `/auth/passkeys/${added.body.insertedId}`;
    expect((await mina.caller.patch(path, { name: 'Telephone' })).body.modifiedCount).toBe(1);

    const { visitor, reply } = await signInWith(key);
    expect(reply).toMatchObject({ status: 200, body: { status: true } });
    const jwt = await visitor.call('GET', `/jwt?email=${encodeURIComponent(mina.email)}`);
    expect(jwt.status).toBe(200);
    const caller = callerOf(market.address, jwt.body.accessToken);
    expect((await caller.get('/auth/passkeys')).body).toMatchObject([
      { name: 'Telephone', lastUsedAt: expect.any(String) },
    ]);
    // The session is fresh, as after any sign-in.
    expect((await caller.delete(path)).body).toMatchObject({ deletedCount: 1 });
    expect((await signInWith(key)).reply).toMatchObject({
      status: 400,
      body: { code: 'auth.passkey-unknown' },
    });
    await mailTo(market.address, mina.email, 'A passkey was added');
    await mailTo(market.address, mina.email, 'A passkey was removed');
  },
);

const foreign: [string, KeyChanges][] = [
  ['a page of another site', { origin: 'https://evil.example' }],
  ['a page of another site that names ours', { origin: 'https://localhost.evil.example' }],
  ['another program on our host', { origin: 'http://localhost:1' }],
  ['another site’s device', { rpId: 'evil.example' }],
  ['a device that recognised nobody', { flags: 1 }],
  ['a device that nobody touched', { flags: 4 }],
  ['a frame within another site', { crossOrigin: true }],
  ['an answer to another question', { type: 'webauthn.other' }],
];

test.each(foreign)('a passkey is refused from %s', async (_, changes) => {
  const mina = await joinConfirmed();
  const key = createSecurityKey(origin);
  expect((await add(mina.caller, key)).status).toBe(200);
  expect((await signInWith(key, changes)).reply).toMatchObject(refused);
  const withCredential = changes.flags === undefined ? changes : { flags: changes.flags + 64 };
  expect(await add(mina.caller, createSecurityKey(origin), withCredential)).toMatchObject(refused);
  expect((await signInWith(key)).reply.status).toBe(200);
});

test('no passkey is added beyond the limit, also if its creation began before', async () => {
  const mina = await joinConfirmed();
  const credential = createSecurityKey(origin).create(await challengeFor());
  for (let added = 0; added < maxPasskeys; added += 1) await storedPasskey(market, mina);
  const tooMany = { status: 409, body: { code: 'auth.too-many-passkeys' } };
  expect(await post(mina.caller, '/auth/passkeys', { name: 'Laptop', credential })).toMatchObject(tooMany);
  expect(await post(mina.caller, '/auth/passkeys/options')).toMatchObject(tooMany);
});

test('an answer of a passkey is accepted once, for five minutes, and only to a challenge of ours', async () => {
  const mina = await joinConfirmed();
  const key = createSecurityKey(origin);
  await add(mina.caller, key);
  const challenge = await challengeFor();
  const credential = key.get(challenge);
  const use = () => visitorOf(market.address).call('POST', '/auth/sign-in/passkey', { credential });
  const replies = await Promise.all([use(), use(), use()]);
  expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400']);
  expect(await use()).toMatchObject(refused);
  const late = key.get(await challengeFor());
  market.clock.advance(5);
  const tooLate = await visitorOf(market.address).call('POST', '/auth/sign-in/passkey', { credential: late });
  market.clock.advance(-5);
  expect(tooLate).toMatchObject(refused);
  for (const made of ['unknown', `${challenge.slice(0, -1)}${challenge.endsWith('A') ? 'B' : 'A'}`, '']) {
    const reply = await visitorOf(market.address).call('POST', '/auth/sign-in/passkey', {
      credential: key.get(made),
    });
    expect(reply).toMatchObject(refused);
  }
});

test('another device’s signature, somebody else’s name and a copied device are refused', async () => {
  const mina = await joinConfirmed();
  const key = createSecurityKey(origin);
  expect((await add(mina.caller, key)).status).toBe(200);
  expect(await add(mina.caller, key)).toMatchObject({ status: 409, body: { code: 'auth.passkey-known' } });
  const thief = createSecurityKey(origin);
  const forged = { ...thief.get(await challengeFor()), id: key.id };
  const reply = await visitorOf(market.address).call('POST', '/auth/sign-in/passkey', { credential: forged });
  expect(reply).toMatchObject(refused);
  expect((await signInWith(thief)).reply.body).toMatchObject({ code: 'auth.passkey-unknown' });
  expect((await signInWith(key, { counter: 7 })).reply.status).toBe(200);
  expect((await signInWith(key, { counter: 7 })).reply).toMatchObject(refused);
  expect((await signInWith(key, { counter: 0 })).reply).toMatchObject(refused);
  expect((await signInWith(key, { counter: 8 })).reply.status).toBe(200);
});

test('a passkey is accepted as the second step, and no code is asked for after it', async () => {
  const mina = await protectedPerson(market);
  const key = createSecurityKey(origin);
  await add(mina.caller, key);
  const direct = await signInWith(key);
  expect((await direct.visitor.call('GET', '/jwt')).status).toBe(200);
  const visitor = await firstStep(market, mina);
  const other = await joinConfirmed();
  const foreignKey = createSecurityKey(origin);
  await add(other.caller, foreignKey);
  const second = async (used: SecurityKey) =>
    visitor.call('POST', '/auth/second-factor', { passkey: used.get(await challengeFor()) });
  expect((await second(foreignKey)).body).toMatchObject({ code: 'auth.passkey-unknown' });
  expect((await second(key)).status).toBe(200);
  expect((await visitor.call('GET', '/jwt')).status).toBe(200);
});

test('a sign-in with a passkey ends the session that its browser had before', async () => {
  const mina = await joinConfirmed();
  const key = createSecurityKey(origin);
  await add(mina.caller, key);
  const other = await join(market.address);
  expect((await signInWith(key, {}, other.visitor)).reply.status).toBe(200);
  expect((await other.caller.get('/user')).status).toBe(401);
  expect((await mina.caller.get('/user')).status).toBe(200);
});

test('a passkey makes its owner’s session fresh, and nobody else’s', async () => {
  const mina = await protectedPerson(market);
  const other = await joinConfirmed();
  const [key, foreignKey] = [createSecurityKey(origin), createSecurityKey(origin)];
  await add(mina.caller, key);
  await add(other.caller, foreignKey);
  expect((await mina.caller.get('/auth/step-up')).body).toEqual({
    ways: ['password', 'totp'],
    hasPasskey: true,
  });
  market.clock.advance(11);
  const stepUp = async (used: SecurityKey) =>
    mina.caller.post('/auth/step-up', { passkey: used.get(await challengeFor()) });
  expect((await add(mina.caller, createSecurityKey(origin))).body.code).toBe('request.fresh-sign-in-needed');
  expect((await stepUp(foreignKey)).body).toMatchObject({ code: 'auth.passkey-unknown' });
  expect((await mina.caller.delete('/auth/totp')).status).toBe(403);
  expect((await stepUp(key)).status).toBe(200);
  expect((await mina.caller.delete('/auth/totp')).status).toBe(200);
  market.clock.advance(-11);
});

test('only the owner manages their passkeys, and “This wasn’t me” removes one that was added since', async () => {
  const mina = await joinConfirmed();
  const other = await joinConfirmed();
  const [key, thief] = [createSecurityKey(origin), createSecurityKey(origin)];
  const { body } = await add(mina.caller, key);
  expect((await other.caller.delete(`/auth/passkeys/${body.insertedId}`)).status).toBe(403);
  expect((await other.caller.patch(`/auth/passkeys/${body.insertedId}`, { name: 'Mine' })).status).toBe(403);
  await mailTo(market.address, mina.email, 'A passkey was added');
  await mina.caller.delete(`/auth/passkeys/${body.insertedId}`);
  await mailTo(market.address, mina.email, 'A passkey was removed');
  await add(mina.caller, key);
  market.clock.advance(1);
  await add(mina.caller, thief);
  const added = async () =>
    (await mailsTo(market.address, mina.email)).filter(({ subject }) => subject === 'A passkey was added');
  await expect.poll(async () => (await added()).length).toBe(3);
  const token = tokenIn(await mailTo(market.address, mina.email, 'A passkey was added'));
  expect((await market.stranger.post('/auth/secure-account', { token })).status).toBe(200);
  expect((await signInWith(thief)).reply.status).toBe(400);
  expect((await signInWith(key)).reply.status).toBe(200);
});

test('a site that is opened by its IP address has no passkeys', async () => {
  const mina = await joinConfirmed();
  for (const reply of [
    await mina.visitor.call('POST', '/auth/passkeys/challenge'),
    await mina.caller.post('/auth/passkeys/options'),
  ])
    expect(reply).toMatchObject({ status: 409, body: { code: 'auth.passkeys-need-a-domain' } });
});

test('an admin’s password does not bypass their passkey', async () => {
  const mina = await joinConfirmed('admin');
  const key = createSecurityKey(origin);
  await add(mina.caller, key);
  const visitor = await firstStep(market, mina);
  expect((await visitor.call('GET', '/jwt')).body).toMatchObject({
    code: 'request.second-factor-needed',
    ways: ['passkey'],
  });
  const passkey = key.get(await challengeFor());
  expect((await visitor.call('POST', '/auth/second-factor', { passkey })).status).toBe(200);
});

test('the password alone does not make the session of an admin with a passkey fresh', async () => {
  const mina = await joinConfirmed('admin');
  const key = createSecurityKey(origin);
  await add(mina.caller, key);
  expect((await mina.caller.get('/auth/step-up')).body).toEqual({ ways: ['passkey'], hasPasskey: true });
  market.clock.advance(11);
  expect(await mina.caller.post('/auth/step-up', { password })).toMatchObject({
    status: 400,
    body: { code: 'auth.passkey-needed' },
  });
  expect((await post(mina.caller, '/auth/passkeys/options')).body.code).toBe('request.fresh-sign-in-needed');
  const passkey = key.get(await challengeFor());
  expect((await post(mina.caller, '/auth/step-up', { passkey })).status).toBe(200);
  expect((await post(mina.caller, '/auth/passkeys/options')).status).toBe(200);
  market.clock.advance(-11);
});

test('a passkey that is added while its owner is removed is not kept', async () => {
  const mina = await joinConfirmed();
  const { db } = market.services;
  const { adding } = await db.transaction(async (tx) => {
    await writeUnpublished(tx)
      .update(users)
      .set({ removedAt: market.clock.now() })
      .where(eq(users.id, mina.id));
    const begun = { adding: add(mina.caller, createSecurityKey(origin)) };
    await expect.poll(() => lockWaits(db), { interval: 5 }).toBe(1);
    return begun;
  });
  expect(await adding).toMatchObject({ status: 401, body: { code: 'request.unauthenticated' } });
});
