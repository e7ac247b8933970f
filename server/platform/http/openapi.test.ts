import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { endpoints } from '#contract/api.ts';
import { requestErrors } from '#contract/errors.ts';
import { type Market, openMarket } from '#testing/market.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly { name: string; in: string; required: boolean }[];
  readonly description: string;
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Record<string, { schema: { required?: string[] } }>;
  };
  readonly responses: Record<string, { description: string; headers?: object; content: object }>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
}

let market: Market;
let document: Document;
let page: string;
beforeAll(async () => {
  market = await openMarket();
  document = (await market.stranger.get('/openapi.json')).body;
  page = (await market.stranger.get('/docs')).body;
});
afterAll(() => market.close());

const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));

function operation(method: string, path: string): Operation {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
}

test('the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const { valid, errors } = await new Validator().validate({ ...document });
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('the document describes every endpoint of the contract, each under a name of its own', () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(ids.toSorted()).toEqual(endpoints.map(({ domain, name }) => `${domain}.${name}`).toSorted());
});

test.each([
  'POST /auth/sign-up/email',
  'POST /auth/sign-in/email',
  'POST /auth/sign-out',
  'GET /auth/get-session',
  'POST /auth/sign-in/social',
  'POST /auth/request-password-reset',
  'POST /auth/reset-password',
  'GET /auth/verify-email',
  'GET /jwt',
  'GET /config',
  'GET /user',
  'GET /users',
  'POST /users',
  'GET /users/admin/{}',
  'GET /users/seller/{}',
  'PUT /users/admin/{}',
  'DELETE /users/{}',
  'GET /category',
  'GET /category/{}',
  'GET /products',
  'POST /products',
  'DELETE /products/{}',
  'POST /adsProducts',
  'GET /adsProducts',
  'DELETE /adsProducts',
  'POST /bookedProduct',
  'GET /bookedProduct',
  'GET /bookedProduct/{}',
  'DELETE /bookedProduct',
  'POST /create-payment-intent',
  'POST /payments',
  'POST /webhooks/stripe',
  'POST /images',
  'POST /reportItem',
  'GET /reportItem',
  'DELETE /reportItem',
])('%s is described', (call) => {
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  );
  expect(calls).toContain(call);
});

test('every parameter of a path is described as a required one', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(item)) {
      const described = parameters.filter((each) => each.in === 'path');
      expect(
        described.map(({ name }) => name),
        path,
      ).toEqual(names);
      expect(described.every(({ required }) => required)).toBe(true);
    }
  }
});

test('guarded calls ask for a token, public ones for none', () => {
  expect(operation('GET', '/users').security).toEqual([{ bearer: [] }]);
  expect(operation('GET', '/jwt').security).toEqual([{ session: [] }]);
  expect(operation('GET', '/category').security).toEqual([]);
  expect(operation('GET', '/products').security).toEqual([{}, { bearer: [] }]);
  // Browsers fetch pictures without the token.
  expect(operation('GET', '/images/{_id}').security).toEqual([{ bearer: [] }, { session: [] }]);
});

test('what a caller must have proven is described', () => {
  expect(operation('PUT', '/payouts/bank-details').description).toBe(
    'Access: Sellers. The caller has confirmed their e-mail address. The session was authenticated within the last 10 minutes. Not while the caller is suspended.',
  );
  expect(operation('GET', '/sessions').description).toBe('Access: Any signed-in person.');
});

test('a body whose fields may all be left out may be left out itself', () => {
  expect(operation('POST', '/orders/{_id}/accept').requestBody?.required).toBe(false);
  expect(operation('POST', '/bookedProduct').requestBody?.required).toBe(true);
});

test('bodies, pages and refusals are described with the codes of their answers', () => {
  const add = operation('POST', '/products');
  expect(add.requestBody?.content['application/json']?.schema.required).toEqual(
    expect.arrayContaining(['model', 'image', 'categoryId', 'phone', 'condition', 'location', 'buy', 'sell']),
  );
  expect(Object.keys(add.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '429']));
  expect(add.responses['400']?.content).toHaveProperty('application/problem+json');
  expect(operation('GET', '/products').responses['200']?.headers).toHaveProperty('Link');
  const book = operation('POST', '/bookedProduct');
  expect(book.responses['409']?.description).toContain(
    '`bookings.already-booked`: This Product Already Booked',
  );
  expect(operation('POST', '/images').requestBody?.content).toHaveProperty('multipart/form-data');
  for (const { responses } of operations()) expect(responses).toHaveProperty('500');
});

test('the page shows every call and runs no script', async () => {
  const { headers, status } = await market.stranger.get('/docs');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
  expect(page).not.toMatch(/<script|javascript:|\son\w+=/i);
  for (const { spec } of endpoints) expect(page).toContain(`${spec.method} ${spec.path}`);
  const style = await market.stranger.get('/docs/style.css');
  expect(style.headers.get('content-type')).toMatch('text/css');
});

test('the page has a place for every error code, once', () => {
  const tables = [requestErrors, ...endpoints.map(({ spec }) => spec.errors ?? {})];
  const codes = [...new Set(tables.flatMap((table) => Object.keys(table)))];
  for (const code of codes) expect(page.split(`id="${code}"`), code).toHaveLength(2);
});

test('the page has a place for the type of what was really answered', async () => {
  const replies = await Promise.all([
    market.stranger.get('/nothing'),
    market.stranger.post('/auth/sign-in/email', { email: 'nobody@example.com', password: 'Wr0ngPass' }),
    market.stranger.post('/auth/reset-password', { newPassword: 'N3wPassword', token: 'x' }),
    market.stranger.post('/auth/sign-in/social', { provider: 'nobody' }),
    market.stranger.get('/users'),
    market.stranger.get('/jwt'),
  ]);
  for (const { status, body } of replies) {
    expect(status).toBeGreaterThanOrEqual(400);
    const [, anchor] = /^\/api\/docs#(.+)$/.exec(body.type) ?? [];
    expect(page).toContain(`id="${anchor}"`);
  }
});
