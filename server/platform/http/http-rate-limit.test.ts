import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { maxProductsPerDay } from '#contract/products.ts';
import { endpoints } from '#contract/api.ts';
import { beginPayment, intentOf } from '#testing/card-processor.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, newPhone, openMarket, openMarketWithPages, type TestPerson } from '#testing/market.ts';
import { signInAgain } from '#testing/sign-in-again.ts';
import { signUp, visitorOf } from '#testing/visitor.ts';

/** By the factor of their limits. Each test has addresses or people of its own, by which calls are counted. */
const markets = new Map<number, Market>();
beforeAll(async () => {
  for (const rateLimitFactor of [0.05, 0.1, 1])
    markets.set(rateLimitFactor, await openMarket({ rateLimitFactor }));
});
afterAll(async () => {
  for (const market of markets.values()) await market.close();
});

const limitedMarket = (rateLimitFactor: number) => markets.get(rateLimitFactor) ?? expect.fail();

const account = (number: number) => ({
  name: 'Mina',
  email: `mina-${number}@example.com`,
  password: 'Str0ngPass',
});

/** Another one for each attempt, because each account has its own limit. */
let tried = 1000;
const someAccount = () => account((tried += 1));

test('sixty people behind one address sign up within an hour, pictures and all', async () => {
  const market = limitedMarket(1);
  const image = await market.picture();
  const signUpAs = async (number: number): Promise<void> => {
    const visitor = visitorOf(market.address);
    const { email, name, password } = account(number);
    const created = await visitor.call('POST', '/auth/sign-up/email', { email, name, password });
    expect(created.status).toBe(200);
    const jwt = await visitor.call('GET', `/jwt?email=${email}`);
    const bearer = { Authorization: `Bearer ${jwt.body.accessToken}` };
    const entry = { name, email, photoURL: image, userType: 'Buyer' };
    expect((await visitor.call('POST', '/users', entry, bearer)).status).toBe(200);
  };
  // In batches of twenty, which is more than the database has connections.
  for (let number = 0; number < 60; number += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => signUpAs(number + index)));
});

test('sign-ins beyond the limit are asked to wait, by address', async () => {
  // 60 a minute, divided by 20.
  const market = limitedMarket(0.05);
  const signIn = (address: string) =>
    visitorOf(market.address).call('POST', '/auth/sign-in/email', someAccount(), {
      'X-Forwarded-For': address,
    });
  for (let count = 0; count < 3; count += 1) expect((await signIn('203.0.113.7')).status).toBe(401);
  const refused = await signIn('203.0.113.7');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('content-type')).toMatch('application/problem+json');
  expect(refused.body).toMatchObject({ code: 'request.too-many', status: 429 });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn('203.0.113.8')).status).toBe(401);
});

test('a wait of more than a minute is named in words', async () => {
  // 20 in ten minutes and 60 a minute, divided by 20.
  const market = limitedMarket(0.05);
  const visitor = visitorOf(market.address);
  const ask = async () =>
    (await visitor.call('POST', '/auth/request-password-reset', { email: 'x@example.com' })).body.message;
  await ask();
  expect(await ask()).toBe('Too many requests. Please try again in 10 minutes.');
  const guess = async () =>
    (await visitor.call('POST', '/auth/sign-in/email', someAccount(), { 'X-Forwarded-For': '203.0.113.12' }))
      .body.message;
  for (let count = 0; count < 3; count += 1) await guess();
  expect(await guess()).toBe('Too many requests. Please wait a moment and try again.');
});

test('the page of a search beyond the limit says when to try again, to programs too', async () => {
  // 600 a minute, divided by 500.
  const market = await openMarketWithPages({ rateLimitFactor: 0.002 });
  onTestFinished(() => market.close());
  const search = (words: string) => fetch(`${market.address}/search?q=${words}`);
  expect((await search('pixel')).status).toBe(200);
  const refused = await search('galaxy');
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('Too many requests. Please wait a moment and try again.');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
}, 240_000);

test('an address gets 600 access tokens a minute, which many tabs of many people do not need', async () => {
  // Divided by 20.
  const market = limitedMarket(0.05);
  const mina = someAccount();
  const { visitor } = await signUp(market.address, mina);
  const ask = (address: string) =>
    visitor.call('GET', `/jwt?email=${mina.email}`, undefined, { 'X-Forwarded-For': address });
  for (let count = 0; count < 30; count += 1) expect((await ask('203.0.113.11')).status).toBe(200);
  const refused = await ask('203.0.113.11');
  expect(refused).toMatchObject({ status: 429, body: { accessToken: '', code: 'request.too-many' } });
  expect((await ask('203.0.113.12')).status).toBe(200);
});

test('one IPv6 /64 is one client, whatever address of it a request comes from', async () => {
  const market = limitedMarket(0.05);
  const signIn = async (address: string) => {
    const headers = { 'X-Forwarded-For': address };
    return (await visitorOf(market.address).call('POST', '/auth/sign-in/email', someAccount(), headers))
      .status;
  };
  const statuses = [];
  for (const host of [':1', ':2', ':ffff:1', 'a:b:c:d']) statuses.push(await signIn(`2001:db8:1:2:${host}`));
  expect(statuses).toEqual([401, 401, 401, 429]);
  expect(await signIn('2001:db8:1:3::1')).toBe(401);
});

test('an IPv4 address counts the same when it is written as an IPv6 one', async () => {
  const market = limitedMarket(0.05);
  const signIn = async (address: string) => {
    const headers = { 'X-Forwarded-For': address };
    return (await visitorOf(market.address).call('POST', '/auth/sign-in/email', someAccount(), headers))
      .status;
  };
  for (let count = 0; count < 3; count += 1) expect(await signIn('203.0.113.9')).toBe(401);
  expect(await signIn('::ffff:203.0.113.9')).toBe(429);
});

test.each([
  ['a port', '203.0.113.10:4711', '203.0.113.10:4712'],
  ['brackets', '[2001:db8:1:4::1]', '[2001:db8:1:4::2]'],
  ['brackets and a port', '[2001:db8:1:5::1]:4711', '[2001:db8:1:5::1]:4712'],
  ['a zone', '2001:db8:1:6::1%eth0', '2001:db8:1:6::1%eth1'],
])('an address to which a proxy writes %s counts as the address', async (_, first, second) => {
  const market = limitedMarket(0.05);
  const signIn = async (address: string) => {
    const headers = { 'X-Forwarded-For': address };
    return (await visitorOf(market.address).call('POST', '/auth/sign-in/email', someAccount(), headers))
      .status;
  };
  for (let count = 0; count < 3; count += 1) expect(await signIn(first)).toBe(401);
  expect(await signIn(second)).toBe(429);
});

test('an address that somebody claims without a trusted proxy counts for nothing', async () => {
  const market = await freshMarket({ rateLimitFactor: 0.05, trustedProxies: '192.0.2.1' });
  const statuses = [];
  for (let host = 1; host <= 4; host += 1) {
    const headers = { 'X-Forwarded-For': `203.0.113.${host}` };
    const reply = await visitorOf(market.address).call('POST', '/auth/sign-in/email', someAccount(), headers);
    statuses.push(reply.status);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
});

test('changes of one’s own record beyond the limit are asked to wait, by person', async () => {
  // 30 a minute, divided by 10.
  const market = limitedMarket(0.1);
  const [eager, other] = [await market.person('buyer'), await market.person('buyer')];
  const statuses = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await eager.patch('/user', { name: `Mina ${count}` })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await other.patch('/user', { name: 'Bashir' })).status).toBe(200);
});

test('payments beyond the limit are asked to wait, by person, before the processor is asked', async () => {
  // 60 a minute, divided by 20.
  const market = limitedMarket(0.05);
  const [eager, other] = [await market.person('buyer'), await market.person('buyer')];
  const seller = await market.person('seller');
  const paymentOf = async (buyer: TestPerson) => {
    const paymentId = await market.booking(buyer, await market.phone(seller));
    const transactionId = intentOf(await beginPayment(buyer, paymentId));
    return async () => (await buyer.post('/payments', { paymentId, transactionId })).status;
  };
  const [pay, payElsewhere] = [await paymentOf(eager), await paymentOf(other)];
  const asked = vi.spyOn(market.services.stripe.paymentIntents, 'retrieve');
  expect([await pay(), await pay(), await pay()]).toEqual([402, 402, 402]);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(await pay()).toBe(429);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(await payElsewhere()).toBe(402);
});

test('reports beyond the limit are asked to wait, by person', async () => {
  // 30 a minute, divided by 10.
  const market = limitedMarket(0.1);
  const [seller, eager, other] = [
    await market.person('seller'),
    await market.person('buyer'),
    await market.person('buyer'),
  ];
  const productId = await market.phone(seller);
  const report = { productId, problem: 'Fake photo' };
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await eager.post('/reportItem', report)).status);
  expect(statuses).toEqual([200, 409, 409, 429]);
  expect((await eager.post('/reportItem', report)).body).toMatchObject({
    acknowledged: false,
    code: 'request.too-many',
  });
  expect((await other.post('/reportItem', report)).status).toBe(200);
});

test('a seller lists so many phones in a day, and the next ones the day after', async () => {
  // 200 a day, divided by 100.
  const market = await freshMarket({ rateLimitFactor: 0.01 });
  const seller = await market.person('seller');
  const entry = { ...newPhone, image: await market.picture(), categoryId: await market.category() };
  expect((await seller.post('/products', entry)).status).toBe(200);
  expect((await seller.post('/products', entry)).status).toBe(200);
  const refused = await seller.post('/products', entry);
  expect(refused).toMatchObject({
    status: 429,
    body: {
      acknowledged: false,
      code: 'products.too-many-today',
      message: expect.stringMatching(/tomorrow/),
    },
  });
  const patient = await market.person('seller');
  for (let count = 0; count < 2; count += 1)
    expect((await patient.post('/products', entry)).status).toBe(200);
  market.clock.advance(24 * 60);
  const dayAfter = await signInAgain(market, patient);
  expect((await dayAfter.post('/products', entry)).status).toBe(200);
});

test('simultaneous requests never exceed the phones of a day', async () => {
  const market = limitedMarket(1);
  const seller = await market.person('seller');
  const entry = { ...newPhone, image: await market.picture(), categoryId: await market.category() };
  await seller.post('/products', entry);
  await market.services.db.$client.query(
    `insert into products select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
      from products p, generate_series(1, $1)`,
    [maxProductsPerDay - 4],
  );
  const replies = await Promise.all(Array.from({ length: 20 }, () => seller.post('/products', entry)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  const [refused] = replies.filter(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({
    code: 'products.too-many-today',
    detail: `You have listed ${maxProductsPerDay} phones in a day. Please continue tomorrow.`,
  });
});

test('every call that changes something says that it can be too many', () => {
  const unlimited = endpoints
    .filter(
      ({ spec: { method, rateLimit = { unlimited: '' } } }) => method !== 'GET' && 'unlimited' in rateLimit,
    )
    .map(({ spec }) => spec.path);
  expect(unlimited).toEqual(['/webhooks/stripe', '/webhooks/stripe/connect']);
});

test('the factor 0 lifts every limit', async () => {
  const market = await freshMarket({ rateLimitFactor: 0 });
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const visitor = visitorOf(market.address);
      return (await visitor.call('POST', '/auth/request-password-reset', { email: 'x@example.com' })).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});
