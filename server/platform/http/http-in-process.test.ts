// A page that calls the API within the process gets the same reply as over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { endpoints } from '#contract/api.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { createInProcessCalls, type InProcessCall } from './http-in-process.ts';

let market: Market;
let values: Readonly<Record<string, string>>;
beforeAll(async () => {
  market = await openMarket();
  const seller = await market.person('seller');
  const categoryId = await market.category();
  await market.phone(seller, { categoryId });
  const productId = await market.phone(seller, { categoryId, model: 'Pixel 9' });
  values = {
    '/products/:_id': productId,
    '/products/:_id/similar': productId,
    '/category/:_id': categoryId,
    '/person/:_id': seller.id,
    '/products': `?id=${categoryId}&limit=1`,
    '/users/admin/:email': seller.email,
    '/users/seller/:email': seller.email,
    '/devices': `?categoryId=${categoryId}`,
  };
});
afterAll(() => market.close());

const read = (call: Omit<InProcessCall, 'requestId'>) =>
  market.app.inProcess.read({ ...call, requestId: 'one' });

const isOpen = ({ method, access, rateLimit, answeredBy }: EndpointSpec): boolean =>
  method === 'GET' && access.who === 'public' && rateLimit === undefined && answeredBy === undefined;
const open = endpoints.map(({ spec }) => spec).filter(isOpen);

/** The URL of a call that finds something, and its parameters. */
function callOf(path: string) {
  const value = values[path] ?? '';
  if (value.startsWith('?')) return { method: 'GET', path, params: undefined, url: `/api${path}${value}` };
  const [, name = ''] = /:(\w+)/.exec(path) ?? [];
  return { method: 'GET', path, params: { [name]: value }, url: `/api${path.replace(`:${name}`, value)}` };
}

test('there are reads that need no request', () => {
  expect(open.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(values)));
});

test.each(open)('GET $path', async ({ path, reply }) => {
  const call = callOf(path);
  const whole = await market.app.inject({ method: 'GET', url: call.url });
  expect(whole.statusCode).toBe(200);
  const found = await read(call);
  // Undeclared fields are left out by the serialiser there, and by the page's parsing here.
  expect(JSON.parse(JSON.stringify(reply.parse(found?.body)))).toEqual(whole.json());
  expect(found).toMatchObject({ status: 200, link: whole.headers.link });
});

test('the next page of a list is named, with all that was asked', async () => {
  const call = callOf('/products');
  const found = await read({ ...call, url: `${call.url}&note=a?b` });
  expect(found?.link).toMatch(/^<\/api\/products\?id=.+&limit=1&note=a%3Fb&cursor=.+>; rel="next"$/);
});

test.each([
  ['another method', { method: 'POST', path: '/products', params: undefined, url: '/api/products' }],
  [
    'who must be known',
    { method: 'GET', path: '/users/buyer/:email', params: { email: 'x' }, url: '/api/users/buyer/x' },
  ],
  ['what has a limit', { method: 'GET', path: '/search', params: undefined, url: '/api/search?q=x' }],
  ['what is nothing', { method: 'GET', path: '/nothing', params: undefined, url: '/api/nothing' }],
  ['wrong input', { method: 'GET', path: '/products', params: undefined, url: '/api/products?limit=0' }],
  [
    'an id that is none',
    { method: 'GET', path: '/products/:_id', params: { _id: 'x' }, url: '/api/products/x' },
  ],
])('%s is left to an HTTP request', async (_, call) => {
  expect(await read(call)).toBeUndefined();
});

test.each([
  ['/products/:_id', '01a1ffec-0000-7000-8000-000000000000'],
  ['/category/:_id', '01a1ffec-0000-7000-8000-000000000000'],
])('a missing object is not requested a second time: GET %s', async (path, _id) => {
  const url = `/api${path.replace(':_id', _id)}`;
  const whole = (await market.app.inject({ method: 'GET', url })).json();
  const found = await read({ method: 'GET', path, params: { _id }, url });
  expect(found).toEqual({ status: 404, body: { ...whole, requestId: 'one' }, link: undefined });
});

test('a read that fails is told as a failure of ours, and is not tried again', async () => {
  let tries = 0;
  const reported: unknown[] = [];
  const { inProcess, add } = createInProcessCalls((told, requestId) => reported.push([told, requestId]));
  const broken = new Error('secret');
  const spec = open.find(({ path }) => path === '/category') ?? expect.fail();
  add(spec, () => {
    tries += 1;
    return Promise.reject(broken);
  });
  const call = {
    method: 'GET',
    path: '/category',
    params: undefined,
    url: '/api/category',
    requestId: 'one',
  };
  const answer = await inProcess.read(call);
  expect(answer).toMatchObject({ status: 500, body: { code: 'server.failed', requestId: 'one' } });
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(reported).toEqual([[{ code: 'server.failed', err: broken }, 'one']]);
  expect(tries).toBe(1);
});
