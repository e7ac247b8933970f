import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { PreparedAnswer } from './answer-forms.ts';
import { createFront } from './page-cache-front.ts';
import { createTopicCollector } from './page-cache-invalidation.ts';
import { createPageCache, type PageCache } from './page-cache-requests.ts';
import { createAddressReader } from './public-addresses.ts';

const html = `<!doctype html>${'<p>Nokia</p>'.repeat(500)}`;

/** Too long to be stored uncompressed. */
const longHtml = html.repeat(6);

let app: FastifyInstance;
let cache: PageCache<PreparedAnswer>;
let made: number;
let status: number;
let cacheControl: string;
let address: string;

beforeEach(async () => {
  const collector = createTopicCollector();
  cache = createPageCache<PreparedAnswer>({ maxBytes: 1_000_000 });
  cache.connected();
  const common = { isParameter: () => true, maxAgeMs: 60_000, showsTopics: false };
  const readAddress = createAddressReader([
    { ...common, path: '/', query: ['page'] },
    { ...common, path: '/long', query: [] },
    { ...common, path: '/api/list', query: [], showsTopics: true },
    { ...common, path: '/api/unknown', query: [], showsTopics: true },
  ]);
  const front = createFront({ cache, collector, readAddress });
  app = Fastify({ serverFactory: front.serverFactory });
  made = 0;
  status = 200;
  cacheControl = 'no-cache';
  app.get('/', async (_request, reply) => {
    made += 1;
    reply.code(status).headers({
      'Content-Security-Policy': "default-src 'self'",
      Link: '</a.css>; rel=preload',
      'Cache-Control': cacheControl,
    });
    return reply.type('text/html; charset=utf-8').send(html);
  });
  app.get('/long', async (_request, reply) => {
    made += 1;
    return reply.type('text/html; charset=utf-8').send(longHtml);
  });
  app.get('/api/list', async ({ headers: { authorization = 'nobody' }, ip }) => {
    made += 1;
    collector.current()?.add('product:1');
    return { for: authorization, ip };
  });
  app.get('/api/unknown', async () => {
    made += 1;
    return {};
  });
  front.serve(app);
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

interface RawReply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends a request and returns the raw reply: nothing decodes it or adds headers. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawReply> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(`${address}${path}`, { method, headers, agent: false }, async (reply) => {
      const chunks: Buffer[] = [];
      for await (const chunk of reply) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      resolve({ status: reply.statusCode, headers: reply.headers, body });
    });
    request.on('error', reject).end();
  });

test('a long page is stored compressed only, and clients that accept no compression get it all the same', async () => {
  await ask('/long');
  const { bytes } = cache.count();
  expect(bytes).toBeLessThan(longHtml.length / 2);
  for (const headers of [undefined, { 'Accept-Encoding': 'identity' }, { 'Accept-Encoding': 'identity' }]) {
    const plain = await ask('/long', headers);
    expect(plain.body.toString()).toBe(longHtml);
    expect(plain.headers['content-length']).toBe(String(longHtml.length));
    expect(plain.headers).not.toHaveProperty('content-encoding');
  }
  const head = await ask('/long', {}, 'HEAD');
  expect(head.headers['content-length']).toBe(String(longHtml.length));
  const { headers } = await ask('/long');
  expect((await ask('/long', { 'If-None-Match': String(headers['etag']) })).status).toBe(304);
  expect(brotliDecompressSync((await ask('/long', { 'Accept-Encoding': 'br' })).body).toString()).toBe(
    longHtml,
  );
  expect(made).toBe(1);
});

test('a stored body has its own memory, of the counted size', async () => {
  await ask('/');
  const { forms } = cache.find('/') ?? {};
  const bodies = Object.values(forms ?? {}).flatMap(({ body }) => body ?? []);
  expect(bodies).toHaveLength(3);
  for (const body of bodies) expect(body.buffer.byteLength).toBe(body.length);
});

test('a page is rendered once, and is answered from memory with all its headers', async () => {
  const first = await ask('/');
  const second = await ask('/');
  expect(made).toBe(1);
  expect(second.body.toString()).toBe(html);
  expect(second.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'self'",
    link: '</a.css>; rel=preload',
    'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
    vary: 'Accept-Encoding',
    'content-length': String(html.length),
  });
  expect(second.headers.etag).toBe(first.headers.etag);
});

test('a page is the same in every encoding, each with its own ETag', async () => {
  const [plain, gzip, br, none] = await Promise.all([
    ask('/', { 'Accept-Encoding': 'identity' }),
    ask('/', { 'Accept-Encoding': 'gzip' }),
    ask('/', { 'Accept-Encoding': 'gzip, br' }),
    ask('/', { 'Accept-Encoding': 'br;q=0' }),
  ]);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(none.headers['content-encoding']).toBeUndefined();
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(br.headers['content-encoding']).toBe('br');
  expect(gunzipSync(gzip.body).toString()).toBe(html);
  expect(brotliDecompressSync(br.body).toString()).toBe(html);
  expect(br.headers['content-length']).toBe(String(br.body.length));
  expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
  expect(made).toBe(1);
});

test('a matching If-None-Match gets a 304', async () => {
  const accepted = { 'Accept-Encoding': 'br' };
  const { headers } = await ask('/', accepted);
  const etag = String(headers.etag);
  for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const reply = await ask('/', { ...accepted, 'If-None-Match': ifNoneMatch });
    expect(reply).toMatchObject({ status: 304, headers: { etag, vary: 'Accept-Encoding' } });
    expect(reply.body).toHaveLength(0);
    expect(reply.headers['cache-control']).toContain('s-maxage=1');
  }
  expect(await ask('/', { 'If-None-Match': etag })).toMatchObject({ status: 200 });
  expect(await ask('/', { ...accepted, 'If-None-Match': '"other"' })).toMatchObject({ status: 200 });
});

test('HEAD is answered with the headers alone, cached or not', async () => {
  for (let time = 0; time < 2; time += 1) {
    const reply = await ask('/', {}, 'HEAD');
    expect(reply).toMatchObject({ status: 200, headers: { 'content-length': String(html.length) } });
    expect(reply.body).toHaveLength(0);
  }
  expect((await ask('/')).body.toString()).toBe(html);
  expect(made).toBe(1);
});

test('a session cookie changes nothing; a call with a token is not cached', async () => {
  await ask('/', { Cookie: 'session=a' });
  await ask('/', { Cookie: 'session=b' });
  expect(made).toBe(1);
  await ask('/api/list');
  const { body, headers } = await ask('/api/list', { Authorization: 'Bearer x' });
  expect(JSON.parse(body.toString()).for).toBe('Bearer x');
  expect(headers['cache-control']).toBeUndefined();
  expect(JSON.parse((await ask('/api/list')).body.toString()).for).toBe('nobody');
  expect((await ask('/api/list')).headers.vary).toBe('Accept-Encoding, Authorization');
});

test('another spelling of a URL has the same answer; a URL with an unknown parameter is not cached', async () => {
  await ask('/?page=1');
  await ask('/?%70age=1');
  expect(made).toBe(1);
  const before = cache.count().entries;
  for (let number = 0; number < 10; number += 1) expect((await ask(`/?x=${number}`)).status).toBe(200);
  expect(cache.count().entries).toBe(before);
});

test('a failure is passed on and not cached', async () => {
  status = 503;
  const { headers } = await ask('/');
  expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
  expect(headers.etag).toBeUndefined();
  expect((await ask('/')).status).toBe(503);
  expect(made).toBe(2);
  status = 200;
  expect((await ask('/')).status).toBe(200);
});

test('a page that says no-store is not cached', async () => {
  cacheControl = 'no-store';
  const { headers } = await ask('/');
  await ask('/');
  expect(made).toBe(2);
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(headers.etag).toBeUndefined();
});

test('a page is rendered once for five hundred simultaneous requests', async () => {
  const replies = await Promise.all(Array.from({ length: 500 }, () => ask('/')));
  expect(replies.every(({ body }) => body.toString() === html)).toBe(true);
  expect(made).toBe(1);
});

test('a call whose answer has no topics is not cached', async () => {
  await ask('/api/unknown');
  await ask('/api/unknown');
  expect(made).toBe(2);
});

test('a change of what a call shows removes its answer', async () => {
  await ask('/api/list');
  await ask('/api/list');
  expect(made).toBe(1);
  cache.changed(['product:1']);
  await ask('/api/list');
  expect(made).toBe(2);
});

test('nothing is cached while changes are not received', async () => {
  await ask('/');
  cache.disconnected();
  await ask('/');
  await ask('/');
  expect(made).toBe(3);
});
