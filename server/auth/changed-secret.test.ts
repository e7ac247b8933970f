// What still signs in after the installation's secret was changed, as docs/running-live.md says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { users } from '#db/tables/users.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { totpCode } from '#testing/authenticator-app.ts';
import { type Caller, callerOf } from '#testing/caller.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { firstStep, nextCode, protectedPerson, secondStep } from '#testing/protected-person.ts';
import { createSecurityKey } from '#testing/security-key.ts';
import { signUp, visitorOf } from '#testing/visitor.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/running-live.md'), 'utf8');

/** The same site before and after its secret was changed. */
async function openWithSecrets(mode: 'demo' | 'live'): Promise<readonly [Market, Market]> {
  const before = await openMarket({ mode, authSecret: 'the former secret' });
  const { database } = before.services.config;
  const after = await openMarket({ mode, authSecret: 'another secret', database });
  onTestFinished(async () => {
    await after.close();
    await before.close();
  });
  return [before, after];
}

const makeAdmin = (market: Market, id: string) =>
  writeUnpublished(market.services.db)
    .update(users)
    .set({ role: 'admin', emailVerified: true })
    .where(eq(users.id, id));

test('an app is refused after the secret was changed, until its rows are deleted as the page says', async () => {
  const [before, after] = await openWithSecrets('live');
  const admin = await protectedPerson(before);
  await makeAdmin(before, admin.id);
  expect((await secondStep(await firstStep(after, admin), nextCode(after, admin))).status).toBe(400);
  expect((await secondStep(await firstStep(after, admin), admin.recoveryCodes[0] ?? '')).status).toBe(400);

  const statements = page.match(/^delete from \w+ where user_id = .*you@example\.com.*$/gm) ?? [];
  // Also the one for passkeys, which an only admin who has lost everything needs.
  expect(statements).toHaveLength(3);
  for (const statement of statements)
    await after.services.db.execute(sql.raw(statement.replace('you@example.com', admin.email)));

  const visitor = visitorOf(after.address);
  expect((await visitor.call('POST', '/auth/sign-in/email', admin)).status).toBe(200);
  const { accessToken } = (await visitor.call('GET', `/jwt?email=${admin.email}`)).body;
  const caller = callerOf(after.address, accessToken);
  expect(await caller.get('/users?userType=Buyer')).toMatchObject({
    body: { code: 'request.second-factor-missing' },
  });
  const { secret } = (await caller.post('/auth/totp')).body;
  const code = totpCode(secret, after.clock.now());
  expect((await caller.post('/auth/totp/confirm', { code })).status).toBe(200);
  expect((await caller.get('/users?userType=Buyer')).status).toBe(200);
});

test('a passkey signs in after the secret was changed', async () => {
  const [before, after] = await openWithSecrets('demo');
  const password = 'Str0ngPass';
  const person = await signUp(before.address, { name: 'Mina', email: 'mina@example.com', password });
  await makeAdmin(before, person.id);
  const key = createSecurityKey(originOf(before));
  const { challenge } = (await post(person.caller, before, '/auth/passkeys/options')).body;
  const added = { name: 'Laptop', credential: key.create(challenge) };
  expect((await post(person.caller, before, '/auth/passkeys', added)).status).toBe(200);

  const asked = await post(after.stranger, after, '/auth/passkeys/challenge');
  const credential = key.get(asked.body.challenge, { origin: originOf(after) });
  expect((await post(after.stranger, after, '/auth/sign-in/passkey', { credential })).status).toBe(200);
});

/** Passkeys need a host name, so they are used under localhost, which the demo trusts as well. */
const originOf = ({ address }: Market): string => address.replace('127.0.0.1', 'localhost');

const post = (caller: Caller, market: Market, path: string, body: unknown = {}) =>
  caller.request('POST', path, {
    headers: { 'Content-Type': 'application/json', Origin: originOf(market) },
    body: JSON.stringify(body),
  });
