import { createServer } from 'node:net';

import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { products } from '#db/tables/products.ts';
import { openDatabaseProxy } from '#testing/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type ChangeListener, type Changes, createChanges } from './changes.ts';
import { createNotifyConnection } from './changes-connection.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';

const ignore = () => undefined;
const log = { warn: ignore, info: ignore };
const polling = { timeout: 20_000, interval: 20 };

let database: TestDatabase;
let opened: Changes[];
beforeEach(async () => {
  database = await createTestDatabase();
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((changes) => changes.stop()));
  await database.drop();
});

/** One process's connection, and what it received, in order. */
async function openProcess(): Promise<{ changes: Changes; received: string[] }> {
  const changes = createChanges({ url: database.url, log });
  opened.push(changes);
  const received: string[] = [];
  const listener: ChangeListener = {
    changed: (topics) => received.push(...topics),
    disconnected: () => received.push('(disconnected)'),
    connected: () => received.push('(connected)'),
  };
  changes.subscribe(listener);
  await changes.start();
  return { changes, received };
}

async function breakConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ringback changes' and datname = current_database()`,
  );
  await client.end();
}

test('a change is received here before publishing returns, and by others soon, once', async () => {
  const here = await openProcess();
  const there = await openProcess();
  here.changes.publish(['product:1']);
  expect(here.received).toEqual(['(connected)', 'product:1']);
  await vi.waitFor(() => expect(there.received).toEqual(['(connected)', 'product:1']), polling);
  there.changes.publish(['product:2']);
  await vi.waitFor(() => expect(here.received).toEqual(['(connected)', 'product:1', 'product:2']), polling);
});

test('foreign notifications on the same channel are ignored', async () => {
  const { received } = await openProcess();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const foreign of ['', 'hello', '{}', 'null', '7', '[]', '["x", 1]', '[{"a": 1}, "product:9"]']) {
    await client.query("select pg_notify('ringback_changes', $1)", [foreign]);
  }
  await client.query("select pg_notify('ringback_changes', $1)", ['["another", "product:1"]']);
  await client.end();
  await vi.waitFor(() => expect(received).toEqual(['(connected)', 'product:1']), polling);
});

test('ten thousand changes at once all arrive', async () => {
  const here = await openProcess();
  const there = await openProcess();
  const topics = Array.from({ length: 10_000 }, (_, number) => `product:0189a-${number}`);
  for (const topic of topics) here.changes.publish([topic]);
  await vi.waitFor(() => expect(there.received.slice(1)).toEqual(topics), polling);
});

test('a broken connection is reported and opened again, and what was published meanwhile arrives', async () => {
  const here = await openProcess();
  const there = await openProcess();
  await breakConnections();
  await vi.waitFor(() => expect(here.received).toContain('(disconnected)'), polling);
  here.changes.publish(['product:1']);
  // It may arrive over the new connection, perhaps before that is reported as open, or may have been sent before: when
  // the connection opens, everything is invalidated anyway.
  const states = () => there.received.filter((each) => each.startsWith('('));
  await vi.waitFor(() => expect(states()).toEqual(['(connected)', '(disconnected)', '(connected)']), polling);
  here.changes.publish(['product:2']);
  await vi.waitFor(() => expect(there.received).toContain('product:2'), polling);
});

test('what is published right before stopping still arrives', async () => {
  const here = await openProcess();
  const there = await openProcess();
  here.changes.publish(['product:1']);
  await here.changes.stop();
  await vi.waitFor(() => expect(there.received).toContain('product:1'), polling);
});

test('if the database cannot be reached, nothing is received and starting does not fail', async () => {
  const changes = createChanges({ url: 'postgres://nobody:x@127.0.0.1:1/none', log });
  opened.push(changes);
  const received = vi.fn<() => void>();
  changes.subscribe({ changed: () => undefined, disconnected: () => undefined, connected: received });
  await changes.start();
  expect(received).not.toHaveBeenCalled();
});

test('that changes are not received is logged once, and that they are received again', async () => {
  const proxy = await openDatabaseProxy(database.url);
  const logged: unknown[] = [];
  const tell = (about: unknown, message?: string) => void logged.push(message ?? about);
  const changes = createChanges({ url: proxy.url, log: { warn: tell, info: tell } });
  opened.push(changes);
  await changes.start();
  await proxy.cut();
  let tries = 0;
  const refusing = createServer((socket) => {
    tries += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => refusing.listen(Number(new URL(proxy.url).port), '127.0.0.1', done));
  await vi.waitFor(() => expect(tries).toBeGreaterThan(2), polling);
  await new Promise((done) => refusing.close(done));
  await proxy.mend();
  const away = 'changes of other processes are not received';
  const back = 'changes of other processes are received again';
  await vi.waitFor(() => expect(logged.at(-1)).toBe(back), polling);
  expect(logged).toEqual([away, back]);
  await changes.stop();
  await proxy.cut();
});

test('one statement at a time is sent over the connection, since the driver warns of more', async () => {
  const { url } = database;
  const ignored = { onMessage: ignore, onOpened: ignore, onBroken: ignore };
  const connection = createNotifyConnection({ url, channel: 'ringback_changes', log, ...ignored });
  await connection.open();
  const { query } = pg.Client.prototype;
  let running = 0;
  const runningBefore: number[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...told
  ) {
    runningBefore.push(running);
    running += 1;
    await Promise.resolve(query.apply(this, told));
    running -= 1;
  });
  onTestFinished(() => spy.mockRestore());
  expect(await Promise.all([connection.send('["x"]'), connection.send('["x"]')])).toEqual([true, true]);
  expect(runningBefore).toEqual([0, 0]);
  await connection.close();
});

test('what a transaction publishes is published after its commit and before its caller continues', async () => {
  const published: string[] = [];
  const onChanged = (topics: readonly string[]) => void published.push(...topics);
  const { db, close } = openDatabase({ url: database.url, onError: () => undefined, onChanged });
  const rows = await db.transaction(async (tx) => {
    tx.$changes.publish('product:1', 'market');
    tx.$changes.publish('product:1');
    expect(published).toEqual([]);
    return tx.select({ id: products.id }).from(products);
  });
  expect(rows).toEqual([]);
  expect(published).toEqual(['product:1', 'market']);
  db.$changes.publish('product:2');
  expect(published).toEqual(['product:1', 'market', 'product:2']);
  await close();
});

test('a transaction that fails publishes, too, since it may have been committed', async () => {
  const published: string[] = [];
  const onChanged = (topics: readonly string[]) => void published.push(...topics);
  const { db, close } = openDatabase({ url: database.url, onError: () => undefined, onChanged });
  const broken = db.transaction(async (tx) => {
    tx.$changes.publish('product:1');
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(published).toEqual(['product:1']);
  await close();
});
