import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { callerOf } from '#testing/caller.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { join } from '#testing/visitor.ts';

let market: Market;
let buyer: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  [buyer, other] = [await market.person('buyer'), await market.person('buyer')];
});
afterAll(() => market.close());

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (header: object, payload: object, key: string): string => {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};
const parts = (): readonly string[] => (buyer.token ?? '').split('.');
/** Those of a valid token: only the signature of a forged one is wrong. */
const claims = (): object => JSON.parse(Buffer.from(parts()[1] ?? '', 'base64url').toString());

test('a token is valid for exactly fifteen minutes', async () => {
  onTestFinished(market.clock.hold());
  const person = await market.person('buyer');
  // A token counts in whole seconds.
  market.clock.advance(15 - 1 / 60);
  expect((await person.get('/user')).status).toBe(200);
  market.clock.advance(1 / 60);
  expect((await person.get('/user')).status).toBe(401);
  market.clock.advance(-15);
});

test.each([
  ['garbage', () => 'garbage'],
  ['three parts of nothing', () => '..'],
  ['no algorithm', () => `${encode({ alg: 'none' })}.${encode(claims())}.`],
  ['another key', () => signed({ alg: 'HS256' }, claims(), 'guessed')],
  ['an empty key', () => signed({ alg: 'HS256' }, claims(), '')],
  ['altered claims', () => `${parts()[0]}.${encode({ ...claims(), admin: true })}.${parts()[2]}`],
  ['another person', () => `${parts()[0]}.${other.token?.split('.')[1]}.${parts()[2]}`],
  ['a cut signature', () => `${parts()[0]}.${parts()[1]}.${parts()[2]?.slice(0, 20)}`],
  ['no signature', () => `${parts()[0]}.${parts()[1]}.`],
  ['a person’s id', () => buyer.id],
  ['ten thousand characters', () => 'x'.repeat(10_000)],
])('a token of %s is none', async (_, forge) => {
  const reply = await callerOf(market.address, forge()).get(`/user?email=${buyer.email}`);
  expect(reply).toMatchObject({ status: 401, body: { code: 'request.unauthenticated' } });
  expect(reply.headers.get('www-authenticate')).toBe('Bearer');
});

test('whoever is signed in gets no token for another address', async () => {
  const { visitor } = await join(market.address);
  const reply = await visitor.call('GET', `/jwt?email=${other.email}`);
  expect(reply).toMatchObject({ status: 403, body: { code: 'auth.not-your-session' } });
});

test('a token of another installation is refused', async () => {
  const elsewhere = await freshMarket();
  const token = await elsewhere.services.tokens.issue(buyer);
  expect((await callerOf(market.address, token).get('/user')).status).toBe(401);
});

test.each(['Basic', 'Token', ''])('a token with the scheme %j is refused', async (scheme) => {
  const headers = { Authorization: `${scheme} ${buyer.token}`.trim() };
  expect((await market.stranger.request('GET', '/user', { headers })).status).toBe(401);
});

test('the scheme is read in any case', async () => {
  const headers = { Authorization: `bearer ${buyer.token}` };
  expect((await market.stranger.request('GET', '/user', { headers })).status).toBe(200);
});
