// Pages while the database is unavailable: they say so, and nothing is cached.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildIfStale } from '#scripts/build.ts';
import { type CutOffServer, startCutOffServer } from '#testing/cut-off-server.ts';

let cutOff: CutOffServer;
let paths: Record<'home' | 'category' | 'product' | 'search', string>;

beforeAll(async () => {
  await buildIfStale();
  cutOff = await startCutOffServer({ without: ['demo data'] });
  const { market } = cutOff;
  const product = await market.phone(await market.person('seller'));
  paths = {
    home: '/',
    category: `/category/${await market.category()}`,
    product: `/product/${product}`,
    search: '/search?q=pixel',
  };
}, 240_000);
afterAll(() => cutOff.close());

test('a site map whose phones cannot be read is a 503, and not half a file', async () => {
  const path = '/sitemaps/products-1.xml';
  const whole = await (await get(path)).text();
  expect(whole).toContain(paths.product);
  await cutOff.proxy.cut();
  const away = await get(path);
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await away.text()).not.toContain('urlset');
  await cutOff.proxy.mend();
  expect(await (await get(path)).text()).toBe(whole);
});

const get = (path: string) => fetch(`${cutOff.server.address}${path}`);

test('while the database is away a page is a 503 with our own words, and right again once it is back', async () => {
  await cutOff.proxy.cut();
  for (const [name, path] of Object.entries(paths)) {
    const reply = await get(path);
    expect([name, reply.status]).toEqual([name, 503]);
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(reply.headers.get('cache-control')).toMatch(/no-cache|no-store/);
    expect(reply.headers.get('content-type')).toContain('text/html');
    const html = await reply.text();
    expect(html).toContain('<nav');
    expect(html).not.toMatch(/ECONNREFUSED|at .*\.ts:\d+/);
  }
  await cutOff.proxy.mend();
  for (const [name, path] of Object.entries(paths)) {
    const { status, headers } = await get(path);
    expect([name, status, headers.get('retry-after')]).toEqual([name, 200, null]);
  }
});
