import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { users } from '#db/tables/users.ts';
import { callerOf } from '#testing/caller.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { signUp, type Visitor, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

/** Goes through the popup as a browser does. @returns where it ends */
async function chooseGooglePerson(visitor: Visitor, form: Record<string, string>): Promise<string> {
  const social = { provider: 'google', callbackURL: '/auth/popup-done' };
  const begun = await visitor.call('POST', '/auth/sign-in/social', social);
  expect(begun).toMatchObject({ status: 200, body: { url: expect.any(String) } });
  const page = await visitor.open(begun.body.url);
  expect(page.url).toContain('/sandbox/google/choose/');
  const end = await visitor.open(page.url, form);
  return new URL(end.url).pathname;
}

const sessionOf = async (visitor: Visitor) => (await visitor.call('GET', '/auth/get-session')).body;

async function callerWithToken(visitor: Visitor, email: string) {
  const { body } = await visitor.call('GET', `/jwt?email=${encodeURIComponent(email)}`);
  return callerOf(market.address, body.accessToken);
}

test('a Google newcomer is a Buyer who has not chosen yet, until POST /users', async () => {
  const email = 'nina.google@example.com';
  const visitor = visitorOf(market.address);
  expect(await chooseGooglePerson(visitor, { email, name: 'Nina' })).toBe('/auth/popup-done');
  expect(await sessionOf(visitor)).toMatchObject({ user: { email, name: 'Nina' } });

  const caller = await callerWithToken(visitor, email);
  const before = await caller.get(`/user?email=${email}`);
  expect(before.body).toMatchObject({ userType: 'Buyer', status: null, isRegistered: false });

  const entry = { name: 'Nina', email, userType: 'Seller' };
  expect((await caller.post('/users', entry)).status).toBe(200);
  const after = await caller.get(`/user?email=${email}`);
  expect(after.body).toMatchObject({ userType: 'Seller', isRegistered: true });
  expect((await caller.post('/users', { ...entry, userType: 'Buyer' })).status).toBe(409);
});

test('the same Google person comes back to the same record', async () => {
  const email = 'omar.google@example.com';
  const first = visitorOf(market.address);
  await chooseGooglePerson(first, { email, name: 'Omar' });
  const second = visitorOf(market.address);
  await chooseGooglePerson(second, { email, name: 'Omar' });
  expect((await sessionOf(second)).user.id).toBe((await sessionOf(first)).user.id);
});

test('a password account whose address nobody confirmed is not handed to Google, nor Google’s to it', async () => {
  const email = 'squatted@example.com';
  await signUp(market.address, { name: 'Squatter', email, password: 'Str0ngPass' });
  const visitor = visitorOf(market.address);
  await chooseGooglePerson(visitor, { email, name: 'Owner' });
  const session = await sessionOf(visitor);
  const rows = await market.services.db.select().from(users).where(eq(users.email, email));
  expect(rows).toHaveLength(1);
  expect(session).toBeNull();
});

test('a popup that was not begun here gives no session', async () => {
  const visitor = visitorOf(market.address);
  await visitor.open(`${market.address}/api/auth/callback/google?code=forged&state=forged`);
  expect(await sessionOf(visitor)).toBeNull();
});
