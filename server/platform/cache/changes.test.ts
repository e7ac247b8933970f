import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { products } from '#db/tables/products.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type ChangeListener, type Changes, createChanges } from './changes.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';

const log = { warn: () => undefined };

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

/** One process's end, and what it heard, in order. */
async function openEnd(): Promise<{ changes: Changes; heard: string[] }> {
  const changes = createChanges({ url: database.url, log });
  opened.push(changes);
  const heard: string[] = [];
  const listener: ChangeListener = {
    changed: (topics) => heard.push(...topics),
    lost: () => heard.push('(lost)'),
    heard: () => heard.push('(heard)'),
  };
  changes.subscribe(listener);
  await changes.start();
  return { changes, heard };
}

async function breakLines(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ringback changes' and datname = current_database()`,
  );
  await client.end();
}

test('a change is heard here before telling returns, and by others soon, once', async () => {
  const here = await openEnd();
  const there = await openEnd();
  here.changes.tell(['product:1']);
  expect(here.heard).toEqual(['(heard)', 'product:1']);
  await vi.waitFor(() => expect(there.heard).toEqual(['(heard)', 'product:1']));
  there.changes.tell(['product:2']);
  await vi.waitFor(() => expect(here.heard).toEqual(['(heard)', 'product:1', 'product:2']));
});

test('what others notify on the same channel is ignored', async () => {
  const { heard } = await openEnd();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const foreign of ['', 'hello', '{}', 'null', '7', '[]', '["x", 1]', '[{"a": 1}, "product:9"]']) {
    await client.query("select pg_notify('ringback_changes', $1)", [foreign]);
  }
  await client.query("select pg_notify('ringback_changes', $1)", ['["another", "product:1"]']);
  await client.end();
  await vi.waitFor(() => expect(heard).toEqual(['(heard)', 'product:1']));
});

test('ten thousand changes at once all arrive', async () => {
  const here = await openEnd();
  const there = await openEnd();
  const topics = Array.from({ length: 10_000 }, (_, number) => `product:0189a-${number}`);
  for (const topic of topics) here.changes.tell([topic]);
  await vi.waitFor(() => expect(there.heard.slice(1)).toEqual(topics), { timeout: 10_000 });
});

test('a line that breaks is told and opened again, and what was to be told meanwhile arrives', async () => {
  const here = await openEnd();
  const there = await openEnd();
  await breakLines();
  await vi.waitFor(() => expect(here.heard).toContain('(lost)'));
  here.changes.tell(['product:1']);
  // Either it comes over the new line, perhaps before that says that it is open, or it was told before: once it is
  // open everything is forgotten anyway.
  const states = () => there.heard.filter((each) => each.startsWith('('));
  await vi.waitFor(() => expect(states()).toEqual(['(heard)', '(lost)', '(heard)']));
  here.changes.tell(['product:2']);
  await vi.waitFor(() => expect(there.heard).toContain('product:2'), { timeout: 5_000 });
});

test('what is told right before the end still arrives', async () => {
  const here = await openEnd();
  const there = await openEnd();
  here.changes.tell(['product:1']);
  await here.changes.stop();
  await vi.waitFor(() => expect(there.heard).toContain('product:1'));
});

test('where the database cannot be reached, nothing is heard and starting does not fail', async () => {
  const changes = createChanges({ url: 'postgres://nobody:x@127.0.0.1:1/none', log });
  opened.push(changes);
  const heard = vi.fn<() => void>();
  changes.subscribe({ changed: () => undefined, lost: () => undefined, heard });
  await changes.start();
  expect(heard).not.toHaveBeenCalled();
});

test('what a transaction notes is told after its commit and before whoever began it goes on', async () => {
  const told: string[] = [];
  const onChanged = (topics: readonly string[]) => void told.push(...topics);
  const { db, close } = openDatabase({ url: database.url, onError: () => undefined, onChanged });
  const rows = await db.transaction(async (tx) => {
    tx.$changes.note('product:1', 'market');
    tx.$changes.note('product:1');
    expect(told).toEqual([]);
    return tx.select({ id: products.id }).from(products);
  });
  expect(rows).toEqual([]);
  expect(told).toEqual(['product:1', 'market']);
  db.$changes.note('product:2');
  expect(told).toEqual(['product:1', 'market', 'product:2']);
  await close();
});

test('a commit whose end nobody knows is told, too', async () => {
  const told: string[] = [];
  const onChanged = (topics: readonly string[]) => void told.push(...topics);
  const { db, close } = openDatabase({ url: database.url, onError: () => undefined, onChanged });
  const broken = db.transaction(async (tx) => {
    tx.$changes.note('product:1');
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(told).toEqual(['product:1']);
  await close();
});
