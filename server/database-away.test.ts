// A database that is away: people hear so, and that nothing was changed; it comes back, and so does everything.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { type Caller, callerOf } from '#testing/caller.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type DatabaseProxy, openDatabaseProxy } from '#testing/database-proxy.ts';
import { type Makers, makers, newBooking, type TestPerson } from '#testing/market.ts';
import { type Server, startServer } from './start-server.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let dataDir: string;
let server: Server;
let market: Makers;
let stranger: Caller;
let buyer: TestPerson;
let productId: string;
let isCut = false;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database.url);
  dataDir = await mkdtemp(join(tmpdir(), 'ringback-away-'));
  const config = loadConfig({
    PORT: '0',
    DATABASE_URL: proxy.url,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '0',
  });
  const log = createLog('silent');
  server = await startServer({
    config: { ...config, hosts: ['127.0.0.1'], pageCacheBytes: 0 },
    log,
    without: ['demo data', 'pages'],
  });
  market = makers(server.address, server.services);
  stranger = callerOf(server.address);
  buyer = await market.person('buyer');
  productId = await market.phone(await market.person('seller'));
}, 120_000);
afterEach(async () => {
  if (isCut) await proxy.mend();
  isCut = false;
});
afterAll(async () => {
  await server.stop();
  await proxy.cut();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function cut(): Promise<void> {
  isCut = true;
  await proxy.cut();
}

const booking = () => ({ productId, ...newBooking });
const credentials = { email: 'mina@example.com', password: 'Str0ngPass' };

test('while the database is away every call says so, when to come back and that nothing was changed', async () => {
  await cut();
  const replies = {
    list: await stranger.get('/products?limit=7'),
    search: await stranger.get('/search?q=pixel'),
    booking: await buyer.post('/bookedProduct', booking()),
    'sign-in': await stranger.post('/auth/sign-in/email', credentials),
  };
  for (const [name, { status, body, headers }] of Object.entries(replies)) {
    expect([name, status, body.code]).toEqual([name, 503, 'server.unavailable']);
    expect(body.message).toContain('Nothing was changed');
    expect(headers.get('retry-after')).toBe('5');
  }
  expect((await fetch(`${server.address}/readyz`)).status).toBe(503);
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
});

test('once it is back, everything is', async () => {
  await cut();
  expect((await stranger.get('/products')).status).toBe(503);
  await proxy.mend();
  isCut = false;
  expect((await stranger.get('/products')).status).toBe(200);
});

test('who books while the connection breaks is told to look, for nobody knows', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query('begin');
  await other.query('select 1 from products where id = $1 for update', [productId]);
  const asked = buyer.post('/bookedProduct', booking());
  const waiting = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await other.query(waiting)).rows[0]?.waiting).toBeGreaterThan(0);
  await cut();
  const { status, body, headers } = await asked;
  await other.query('rollback');
  await other.end();
  expect([status, body.code]).toEqual([503, 'server.interrupted']);
  expect(body.message).not.toContain('Nothing was changed');
  expect(headers.get('retry-after')).toBe('5');
});
