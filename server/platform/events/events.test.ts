// Each event reaches the queues of its subscribers once, even if a transaction commits late, it is relayed twice, or a
// process dies in between.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { DomainEvent } from '#contract/events.ts';
import { system } from '#contract/states.ts';
import { subscriptions } from '#server/subscriptions.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type Database, type Executor, newId, openDatabase } from '#server/platform/postgres/database.ts';
import { createJobs, type Jobs, queue } from '#server/platform/jobs/jobs.ts';
import { createLog } from '#server/platform/log/log.ts';
import { emit } from './emit.ts';
import { type EventQueue, handleEvents } from './handle-events.ts';
import { relayEvents, type RelayOptions } from './relay.ts';

const first: EventQueue<'booking.given-up'> = queue('first');
const second: EventQueue<'booking.given-up' | 'booking.paid'> = queue('second');
const polling = { timeout: 20_000, interval: 20 };

let database: TestDatabase;
let db: Database;
let close: () => Promise<void>;
let jobs: Jobs;
let options: RelayOptions;
let handled: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  ({ db, close } = openDatabase({ url: database.url, onError: () => undefined }));
  jobs = createJobs({ url: database.url, log: createLog('silent') });
  options = { db, jobs, subscriptions: { ...subscriptions, 'booking.given-up': [first, second] } };
  handled = [];
  handleEvents(jobs, db, first, async (_tx, { subject }) => void handled.push(`first ${subject}`));
  handleEvents(jobs, db, second, async (_tx, { subject }) => void handled.push(`second ${subject}`));
  await jobs.start();
});

afterEach(async () => {
  await jobs.stop();
  await close();
  await database.drop();
});

const giveUp = (subject: string, on = db) =>
  on.transaction((tx) => emit(tx, 'booking.given-up', { subject, actor: system, data: {} }));

async function jobsOf(name: string): Promise<DomainEvent[]> {
  const { rows } = await db.$client.query<{ data: DomainEvent }>(
    'select data from pgboss.job where name = $1 order by id',
    [name],
  );
  return rows.map(({ data }) => data);
}

const subjectsOf = async (name: string) => (await jobsOf(name)).map(({ subject }) => subject);

test('an event reaches every queue that its kind names, with all that it says', async () => {
  const [subject, actor] = [newId(), newId()];
  await db.transaction((tx) =>
    emit(tx, 'booking.given-up', { subject, actor: { role: 'buyer', id: actor }, data: {} }),
  );
  expect(await relayEvents(options)).toBe(1);
  const [event] = await jobsOf('first');
  expect(event).toMatchObject({ kind: 'booking.given-up', subject, actor, data: {} });
  expect(Date.parse(event?.at ?? '')).toBeGreaterThan(0);
  expect(await jobsOf('second')).toEqual([event]);
  expect(await relayEvents(options)).toBe(0);
});

test('events that were relayed long ago are not read again', async () => {
  // After a burst of events, the planner's statistics still show a large outbox.
  await db.$client.query(`
    with emitted as (
      insert into events (id, kind, subject, data)
      select gen_random_uuid(), 'booking.given-up', gen_random_uuid(), '{}' from generate_series(1, 5000) returning id
    ) insert into event_outbox (event_id) select id from emitted`);
  await db.$client.query('analyze events, event_outbox');
  await db.$client.query('delete from event_outbox');
  for (let count = 0; count < 3; count += 1) await giveUp(newId());
  const read: unknown[] = [];
  const enqueueAll = async (tx: Executor): Promise<void> => {
    const { rows } = await tx.execute(
      sql`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'events'`,
    );
    read.push(rows[0]?.['read']);
  };
  expect(await relayEvents({ ...options, jobs: { enqueueAll } })).toBe(3);
  // Each event is read once for its kind and once for its content.
  expect(Math.max(...read.map(Number))).toBeLessThan(50);
});

test('a transaction that is rolled back leaves no event', async () => {
  const rolledBack = db.transaction(async (tx) => {
    await emit(tx, 'booking.given-up', { subject: newId(), actor: system, data: {} });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await relayEvents(options)).toBe(0);
});

test('an event whose transaction commits after that of a later one is not skipped', async () => {
  const [early, late] = [newId(), newId()];
  await db.transaction(async (tx) => {
    await emit(tx, 'booking.given-up', { subject: early, actor: system, data: {} });
    await giveUp(late);
    await relayEvents(options);
    expect(await subjectsOf('first')).toEqual([late]);
  });
  await relayEvents(options);
  expect((await subjectsOf('first')).toSorted()).toEqual([early, late].toSorted());
});

test('processes that relay at the same time relay each event once', async () => {
  const subjects = Array.from({ length: 450 }, () => newId());
  await db.transaction(async (tx) => {
    for (const subject of subjects) await emit(tx, 'booking.given-up', { subject, actor: system, data: {} });
  });
  const counts = await Promise.all(Array.from({ length: 5 }, () => relayEvents(options)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(450);
  expect((await subjectsOf('first')).toSorted()).toEqual(subjects.toSorted());
  expect((await subjectsOf('second')).toSorted()).toEqual(subjects.toSorted());
});

test('a relay that dies before its commit leaves its events to the next', async () => {
  const subject = newId();
  await giveUp(subject);
  const dying = { ...options, jobs: { enqueueAll: () => Promise.reject(new Error('killed')) } };
  await expect(relayEvents(dying)).rejects.toThrow('killed');
  expect(await jobsOf('first')).toEqual([]);
  await relayEvents(options);
  expect(await subjectsOf('first')).toEqual([subject]);
});

test('a kind that only a newer process knows waits for it', async () => {
  const [unknown, known] = [newId(), newId()];
  await giveUp(unknown);
  const { 'booking.given-up': _, ...older } = options.subscriptions;
  // What a process of the previous version has: a list without the newest kinds.
  const old = { ...options, subscriptions: older as RelayOptions['subscriptions'] };
  expect(await relayEvents(old)).toBe(0);
  await giveUp(known);
  expect(await relayEvents(options)).toBe(2);
});

test('a handler acts once on an event, though its job is run again', async () => {
  const subject = newId();
  await giveUp(subject);
  await relayEvents(options);
  await jobs.work();
  await vi.waitFor(
    () => expect(handled.toSorted()).toEqual([`first ${subject}`, `second ${subject}`]),
    polling,
  );
  // The state after a process was killed between the handler's commit and the end of its job.
  const [event] = await jobsOf('first');
  if (event?.kind !== 'booking.given-up') throw new Error('no event');
  const next = newId();
  await jobs.enqueue(db, first, event);
  await giveUp(next);
  await relayEvents(options);
  await vi.waitFor(() => expect(handled).toContain(`first ${next}`), polling);
  await vi.waitFor(async () => expect(await unfinished()).toBe(0), polling);
  expect(handled.filter((each) => each === `first ${subject}`)).toHaveLength(1);
});

test('a handler that fails keeps nothing, and is run again', async () => {
  let attempts = 0;
  const failing: EventQueue<'booking.given-up'> = queue('failing');
  handleEvents(jobs, db, failing, async (tx, event) => {
    attempts += 1;
    await emit(tx, 'booking.paid', {
      subject: event.subject,
      actor: system,
      data: { from: null, to: 'paid', role: 'system', reason: null },
    });
    if (attempts === 1) throw new Error('not yet');
  });
  await jobs.start();
  const flow = { ...options, subscriptions: { ...subscriptions, 'booking.given-up': [failing] } };
  await giveUp(newId());
  await relayEvents(flow);
  await jobs.work();
  await vi.waitFor(() => expect(attempts).toBe(2), polling);
  await vi.waitFor(async () => expect(await unfinished()).toBe(0), polling);
  const { rows } = await db.$client.query("select 1 from events where kind = 'booking.paid'");
  expect(rows).toHaveLength(1);
});

test.each(['events', 'state_changes'])('%s can only be added to', async (table) => {
  await giveUp(newId());
  for (const statement of [
    `update ${table} set subject = subject`,
    `delete from ${table}`,
    `truncate ${table}`,
  ])
    await expect(db.$client.query(statement)).rejects.toThrow(`${table} is append-only`);
});

async function unfinished(): Promise<number> {
  const { rows } = await db.$client.query<{ open: number }>(
    "select count(*)::int as open from pgboss.job where state <> 'completed'",
  );
  return rows[0]?.open ?? 0;
}
