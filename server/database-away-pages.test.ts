// Pages while the database is away: an answer of our own that says so, and nothing of it cached.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildIfStale } from '#scripts/build.ts';
import { loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type DatabaseProxy, openDatabaseProxy } from '#testing/database-proxy.ts';
import { makers } from '#testing/market.ts';
import { type Server, startServer } from './start-server.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let dataDir: string;
let server: Server;
let paths: Record<'home' | 'category' | 'product' | 'search', string>;

beforeAll(async () => {
  await buildIfStale();
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database.url);
  dataDir = await mkdtemp(join(tmpdir(), 'ringback-away-pages-'));
  const config = loadConfig({
    PORT: '0',
    DATABASE_URL: proxy.url,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '0',
  });
  server = await startServer({
    config: { ...config, hosts: ['127.0.0.1'] },
    log: createLog('silent'),
    without: ['demo data'],
  });
  const market = makers(server.address, server.services);
  const product = await market.phone(await market.person('seller'));
  paths = {
    home: '/',
    category: `/category/${await market.category()}`,
    product: `/product/${product}`,
    search: '/search?q=pixel',
  };
}, 240_000);
afterAll(async () => {
  await server.stop();
  await proxy.cut();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const get = (path: string) => fetch(`${server.address}${path}`);

test('while the database is away a page is a 503 with our own words, and right again once it is back', async () => {
  await proxy.cut();
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
  await proxy.mend();
  for (const [name, path] of Object.entries(paths)) {
    const { status, headers } = await get(path);
    expect([name, status, headers.get('retry-after')]).toEqual([name, 200, null]);
  }
});
