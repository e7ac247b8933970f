// Unusual request targets: the server answers all of them, and redirects to no other site.
import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { listPublicPages } from '#contract/pages.ts';
import { type Market, openMarketWithPages } from '#testing/market.ts';
import { type RawClient, rawClient, type RawReply, sendRaw } from '#testing/raw-http.ts';

let market: Market;
let client: RawClient;
let productId: string;
let categoryId: string;
beforeAll(async () => {
  market = await openMarketWithPages();
  client = rawClient(market.address);
  categoryId = await market.category();
  productId = await market.phone(await market.person('seller'), { categoryId });
}, 240_000);
afterAll(async () => {
  client.close();
  await market.close();
});

const heads = [
  ['/', '//', '///', '/\\', '\\', '\\\\', '/.', '/./', '/..', '/../', '/.//', '/;', '/:', '/@', '/*', '/ÿ'],
  ['//[', '//]', '//user:pw@x/', '//evil.example/', '//evil.example:99999/', '/\\evil.example/', '///evil/'],
  ['http://evil.example/', 'http://evil.example//', 'https://user:pw@evil.example/', 'http://[/', 'http://'],
  ['/%2F%2Fevil.example/', '/%5Cevil.example/', '/%09/evil/', '/%00', '/%0d%0aX:y/', '/%', '/%zz', '/%ff'],
  ['/%252F', '/%c0%af', '/%2e%2e/', '/%2e%2e%2f', '/%E2%80%AE', '/[', '/]', '/{', '/|', '/^', '/`', '/"'],
  ['/<script>', "/'", '/http://evil.example/', '/javascript:alert(1)', '/__proto__/', '/constructor/'],
  ['/api/', '/api//', '/api/%', '/api/\\', '/api/../', '/images/', '/images//', '/assets/', '/sandbox/'],
  [
    '/dashboard/',
    '/sitemaps/',
    '/category/',
    '/product/',
    '/auth/',
    '/#',
    '/?',
    '/??',
    '/&',
    '/=',
    '/+',
    '/~',
  ],
].flat();
const tails = [
  ['', '/', '//', '.', '..', '%', '%00', '%2F', '\\', 'x', 'x/', 'x//', 'x.data', '_root.data', '__manifest'],
  ['product/ID', 'product/ID/', 'product/ID.data', 'product/ID//', 'category/CATEGORY/', '//product/ID'],
  [
    'login',
    'login/',
    'home',
    'blog/',
    'search/?q=a',
    'dashboard',
    'dashboard/orders/',
    'reset-password?token=x',
  ],
  [
    'api/products/?id=CATEGORY',
    'products/?id=CATEGORY',
    'metrics',
    'robots.txt',
    'sitemap.xml',
    'favicon.svg',
    'favicon.ico',
  ],
  ['?x=//evil.example', '?callbackURL=//evil.example/', '?_routes=root', '?index', '#', '#//evil.example/'],
  ['a/'.repeat(200), 'a'.repeat(2_000), '%20'.repeat(300), '\u00ff\u00fe', '..;/', ';x=y', '@evil.example'],
].flat();

/**
 * Combines each head with a third of the tails, a different third for the next head, so that each tail is combined with
 * many heads.
 */
const targets = (): string[] =>
  heads.flatMap((head, turn) =>
    tails
      .filter((_, place) => (place + turn) % 3 === 0)
      .map((tail) => (head + tail).replaceAll('ID', productId).replaceAll('CATEGORY', categoryId)),
  );

/** The faults of an answer; empty for a correct one. */
function faultsOf({ status, headers, body }: RawReply): string[] {
  const { location } = headers;
  const canonical = /<link[^>]*rel="canonical"[^>]*>/.exec(body)?.[0];
  const shared = /<meta property="og:url"[^>]*>/.exec(body)?.[0];
  const isOwn = (tag: string): boolean => tag.includes(`"${market.address}/`);
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(location !== undefined && new URL(String(location), market.address).origin !== market.address
      ? [`leads to ${String(location)}`]
      : []),
    ...[canonical, shared].filter((tag) => tag !== undefined && !isOwn(tag)).map((tag) => `names ${tag}`),
  ];
}

async function walk(method: string, walked: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  const rest = [...walked];
  const work = async (): Promise<void> => {
    for (let target = rest.pop(); target !== undefined; target = rest.pop()) {
      const reply = await client.ask(method, target);
      for (const fault of faultsOf(reply)) faults.push(`${method} ${target}: ${fault}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return faults;
}

test('a thousand odd addresses are answered, and none redirects to another site', async () => {
  const all = targets();
  expect(all.length).toBeGreaterThan(1_000);
  expect(await walk('GET', all)).toEqual([]);
}, 240_000);

test.each(['HEAD', 'POST', 'OPTIONS', 'DELETE', 'PROPFIND'])(
  'so they are by %s',
  async (method) => {
    const some = targets().filter((_, place) => place % 12 === 0);
    expect(await walk(method, some)).toEqual([]);
  },
  120_000,
);

test.each([
  '//',
  '///',
  '/\\',
  '//[',
  '//user:pw@x/',
  '//evil.example/product/ID',
  '//product/ID',
  '/product//ID',
  '/product/ID//',
  '//login',
  '//login/',
  '/%2F%2Fevil.example/',
  '/product/ID/../ID',
  '/%zz',
])('%s is nothing, and the error page says so', async (target) => {
  const { status, headers, body } = await client.ask('GET', target.replace('ID', productId));
  expect(status).toBe(404);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('Somethings Went Wrong....');
  expect(body).not.toContain('canonical');
});

test.each(['/api//products', '/api/products//', '/api/%zz', '/api/products/\\'])(
  '%s is nothing, and says so as calls do',
  async (target) => {
    const { status, headers, body } = await client.ask('GET', target);
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(body)).toMatchObject({ code: 'request.not-found' });
  },
);

test.each([
  ['a range that it does not have', { Range: 'bytes=999999999-' }, 416],
  ['another version of it', { 'If-Match': '"other"' }, 412],
])('whoever asks a file for %s is told so', async (_, headers, status) => {
  const page = await (await fetch(market.address)).text();
  const [file] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  expect((await fetch(`${market.address}${file}`, { headers })).status).toBe(status);
});

test('an absolute request target is answered by its path, whatever host it names', async () => {
  const { status, body } = await client.ask('GET', `http://evil.example/product/${productId}`);
  expect(status).toBe(200);
  expect(body).toContain(`<link rel="canonical" href="${market.address}/product/${productId}"`);
  expect(body).not.toContain('evil.example');
});

test.each([
  ['/blog/', '/blog'],
  ['/home/', '/home'],
  ['/dashboard/orders/', '/dashboard/orders'],
  ['/search/?q=pixel&sort=newest', '/search?q=pixel&sort=newest'],
  ['/nothing/', '/nothing'],
  ['http://evil.example/blog/', '/blog'],
  ['/%3Cevil%3E/', '/%3Cevil%3E'],
])('%s leads to %s', async (target, location) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await client.ask(method, target);
    expect([status, headers['location']]).toEqual([308, location]);
  }
});

const cacheControlOf = async (target: string) => (await client.ask('GET', target)).headers['cache-control'];

test('a page is not cached because of what its address looks like', async () => {
  for (const personal of ['/dashboard', '/%64ashboard/orders', '/DASHBOARD', '/reset-password?token=x']) {
    expect(await cacheControlOf(personal)).toBe('private, no-store');
  }
  for (const open of ['/dashboard-of-mine', '/blog?dashboard', '/authors']) {
    expect(await cacheControlOf(open)).toBe('no-cache');
  }
});

const uncached = listPublicPages().filter(({ cache }) => cache === undefined);

test.each(uncached)(
  'no cache may store $path, whose address may hold the secret of a mail',
  async ({ path }) => {
    expect(await cacheControlOf(`${path}?token=secret`)).toBe('private, no-store');
  },
);

test.each([
  'GET  HTTP/1.1',
  'GET / / HTTP/1.1',
  'GET /\u0000 HTTP/1.1',
  'GET /\u0001\u007f HTTP/1.1',
  'GET evil.example HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET \\\\evil.example\\ HTTP/1.1',
  'GET /\t/evil.example/ HTTP/1.1',
  'GET ftp://evil.example/ HTTP/1.1',
  'GET http:/evil.example/ HTTP/1.1',
  'GET //evil.example/ HTTP/1.0',
  'GET /caf\u00e9/ HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
])('%j causes neither a failure nor a redirect to another site', async (line) => {
  const answer = await sendRaw(market.address, `${line}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
  // A tunnel is refused by closing the connection.
  expect(answer).toMatch(line.startsWith('CONNECT') ? /^$/ : /^HTTP\/1\.1 [234]/);
  expect(answer).not.toMatch(/^location: *(?!\/[^/\\])/im);
  expect(answer).not.toContain('"canonical" href="http://evil');
});

test.each(['/', '/home', '/dashboard/orders', '/healthz'])(
  'what only reads may do with %s is said to others',
  async (path) => {
    const { status, headers } = await fetch(market.address + path, { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  },
);

test('a form that is sent to a page is told that its address is wrong, not that we have failed', async () => {
  const { status, body } = await client.ask('POST', '/home');
  expect(status).toBe(405);
  expect(body).toContain('its address is wrong');
  expect(body).not.toContain('on our side');
});

test('the proxies of the guide and of deploy/ keep every way to write /metrics inside', async () => {
  const ways = ['/metrics', '/metrics/', '/metrics?x=1', '/metrics/?x=1', '/%6detrics'];
  for (const way of ways)
    expect((await client.ask('GET', way)).body, way).toContain('process_cpu_seconds_total');
  for (const file of ['docs/running-live.md', 'deploy/nginx.conf']) {
    const closed = await readLocation(file, 'metrics');
    // nginx compares the decoded path, without the query.
    const open = ways.filter((way) => !closed.test(decodeURIComponent(way.replace(/\?.*/, ''))));
    expect([file, open]).toEqual([file, []]);
  }
});

/** The paths of the `location` of nginx that names `path` and answers 404. */
async function readLocation(file: string, path: string): Promise<RegExp> {
  const text = await readFile(file, 'utf8');
  const [, kind, value = ''] =
    new RegExp(`location ([=~]) (\\S*${path}\\S*) \\{\\s*return 404;`).exec(text) ?? [];
  return new RegExp(kind === '=' ? `^${value}$` : value);
}
