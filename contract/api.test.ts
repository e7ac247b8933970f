import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { anyone } from './access.ts';
import { endpoints } from './api.ts';
import { domains } from './domains.ts';
import { endpoint, perPerson } from './endpoint.ts';
import { requestErrors } from './errors.ts';
import { Inserted } from './replies.ts';

const specs = endpoints.map(({ spec }) => spec);

test('an endpoint without access does not compile', () => {
  const incomplete = { method: 'GET', path: '/x', summary: 'x', reply: Inserted } as const;
  // @ts-expect-error -- if this line compiles, access is no longer required
  endpoint(incomplete);
  // @ts-expect-error -- nor may it be left undefined
  endpoint({ ...incomplete, access: undefined });
  // @ts-expect-error -- nor an unknown one
  endpoint({ ...incomplete, access: { who: 'everybody' } });
  expect(endpoint({ ...incomplete, access: anyone }).access).toBe(anyone);
});

test('a call that changes something does not compile without a rate limit', () => {
  const incomplete = { method: 'PATCH', path: '/x', summary: 'x', access: anyone, reply: Inserted } as const;
  // @ts-expect-error -- if this line compiles, a limit is no longer required
  endpoint(incomplete);
  // @ts-expect-error -- nor may it be left undefined
  endpoint({ ...incomplete, rateLimit: undefined });
  // @ts-expect-error -- nor may the reason for having none be missing
  endpoint({ ...incomplete, rateLimit: {} });
  expect(endpoint({ ...incomplete, rateLimit: perPerson(1, 60) }).rateLimit.max).toBe(1);
  expect(endpoint({ ...incomplete, method: 'GET' }).method).toBe('GET');
});

test('every call of the spec is there', () => {
  expect(specs.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining([
      'GET /user',
      'GET /users',
      'PUT /users/admin/:_id',
      'DELETE /users/:_id',
      'POST /users',
      'GET /users/admin/:email',
      'GET /users/seller/:email',
      'GET /category',
      'GET /category/:_id',
      'GET /products',
      'POST /products',
      'DELETE /products/:_id',
      'POST /adsProducts',
      'GET /adsProducts',
      'DELETE /adsProducts',
      'POST /bookedProduct',
      'GET /bookedProduct',
      'GET /bookedProduct/:_id',
      'DELETE /bookedProduct',
      'POST /create-payment-intent',
      'POST /payments',
      'POST /reportItem',
      'GET /reportItem',
      'DELETE /reportItem',
      'GET /jwt',
    ]),
  );
});

test('no two endpoints answer the same address', () => {
  const addresses = specs.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('every endpoint belongs to a domain', () => {
  for (const { domain } of endpoints) expect([...domains, 'site']).toContain(domain);
});

test('a code means one thing: its row is the same wherever it is listed', () => {
  const rows = new Map<string, string>();
  for (const table of [requestErrors, ...specs.map(({ errors = {} }) => errors)]) {
    for (const [code, row] of Object.entries(table)) {
      const known = rows.get(code) ?? JSON.stringify(row);
      expect(JSON.stringify(row), code).toBe(known);
      rows.set(code, known);
    }
  }
  expect(rows.size).toBeGreaterThan(30);
});

test('every error has a status of its kind and a message for the person', () => {
  const tables = [requestErrors, ...specs.map(({ errors = {} }) => errors)];
  for (const [code, [status, message]] of tables.flatMap((table) => Object.entries(table))) {
    expect(code).toMatch(/^[a-z]+\.[a-z-]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(message.trim()).not.toBe('');
  }
});

test('what an access asks to own is a field that the call has', () => {
  for (const { access, params, query, body, path } of specs) {
    if (!('own' in access)) continue;
    const [part = '', field = ''] = access.subject.split('.');
    const schema = { params, query, body }[part];
    const fields = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
    expect(fields, path).toContain(field);
    if (part === 'params') expect(path).toContain(`:${field}`);
  }
});

test('every list that grows is paged', () => {
  const lists = [
    'GET /users',
    'GET /products',
    'GET /adsProducts',
    'GET /bookedProduct',
    'GET /reportItem',
    'GET /chargeIssues',
    'GET /chargebacks',
    'GET /disputes',
    'GET /failedJobs',
    'GET /failedMails',
    'GET /failedProcessorEvents',
    'GET /ledgerDifferences',
    'GET /notifications',
    'GET /orders',
    'GET /people',
    'GET /payouts',
    'GET /payouts/balances',
    'GET /payouts/lines',
    'GET /payouts/reversals',
    'GET /payouts/statement',
    'GET /reconciliations',
    'GET /sales',
  ];
  const paged = specs.filter(({ paged: isPaged }) => isPaged).map(({ method, path }) => `${method} ${path}`);
  expect(paged.toSorted()).toEqual(lists.toSorted());
});

test('the calls whose answers the spec reads say so when they fail', () => {
  for (const { method, path, refusal } of specs) {
    // The spec leaves signing in to the identity library, and has neither webhooks nor reports of page errors.
    const isOurs = path.startsWith('/webhooks/') || path === '/client-errors';
    if (method === 'GET' || path.startsWith('/auth/') || isOurs) continue;
    expect(refusal, `${method} ${path}`).toBeDefined();
  }
});
