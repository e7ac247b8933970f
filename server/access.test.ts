// Every endpoint of the contract × every role, compared with the access that the endpoint declares.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Access, type DealSide, freshMinutes, isOpenToSuspended } from '#contract/access.ts';

import { suspensions, users } from '#db/tables/users.ts';
import { endpoints, type NamedEndpoint } from '#contract/api.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { type Caller, callerOf, type Reply } from '#testing/caller.ts';
import { expectDescribed } from '#testing/described-answers.ts';
import {
  type TestPeople,
  createPeople,
  type EndpointCase,
  endpointCases,
  type EndpointRequest,
  type Role,
} from '#testing/endpoint-requests.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { newId } from '#server/platform/postgres/database.ts';

let market: Market;
let people: TestPeople;
beforeAll(async () => {
  market = await openMarket();
  people = await createPeople(market);
});
afterAll(() => market.close());

const roles: readonly Role[] = ['stranger', 'buyer', 'otherBuyer', 'seller', 'otherSeller', 'admin'];
const keyOf = ({ domain, name }: NamedEndpoint): string => `${domain}.${name}`;
const isGuarded = (access: Access): boolean =>
  access.who !== 'session' && (access.who !== 'public' || access.knowsViewer === true);
const walked = endpoints.map((each): [string, NamedEndpoint] => [keyOf(each), each]);
const guarded = walked.filter(([, { spec }]) => isGuarded(spec.access));

test('every endpoint of the contract has its line in the walk, and nothing else has', () => {
  expect(Object.keys(endpointCases).toSorted()).toEqual(walked.map(([key]) => key).toSorted());
});

test.each(walked)('%s answers each role as its access declares', async (key, { spec }) => {
  const entry = caseOf(key);
  const isRefused = (role: Role): boolean => expectedStatus(spec.access, role, entry.owner) !== undefined;
  const [first, ...others] = roles.filter((role) => !isRefused(role));
  // Refused requests change nothing, so all refused roles send the same one, which then works for another role.
  const request = await entry.make(market, people, first);
  for (const role of roles.filter(isRefused)) await expectDeclared(spec, entry, role, request);
  if (first !== undefined) await expectDeclared(spec, entry, first, request);
  for (const role of others) await expectDeclared(spec, entry, role, await entry.make(market, people, role));
});

/** The spec writes `/products/?id=…`: every call works with both spellings, for a refused and for an admitted role. */
test.each(walked)('%s answers under its path with a slash at the end', async (key, { spec }) => {
  const entry = caseOf(key);
  const isRefused = (role: Role): boolean => expectedStatus(spec.access, role, entry.owner) !== undefined;
  const last = roles.findLast((role) => !isRefused(role)) ?? 'admin';
  const ofLast = await entry.make(market, people, last);
  const ofStranger = isRefused('stranger') ? ofLast : await entry.make(market, people, 'stranger');
  for (const [role, made] of [['stranger', ofStranger] as const, [last, ofLast] as const]) {
    await expectDeclared(spec, entry, role, { ...made, path: made.path.replace(/(?=\?|$)/, '/') });
  }
});

async function expectDeclared(
  spec: EndpointSpec,
  entry: EndpointCase,
  role: Role,
  request: EndpointRequest,
): Promise<void> {
  const reply = await send(role === 'stranger' ? market.stranger : people[role], spec.method, request);
  const refused = expectedStatus(spec.access, role, entry.owner);
  const expected = refused ?? entry.answer ?? 200;
  expectDescribed(spec, reply);
  expect(reply.status, `${role}: ${JSON.stringify(reply.body)}`).toBe(expected);
  if (refused === 401) expect(reply.body).toMatchObject({ code: 'request.unauthenticated' });
  // The spec's calls also return it in fields that its pages read.
  if (refused === 401 && spec.refusal !== undefined)
    expect(reply.body).toMatchObject({ ...spec.refusal, message: 'Please log in first.' });
}

test.each(guarded)('%s refuses tokens of a deleted person and of yesterday', async (key, { spec }) => {
  const gone = await market.person('seller');
  const request = await caseOf(key).make(market, { ...people, seller: people.otherSeller });
  // The token was accepted, and is cached, a moment ago.
  expect((await gone.get('/user')).status).toBe(200);
  await remove(gone);
  const ofNobody = await send(gone, spec.method, request);
  expect(ofNobody).toMatchObject({ status: 401, body: { code: 'request.unauthenticated' } });
  const ofYesterday = callerOf(market.address, await tokenOfYesterday());
  expect((await send(ofYesterday, spec.method, request)).status).toBe(401);
  expectDescribed(spec, ofNobody);
});

/** Calls that require more than being signed in, with the error code of each requirement. */
const demanding = guarded.flatMap(([key, { spec }]) => [
  ...('fresh' in spec.access ? [[key, spec, 'request.fresh-sign-in-needed', {}] as const] : []),
  ...('emailConfirmed' in spec.access ? [[key, spec, 'request.email-not-confirmed', {}] as const] : []),
]);

test.each(demanding)(
  '%s asks only those who may make it for what they have not shown, with a code',
  async (key, spec, code) => {
    const entry = caseOf(key);
    for (const role of roles) {
      if (role === 'stranger') continue;
      const refused = expectedStatus(spec.access, role, entry.owner);
      const isStale = code === 'request.fresh-sign-in-needed';
      const request = await entry.make(market, people);
      const change = { emailVerified: isStale };
      await writeUnpublished(market.services.db)
        .update(users)
        .set(change)
        .where(eq(users.id, people[role].id));
      if (isStale) market.clock.advance(freshMinutes);
      // With a new token: this test may have started long ago.
      const token = await market.services.tokens.issue(people[role]);
      const reply = await send(callerOf(market.address, token), spec.method, request);
      if (isStale) market.clock.advance(-freshMinutes);
      await writeUnpublished(market.services.db)
        .update(users)
        .set({ emailVerified: true })
        .where(eq(users.id, people[role].id));
      expect({ role, status: reply.status }).toEqual({ role, status: refused ?? 403 });
      expect(reply.body.code === code, role).toBe(refused === undefined);
      expectDescribed(spec, reply);
    }
  },
);

const forSignedIn = guarded.filter(([, { spec }]) => spec.access.who !== 'public');

test.each(forSignedIn)('%s is open to suspended people as its access declares', async (key, { spec }) => {
  const entry = caseOf(key);
  const mayCall = (role: Role): role is keyof TestPeople =>
    role !== 'stranger' && expectedStatus(spec.access, role, entry.owner) === undefined;
  const role = roles.find(mayCall) ?? 'admin';
  const request = await entry.make(market, people, role);
  await setSuspended(people[role].id, true);
  const token = await market.services.tokens.issue(people[role]);
  const reply = await send(callerOf(market.address, token), spec.method, request);
  await setSuspended(people[role].id, false);
  expectDescribed(spec, reply);
  if (isOpenToSuspended(spec.access)) expect(reply.body?.code).not.toBe('request.suspended');
  else
    expect(reply).toMatchObject({
      status: 403,
      body: { code: 'request.suspended', reason: 'Fake phones.' },
    });
});

/** Sets only the rows of a suspension, without its consequences. */
async function setSuspended(personId: string, isNow: boolean): Promise<void> {
  const { db } = market.services;
  const startedAt = new Date();
  if (isNow)
    await db.insert(suspensions).values({ id: newId(), personId, reason: 'Fake phones.', startedAt });
  else await db.delete(suspensions).where(eq(suspensions.personId, personId));
  await writeUnpublished(db)
    .update(users)
    .set({ suspendedAt: isNow ? startedAt : null })
    .where(eq(users.id, personId));
}

test('a booking by a deleted buyer’s token holds nothing', async () => {
  const gone = await market.person('buyer');
  const productId = await market.phone(people.seller);
  await remove(gone);
  const booking = { productId, userLocation: 'Gulshan 2', phone: '01811000000' };
  expect((await gone.post('/bookedProduct', booking)).status).toBe(401);
  expect((await people.buyer.post('/bookedProduct', booking)).status).toBe(200);
});

test.each(['/config', '/category', '/adsProducts'])('a useless token does no harm on %s', async (path) => {
  expect((await callerOf(market.address, 'garbage').get(path)).status).toBe(200);
});

/** The status with which the access check alone refuses; undefined if it admits the call. */
function expectedStatus(access: Access, role: Role, owner: EndpointCase['owner']): number | undefined {
  if (access.who === 'public') return undefined;
  // A bearer token is no session.
  if (access.who === 'session') return 403;
  if (role === 'stranger') return 401;
  if (access.who === 'admin' && role !== 'admin') return 403;
  if (access.who === 'seller' && role !== 'seller' && role !== 'otherSeller') return 403;
  if (!('own' in access)) return undefined;
  if (access.sides !== undefined) {
    const side = sideOf(role);
    if (side === undefined) return 404;
    return access.sides.includes(side) ? undefined : 403;
  }
  const isOwner = role === owner;
  if (access.own === 'never') return isOwner ? 403 : undefined;
  const isAllowed = isOwner || (access.own === 'or-admin' && role === 'admin');
  return isAllowed ? undefined : 403;
}

/** The side of each test person in a deal; undefined if they have none. */
const sideOf = (role: Role): DealSide | undefined =>
  role === 'buyer' || role === 'seller' || role === 'admin' ? role : undefined;

function caseOf(key: string): EndpointCase {
  const entry = endpointCases[key];
  if (entry === undefined) throw new Error(`${key} is missing in testing/endpoint-requests.ts`);
  return entry;
}

function send(caller: Caller, method: string, { path, body, form }: EndpointRequest): Promise<Reply> {
  if (form !== undefined) return caller.request(method, path, { body: form });
  if (body === undefined) return caller.request(method, path);
  const headers = { 'Content-Type': 'application/json' };
  return caller.request(method, path, { headers, body: JSON.stringify(body) });
}

async function remove(person: TestPerson): Promise<void> {
  const { body } = await people.admin.delete(`/users/${person.id}`);
  expect(body).toEqual({ acknowledged: true, deletedCount: 1 });
}

/** A token that this installation signed a day ago. */
async function tokenOfYesterday(): Promise<string> {
  market.clock.advance(-24 * 60);
  const token = await market.services.tokens.issue(people.admin);
  market.clock.advance(24 * 60);
  return token;
}
