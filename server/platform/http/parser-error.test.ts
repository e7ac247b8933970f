import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, openMarket } from '#testing/market.ts';
import { sendRaw } from '#testing/raw-http.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'request.malformed'],
  ['a target with a blank', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'request.malformed'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'request.malformed',
  ],
  [
    'a header without end',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}`,
    431,
    'request.headers-too-large',
  ],
  ['a target without end', `GET /${'a'.repeat(100_000)}`, 431, 'request.headers-too-large'],
])('%s is told as a problem, and ends the connection', async (_, bytes, status, code) => {
  // Resolves only once the server has closed the connection.
  const answer = await sendRaw(market.address, bytes);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain('\r\nContent-Type: application/problem+json\r\n');
  expect(head).toContain('\r\nConnection: close');
  expect(JSON.parse(body)).toMatchObject({ status, code, requestId: expect.any(String) });
});

test.each(['/', '/api/products/categories', '/readyz', '/no-such-page'])(
  'a request for %s that does not name a host is told so, whatever is cached',
  async (path) => {
    await fetch(`${market.address}${path}`);
    const answer = await sendRaw(market.address, `GET ${path} HTTP/1.1\r\n\r\n`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head.toLowerCase()).toContain('\r\nconnection: close');
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'request.without-host' });
  },
);

test.each(['/', '/api/category', '/readyz', '/no-such-page'])(
  'a request for %s that names two hosts is told so, whatever is cached',
  async (path) => {
    await fetch(`${market.address}${path}`);
    const hosts = 'Host: a.example\r\nhost: b.example';
    const answer = await sendRaw(market.address, `GET ${path} HTTP/1.1\r\n${hosts}\r\n\r\n`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head.toLowerCase()).toContain('\r\nconnection: close');
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'request.several-hosts' });
  },
);

test.each(['/', '/api/category'])('an unknown expectation for %s is refused as a problem', async (path) => {
  const asked = `GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nConnection: close\r\n\r\n`;
  const answer = await sendRaw(market.address, asked);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 417 /);
  expect(head).toContain('\r\nContent-Type: application/problem+json\r\n');
  expect(JSON.parse(body)).toMatchObject({ status: 417, code: 'request.expectation' });
});

test('HTTP/1.0 needs no host', async () => {
  expect(await sendRaw(market.address, 'GET /readyz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

test('an invalid HEAD request is refused without a body', async () => {
  const answer = await sendRaw(market.address, 'HEAD /a b HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/);
});
