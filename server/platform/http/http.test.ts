// The rules of HTTP that apply to every call.
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Reply } from '#testing/caller.ts';
import { type Market, newPhone, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let buyer: TestPerson;
let seller: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  [buyer, seller, admin] = await Promise.all([
    market.person('buyer'),
    market.person('seller'),
    market.person('admin'),
  ]);
});
afterAll(() => market.close());

const wrongLimit = (message: string) => [{ path: 'limit', message }];
const json = { 'Content-Type': 'application/json' };

/** RFC 9457, with the fields that clients of the spec read. */
function expectProblem({ status, headers, body }: Reply, expected: number, code: string): void {
  expect(status).toBe(expected);
  expect(headers.get('content-type')).toMatch('application/problem+json');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toMatchObject({
    type: `/api/docs#${code}`,
    title: expect.any(String),
    status: expected,
    detail: expect.any(String),
    code,
    requestId: headers.get('x-request-id'),
  });
  expect(body.message).toBe(body.detail);
}

test.each([
  ['GET', '/nothing'],
  ['POST', '/products/x/y'],
  ['PUT', '/category/x/y'],
  ['GET', '/auth/nothing'],
  ['GET', '/products/%E0%A4%A'],
  ['GET', `/users/seller/${'x'.repeat(500)}`],
  ['GET', '/category/..%2F..%2Fetc%2Fpasswd'],
])('%s %s is an unknown address', async (method, path) => {
  expectProblem(await market.stranger.request(method, path), 404, 'request.not-found');
});

test.each([
  ['DELETE', '/category', 'GET, HEAD'],
  ['PUT', '/config/', 'GET, HEAD'],
  ['OPTIONS', '/products/?id=x', 'GET, HEAD, POST'],
  ['POST', '/products/x', 'DELETE, GET, HEAD, PATCH'],
  ['GET', '/payments', 'POST'],
  ['GET', '/auth/sign-in/email', 'POST'],
  // Two endpoints, whose parameters have different names.
  ['PATCH', '/users/admin/x%2Fy', 'GET, HEAD, PUT'],
])('%s %s is no call: the answer names the methods that the address takes', async (method, path, allowed) => {
  const reply = await market.stranger.request(method, path);
  expectProblem(reply, 405, 'request.wrong-method');
  expect(reply.headers.get('allow')).toBe(allowed);
});

test.each([
  ['not JSON', '{"model":'],
  ['a lone word', 'undefined'],
  ['a single quote', "{'a':1}"],
  ['a prototype', '{"__proto__":{"isAdmin":true}}'],
  ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
])('a body that is %s cannot be read', async (_, body) => {
  const reply = await seller.request('POST', '/products', { headers: json, body });
  expectProblem(reply, 400, 'request.unparsable');
  expect(reply.body.acknowledged).toBe(false);
});

test.each([
  ['an array', '[]'],
  ['a text', '"text"'],
  ['a number', '7'],
  ['true', 'true'],
])('a body that is %s is invalid input, in our words', async (_, body) => {
  for (const path of ['/products', '/auth/sign-up/email', '/auth/sign-in/email']) {
    const reply = await seller.request('POST', path, { headers: json, body });
    expectProblem(reply, 400, 'request.invalid');
    expect(reply.body.message).toBe('The body of the request has to be a JSON object.');
    expect(reply.body.errors).toBeUndefined();
  }
});

test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/xml'], ['multipart/x']])(
  'a body of type %s is refused',
  async (type) => {
    const headers = { 'Content-Type': type };
    const reply = await seller.request('POST', '/products', { headers, body: '{}' });
    expectProblem(reply, 415, 'request.unsupported-type');
  },
);

test.each(['/products', '/auth/sign-in/email', '/webhooks/stripe'])(
  'a compressed body for %s is refused, and the answer says how to send it',
  async (path) => {
    const headers = { ...json, 'Content-Encoding': 'gzip' };
    const reply = await seller.request('POST', path, { headers, body: gzipSync('{"model":"x"}') });
    expectProblem(reply, 415, 'request.unsupported-encoding');
    expect(reply.headers.get('accept-encoding')).toBe('identity');
  },
);

test('no browser and no proxy keeps the answer of a call', async () => {
  for (const path of ['/user', '/sessions'])
    expect((await buyer.get(path)).headers.get('cache-control')).toBe('no-store');
});

test('a request without a body may name an encoding', async () => {
  const reply = await seller.request('GET', '/category', { headers: { 'Content-Encoding': 'gzip' } });
  expect(reply.status).toBe(200);
});

test('a body that is not compressed may say so', async () => {
  const headers = { ...json, 'Content-Encoding': 'identity' };
  const reply = await seller.request('POST', '/products', { headers, body: '{}' });
  expectProblem(reply, 400, 'request.invalid');
});

test('a body of a megabyte is refused', async () => {
  const reply = await seller.post('/products', { ...newPhone, model: 'x'.repeat(1024 * 1024) });
  expectProblem(reply, 413, 'request.too-large');
});

test('an empty body under a JSON content type is no body', async () => {
  const created = await seller.request('POST', '/products', { headers: json, body: '' });
  expectProblem(created, 400, 'request.invalid');
  const productId = await market.phone(seller);
  const removed = await seller.request('DELETE', `/products/${productId}`, { headers: json });
  expect(removed).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });
  const other = await market.person('seller');
  const verified = await admin.request('PUT', `/users/admin/${other.id}`, { headers: json, body: '' });
  expect(verified.body).toEqual({ acknowledged: true, modifiedCount: 1 });
});

test.each([
  ['GET', '/category/nonsense'],
  ['GET', '/category/01890000-0000-7000-8000-000000000000'],
  ['GET', '/products?id=nonsense'],
  ['GET', '/products?id=01890000-0000-7000-8000-000000000000'],
  ['GET', '/products?id='],
  ['DELETE', '/products/nonsense'],
  ['DELETE', '/products/01890000-0000-7000-8000-000000000000'],
  ['DELETE', '/products/%00'],
  ['PUT', '/users/admin/nonsense'],
  ['PUT', '/users/admin/01890000-0000-7000-8000-000000000000'],
  ['DELETE', '/users/nonsense'],
  ['DELETE', '/users/01890000-0000-7000-8000-000000000000'],
  ['DELETE', '/adsProducts?id=nonsense'],
  ['DELETE', '/adsProducts?id=01890000-0000-7000-8000-000000000000'],
  ['GET', '/bookedProduct/nonsense'],
  ['GET', '/bookedProduct/01890000-0000-7000-8000-000000000000'],
  ['DELETE', '/bookedProduct?id=nonsense'],
  ['DELETE', '/reportItem?id=nonsense'],
  ['DELETE', '/reportItem?id=01890000-0000-7000-8000-000000000000'],
])('%s %s names nothing', async (method, path) => {
  const reply = await admin.request(method, path);
  expect(reply.status).toBe(404);
  expect(reply.headers.get('content-type')).toMatch('application/problem+json');
});

test.each([
  ['POST', '/adsProducts', { uniqId: 'nonsense' }],
  ['POST', '/bookedProduct', { productId: 'nonsense', userLocation: 'x', phone: '1' }],
  ['POST', '/reportItem', { productId: 'nonsense', problem: 'x' }],
  ['POST', '/create-payment-intent', { paymentId: 'nonsense' }],
  ['POST', '/payments', { paymentId: 'nonsense', transactionId: 'x' }],
])('%s %s about a malformed id names nothing', async (method, path, body) => {
  const reply = await buyer.request(method, path, { headers: json, body: JSON.stringify(body) });
  expect(reply.status).toBe(404);
});

test('access is checked before input: strangers and wrong roles get no input errors', async () => {
  const broken = { headers: json, body: '{"model":' };
  expect((await market.stranger.request('POST', '/products', broken)).status).toBe(401);
  expect((await buyer.request('POST', '/products', broken)).status).toBe(403);
  expect((await buyer.post('/products', {})).status).toBe(403);
  expect((await buyer.delete('/users/nonsense')).status).toBe(403);
  expect((await seller.post('/products', { email: 'other@example.com' })).status).toBe(403);
});

test('ownership is decided before conflicts: somebody else’s advertised phone is 403, one’s own 409', async () => {
  const uniqId = await market.phone(seller);
  expect((await seller.post('/adsProducts', { uniqId })).status).toBe(200);
  const other = await market.person('seller');
  expect((await other.post('/adsProducts', { uniqId })).status).toBe(403);
  expect((await buyer.post('/adsProducts', { uniqId })).status).toBe(403);
  expect((await seller.post('/adsProducts', { uniqId })).status).toBe(409);
});

test.each(['/products', '/adsProducts', '/users', '/reportItem', '/bookedProduct'])(
  '%s says what is wrong with its limit and cursor',
  async (path) => {
    const errorsOf = async (query: string) => {
      const reply = await admin.get(`${path}?${query}`);
      expectProblem(reply, 400, 'request.invalid');
      return reply.body.errors;
    };
    expect(await errorsOf('limit=0')).toEqual(wrongLimit('limit is at least 1'));
    expect(await errorsOf('limit=-1')).toEqual(wrongLimit('limit is at least 1'));
    expect(await errorsOf('limit=101')).toEqual(wrongLimit('limit is at most 100'));
    for (const text of ['abc', '1.5', '1&limit=2', 'Infinity', 'NaN'])
      expect(await errorsOf(`limit=${text}`)).toEqual(wrongLimit('limit is a whole number'));
    const cursor = [{ path: 'cursor', message: 'cursor is not one that this list gave out' }];
    for (const text of ['', 'nonsense', 'z'.repeat(32), '0'.repeat(31)])
      expect(await errorsOf(`cursor=${text}`)).toEqual(cursor);
    expect((await admin.get(`${path}?limit=1`)).status).toBe(200);
    expect((await admin.get(`${path}?limit=100`)).status).toBe(200);
  },
);

test('every answer carries the headers that keep browsers from guessing', async () => {
  for (const path of ['/config', '/nothing']) {
    const { headers } = await market.stranger.get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('x-powered-by')).toBeNull();
  }
});
