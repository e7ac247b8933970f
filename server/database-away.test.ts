// An unavailable database: answers say so, and that nothing was changed; after its return everything works again.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';

import { createLog } from '#server/platform/log/log.ts';
import { freePort } from '#server/platform/process/free-port.ts';

import { type Caller, callerOf } from '#testing/caller.ts';
import { isBlocking } from '#testing/database.ts';
import { type CutOffServer, startCutOffServer } from '#testing/cut-off-server.ts';
import { newBooking, openMarket, type TestPerson } from '#testing/market.ts';
import { signUp } from '#testing/visitor.ts';

let cutOff: CutOffServer;
let stranger: Caller;
let buyer: TestPerson;
let productId: string;
let isCut = false;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  cutOff = await startCutOffServer({ without: ['demo data', 'pages'], pageCacheBytes: 0, log });
  const { market, server } = cutOff;
  stranger = callerOf(server.address);
  buyer = await market.person('buyer');
  productId = await market.phone(await market.person('seller'));
}, 120_000);
afterEach(async () => {
  if (isCut) await cutOff.proxy.mend();
  isCut = false;
});
afterAll(() => cutOff.close());

async function cut(): Promise<void> {
  isCut = true;
  await cutOff.proxy.cut();
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
  expect((await fetch(`${cutOff.server.address}/readyz`)).status).toBe(503);
  expect((await fetch(`${cutOff.server.address}/healthz`)).status).toBe(200);
});

test('while the database is away the log says why a request fails, in one line without a stack', async () => {
  await cut();
  lines = [];
  expect((await stranger.get('/products?limit=7')).status).toBe(503);
  expect((await stranger.post('/auth/sign-in/email', credentials)).status).toBe(503);
  const page = { method: 'GET', path: '/products', params: {}, url: '/api/products', requestId: 'page' };
  expect((await cutOff.server.app.inProcess.read(page))?.status).toBe(503);
  const reason = expect.stringMatching(/^connect ECONNREFUSED|^Connection terminated/);
  const failures = lines.filter(({ msg }) => msg === 'request failed');
  expect(failures).toHaveLength(3);
  for (const failure of failures) expect(failure).toMatchObject({ code: 'server.unavailable', reason });
  expect(failures.at(-1)).toMatchObject({ reqId: 'page' });
  expect(lines.filter((line) => 'reqId' in line && 'err' in line)).toEqual([]);
});

test('a process whose replica is away is not ready, since its public pages fail', async () => {
  const { databaseUrl: url } = cutOff;
  const replicaUrl = `postgres://ringback@127.0.0.1:${await freePort()}/ringback`;
  const market = await openMarket({ database: { url, directUrl: url, replicaUrl, usesPrepared: true } });
  onTestFinished(() => market.close());
  expect((await market.stranger.get('/category')).status).toBe(503);
  const ready = await fetch(`${market.address}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: 'not ready', failed: ['replica'] });
});

test.each([
  ['has a full disk', 'disk_full', 'server.full', '60'],
  // A statement that takes longer than 15 s, as when it waits for a locked row.
  ['cancels statements that take too long', 'query_canceled', 'server.busy', '5'],
])(
  'while the database %s, what would write says so and when to come back',
  async (_, raised, code, seconds) => {
    const other = new pg.Client({ connectionString: cutOff.databaseUrl });
    await other.connect();
    await other.query(`create or replace function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '${raised}'; end $$`);
    const tables = ['bookings', 'tries'];
    for (const table of tables)
      await other.query(`create trigger refusing before insert on ${table} execute function refuse_row()`);
    const refusals = [
      await buyer.post('/bookedProduct', booking()),
      await stranger.post('/auth/sign-in/email', credentials),
    ];
    const list = await stranger.get('/products?limit=7');
    for (const table of tables) await other.query(`drop trigger refusing on ${table}`);
    await other.end();
    for (const { status, body, headers } of refusals) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, code, seconds]);
      expect(body.message).toContain('Nothing was changed');
    }
    expect(list.status).toBe(200);
  },
);

test('signing out while the database is away fails, and can be repeated later', async () => {
  const account = { name: 'Mina', email: 'leaver@example.com', password: 'Str0ngPass' };
  const { visitor } = await signUp(cutOff.server.address, account);
  await cut();
  for (const { status, body, headers } of [
    await visitor.call('POST', '/auth/sign-out'),
    await visitor.call('GET', '/auth/get-session'),
  ]) {
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'server.unavailable', '5']);
    expect(headers.getSetCookie()).toEqual([]);
  }
  await cutOff.proxy.mend();
  isCut = false;
  const session = await visitor.call('GET', '/auth/get-session');
  expect(session.body.user.email).toBe(account.email);
  expect((await visitor.call('POST', '/auth/sign-out')).status).toBe(200);
  expect((await visitor.call('GET', '/auth/get-session')).body).toBeNull();
});

test('once the database is back, all calls work again', async () => {
  await cut();
  expect((await stranger.get('/products')).status).toBe(503);
  await cutOff.proxy.mend();
  isCut = false;
  expect((await stranger.get('/products')).status).toBe(200);
});

test('if the connection breaks during a booking, the answer says that its outcome is unknown', async () => {
  const other = new pg.Client({ connectionString: cutOff.databaseUrl });
  await other.connect();
  await other.query('begin');
  await other.query('select 1 from products where id = $1 for update', [productId]);
  const backend = (await other.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
  const asked = buyer.post('/bookedProduct', booking());
  // Not on the connection of the transaction, which reads the activity once.
  await expect.poll(() => isBlocking(cutOff.server.services.db, backend)).toBe(true);
  await cut();
  const { status, body, headers } = await asked;
  await other.query('rollback');
  await other.end();
  expect([status, body.code]).toEqual([503, 'server.interrupted']);
  expect(body.message).not.toContain('Nothing was changed');
  expect(headers.get('retry-after')).toBe('5');
});
