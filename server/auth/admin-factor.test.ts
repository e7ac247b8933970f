// With real services, an admin without a second factor has no admin rights.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { staffActions } from '#db/tables/staff.ts';
import { users } from '#db/tables/users.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { totpCode } from '#testing/authenticator-app.ts';
import { callerOf } from '#testing/caller.ts';
import { mailTo } from '#testing/mailbox.ts';
import { firstStep, nextCode, protectedPerson, secondStep } from '#testing/protected-person.ts';
import { storedPasskey } from '#testing/passkey-requests.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { visitorOf } from '#testing/visitor.ts';

let live: Market;
let demo: Market;
beforeAll(async () => {
  [live, demo] = await Promise.all([openMarket({ mode: 'live' }), openMarket()]);
});
afterAll(() => Promise.all([live.close(), demo.close()]));

const missing = { status: 403, body: { code: 'request.second-factor-missing' } };

async function expectAdmin(market: Market, admin: TestPerson, isAdmin: boolean): Promise<void> {
  const buyer = await market.person('buyer');
  for (const reply of [
    await admin.get('/users?userType=Buyer'),
    await admin.get(`/user?email=${buyer.email}`),
    await admin.delete(`/users/${buyer.id}`),
  ])
    if (isAdmin) expect(reply.status).toBe(200);
    else expect(reply).toMatchObject(missing);
}

test('an admin has an admin’s rights as soon as they have set up an app', async () => {
  const admin = await live.person('admin');
  await expectAdmin(live, admin, false);
  expect((await admin.get('/auth/factors')).body).toMatchObject({
    totp: false,
    passkeys: 0,
    isMissing: true,
  });
  const phone = await live.phone(await live.person('seller'));
  expect((await admin.delete(`/products/${phone}`)).status).toBe(403);
  const { body } = await admin.post('/auth/totp');
  await expectAdmin(live, admin, false);
  const code = totpCode(body.secret, live.clock.now());
  expect((await admin.post('/auth/totp/confirm', { code })).status).toBe(200);
  await expectAdmin(live, admin, true);
  expect((await admin.get('/auth/factors')).body).toMatchObject({ totp: true, isMissing: false });
  expect((await admin.delete('/auth/totp')).status).toBe(200);
  await expectAdmin(live, admin, false);
});

test('an admin who adds a passkey has an admin’s rights, too', async () => {
  const admin = await live.person('admin');
  await storedPasskey(live, admin);
  await expectAdmin(live, admin, true);
});

test('the admin of the settings signs in, can do nothing before an app is set up, and signs in with it', async () => {
  const admin = { email: 'boss@phones.example', password: 'B0ssPass1' };
  const site = await openMarket({ mode: 'live', admin });
  try {
    const visitor = visitorOf(site.address);
    const callerNow = async () =>
      callerOf(site.address, (await visitor.call('GET', `/jwt?email=${admin.email}`)).body.accessToken);
    expect((await visitor.call('POST', '/auth/sign-in/email', admin)).status).toBe(200);
    const boss = await callerNow();
    for (const path of ['/users?userType=Buyer', '/people', '/orders', '/reportItem', '/payouts/lines'])
      expect(await boss.get(path), path).toMatchObject(missing);
    expect((await boss.get(`/users/admin/${admin.email}`)).body).toEqual({ isAdmin: false });
    expect((await boss.get('/auth/factors')).body).toMatchObject({ isMissing: true });
    const { secret } = (await boss.post('/auth/totp')).body;
    const code = totpCode(secret, site.clock.now());
    expect((await boss.post('/auth/totp/confirm', { code })).status).toBe(200);
    expect((await boss.get('/users?userType=Buyer')).status).toBe(200);

    await visitor.call('POST', '/auth/sign-out', {});
    expect((await visitor.call('POST', '/auth/sign-in/email', admin)).body).toMatchObject({
      secondFactorNeeded: true,
    });
    expect((await visitor.call('GET', '/jwt')).status).toBe(403);
    site.clock.advance(0.5);
    expect((await secondStep(visitor, totpCode(secret, site.clock.now()))).status).toBe(200);
    expect((await (await callerNow()).get(`/users/admin/${admin.email}`)).body).toEqual({ isAdmin: true });
  } finally {
    await site.close();
  }
});

test('people who are no admins are not asked for a second factor', async () => {
  const buyer = await live.person('buyer');
  expect(await buyer.get('/users?userType=Buyer')).toMatchObject({
    status: 403,
    body: { code: 'request.forbidden' },
  });
  expect((await buyer.get('/auth/factors')).body).toMatchObject({ isMissing: false });
  // Calls that do not need admin rights still work.
  const admin = await live.person('admin');
  expect((await admin.get('/user')).status).toBe(200);
  await writeUnpublished(live.services.db).update(users).set({ role: 'user' }).where(eq(users.id, admin.id));
  expect(await admin.get('/users?userType=Buyer')).toMatchObject({ body: { code: 'request.forbidden' } });
});

test('the admin of the demo needs no second factor', async () => {
  await expectAdmin(demo, await demo.person('admin'), true);
});

test('an admin removes a lost second factor with a reason, and the person is told', async () => {
  const mina = await protectedPerson(demo);
  const admin = await demo.person('admin');
  const path = `/users/${mina.id}/remove-second-factor`;
  expect((await admin.post(path, { reason: ' ' })).status).toBe(400);
  expect((await admin.post(path, { reason: 'Showed their passport by video' })).body).toMatchObject({
    deletedCount: 1,
  });
  expect((await mina.caller.get('/user')).status).toBe(401);
  const visitor = visitorOf(demo.address);
  await visitor.call('POST', '/auth/sign-in/email', { email: mina.email, password: mina.password });
  expect((await visitor.call('GET', '/jwt')).status).toBe(200);
  const told = await mailTo(demo.address, mina.email, 'Your second factor was removed');
  // An admin did it, so whether it was the reader is not the question.
  expect(told.text).not.toContain('If it was you');
  expect(told.text).toContain('If you asked for it, there is nothing to do.');
  expect(told.text).toContain('I didn’t ask for this');
  const recorded = await demo.services.db
    .select()
    .from(staffActions)
    .where(eq(staffActions.personId, mina.id));
  expect(recorded).toMatchObject([
    { kind: 'second-factor-removed', actor: admin.id, words: 'Showed their passport by video' },
  ]);
  expect((await admin.post(path, { reason: 'Once more' })).body).toMatchObject({ deletedCount: 0 });
  expect((await admin.post('/users/nobody/remove-second-factor', { reason: 'Who?' })).status).toBe(404);
});

test('an admin signs somebody out everywhere, with a reason that is recorded, and the person is told', async () => {
  const mina = await protectedPerson(demo);
  const admin = await demo.person('admin');
  const path = `/users/${mina.id}/end-sessions`;
  const halfway = await firstStep(demo, mina);
  expect((await admin.post(path, { reason: ' ' })).status).toBe(400);
  expect((await admin.post(path, { reason: 'Lost their telephone' })).body).toMatchObject({
    deletedCount: 2,
  });
  expect((await mina.caller.get('/user')).status).toBe(401);
  expect((await secondStep(halfway, nextCode(demo, mina))).status).toBe(403);
  // They can still sign in in the same ways.
  expect((await secondStep(await firstStep(demo, mina), nextCode(demo, mina))).status).toBe(200);
  await mailTo(demo.address, mina.email, 'You were signed out');
  expect((await admin.get(`/people/${mina.id}`)).body.actions).toMatchObject([
    { kind: 'signed-out', actor: admin.name, words: 'Lost their telephone' },
  ]);
  await admin.post(path, { reason: 'Once more' });
  expect((await admin.post(path, { reason: 'Once too often' })).body).toMatchObject({ deletedCount: 0 });
  expect((await admin.post('/users/nobody/end-sessions', { reason: 'Who?' })).status).toBe(404);
});
