import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createPageCache, type PageCache } from './page-cache.ts';
import { createAddressReader } from './page-cache-addresses.ts';
import type { ReadyAnswer } from './page-cache-answer.ts';
import { createFront } from './page-cache-front.ts';
import { createShown } from './page-cache-shown.ts';

const html = `<!doctype html>${'<p>Nokia</p>'.repeat(500)}`;

/** Longer than what is kept as it is. */
const longHtml = html.repeat(6);

let app: FastifyInstance;
let cache: PageCache<ReadyAnswer>;
let made: number;
let status: number;
let cacheControl: string;
let address: string;

beforeEach(async () => {
  const shown = createShown();
  cache = createPageCache<ReadyAnswer>({ maxBytes: 1_000_000 });
  cache.heard();
  const common = { isParameter: () => true, maxAgeMs: 60_000, showsTopics: false };
  const readAddress = createAddressReader([
    { ...common, path: '/', query: ['page'] },
    { ...common, path: '/long', query: [] },
    { ...common, path: '/api/list', query: [], showsTopics: true },
    { ...common, path: '/api/unknown', query: [], showsTopics: true },
  ]);
  const front = createFront({ cache, shown, readAddress });
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
    shown.current()?.add('product:1');
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

/** A request that nobody decodes or adds headers to. */
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

test('of a long page the plain form is not kept, and yet given to who takes no other', async () => {
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

test('what is kept takes the memory that is counted, and not a piece that it shares with others', async () => {
  await ask('/');
  const { forms } = cache.find('/') ?? {};
  const bodies = Object.values(forms ?? {}).flatMap(({ body }) => body ?? []);
  expect(bodies).toHaveLength(3);
  for (const body of bodies) expect(body.buffer.byteLength).toBe(body.length);
});

test('a page is made once, and comes from memory with all its headers', async () => {
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

test('each form of a page is the same page, with a mark of its own', async () => {
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

test('who has this very form hears that nothing has changed', async () => {
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

test('HEAD is answered with the headers alone, kept or not', async () => {
  for (let time = 0; time < 2; time += 1) {
    const reply = await ask('/', {}, 'HEAD');
    expect(reply).toMatchObject({ status: 200, headers: { 'content-length': String(html.length) } });
    expect(reply.body).toHaveLength(0);
  }
  expect((await ask('/')).body.toString()).toBe(html);
  expect(made).toBe(1);
});

test('a session changes nothing; a token is asked about each time', async () => {
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

test('another spelling of an address is the same one, a stranger’s parameter is none of ours', async () => {
  await ask('/?page=1');
  await ask('/?%70age=1');
  expect(made).toBe(1);
  const before = cache.count().entries;
  for (let number = 0; number < 10; number += 1) expect((await ask(`/?x=${number}`)).status).toBe(200);
  expect(cache.count().entries).toBe(before);
});

test('a failure is answered as it is and asked for anew', async () => {
  status = 503;
  const { headers } = await ask('/');
  expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
  expect(headers.etag).toBeUndefined();
  expect((await ask('/')).status).toBe(503);
  expect(made).toBe(2);
  status = 200;
  expect((await ask('/')).status).toBe(200);
});

test('a page that refuses to be kept is made for each', async () => {
  cacheControl = 'no-store';
  const { headers } = await ask('/');
  await ask('/');
  expect(made).toBe(2);
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(headers.etag).toBeUndefined();
});

test('five hundred requests for a cold page make it once', async () => {
  const replies = await Promise.all(Array.from({ length: 500 }, () => ask('/')));
  expect(replies.every(({ body }) => body.toString() === html)).toBe(true);
  expect(made).toBe(1);
});

test('a call whose answer does not say what it shows is not kept', async () => {
  await ask('/api/unknown');
  await ask('/api/unknown');
  expect(made).toBe(2);
});

test('a change of what a call shows drops it', async () => {
  await ask('/api/list');
  await ask('/api/list');
  expect(made).toBe(1);
  cache.changed(['product:1']);
  await ask('/api/list');
  expect(made).toBe(2);
});

test('while changes are not heard everything is asked for each time', async () => {
  await ask('/');
  cache.lost();
  await ask('/');
  await ask('/');
  expect(made).toBe(3);
});
