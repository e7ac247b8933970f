import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openDatabaseProxy } from '#testing/database-proxy.ts';
import { type Database, openDatabase } from '#server/platform/postgres/database.ts';
import { createJobs, type Jobs, queue } from './jobs.ts';
import { createLog, type Log } from '#server/platform/log/log.ts';

const greetings = queue<{ name: string }>('greetings');
const polling = { timeout: 20_000, interval: 20 };

let database: TestDatabase;
let db: Database;
let close: () => Promise<void>;
const running = new Set<Jobs>();

beforeEach(async () => {
  database = await createTestDatabase();
  ({ db, close } = openDatabase({ url: database.url, onError: () => undefined }));
});

afterEach(async () => {
  for (const jobs of running) await jobs.stop();
  running.clear();
  await close();
  await database.drop();
});

test('a job runs once its transaction has committed, and only then', async () => {
  const seen: string[] = [];
  const jobs = await working((name) => void seen.push(name));
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, greetings, { name: 'within' });
    // A job without a transaction overtakes the one that waits for its transaction.
    await jobs.enqueue(db, greetings, { name: 'alone' });
    await vi.waitFor(() => expect(seen).toEqual(['alone']), polling);
  });
  await vi.waitFor(() => expect(seen).toEqual(['alone', 'within']), polling);
});

test('a transaction that is rolled back leaves no job', async () => {
  const seen: string[] = [];
  const jobs = await working((name) => void seen.push(name));
  const rolledBack = db.transaction(async (tx) => {
    await jobs.enqueue(tx, greetings, { name: 'never' });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  const { rows } = await db.$client.query('select 1 from pgboss.job');
  expect(rows).toEqual([]);
  await jobs.enqueue(db, greetings, { name: 'next' });
  await vi.waitFor(() => expect(seen).toEqual(['next']), polling);
});

test('a handler that fails is tried again', async () => {
  let attempts = 0;
  const jobs = await working(() => {
    attempts += 1;
    if (attempts === 1) throw new Error('not yet');
  });
  await jobs.enqueue(db, greetings, { name: 'again' });
  await vi.waitFor(() => expect(attempts).toBe(2), polling);
  await vi.waitFor(async () => expect(await statesOfJobs()).toEqual(['completed']), polling);
});

test('a handler that fails is logged with its reason and its queue', async () => {
  const lines: object[] = [];
  const log = createLog('error', { write: (line) => lines.push(JSON.parse(line)) });
  const jobs = await working(() => {
    throw new Error('not today');
  }, log);
  await jobs.enqueue(db, greetings, { name: 'in vain' });
  const told = {
    queue: 'greetings',
    err: expect.objectContaining({ message: 'not today' }),
    msg: 'job failed',
  };
  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining(told)), polling);
});

test('a job that fails because the process stops is no error, and runs again', async () => {
  const lines: object[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  const jobs = await working(async (name) => {
    seen.push(name);
    await gate.promise;
  }, log);
  await jobs.enqueue(db, greetings, { name: 'one' });
  await vi.waitFor(() => expect(seen).toEqual(['one']), polling);
  const stopping = jobs.stop();
  running.delete(jobs);
  gate.reject(new Error('what it needs is closed'));
  await stopping;
  const told = { level: 30, queue: 'greetings', msg: 'job interrupted by the stop of the process' };
  expect(lines).toEqual([expect.objectContaining(told)]);
  await working((name) => void seen.push(name));
  await vi.waitFor(() => expect(seen).toEqual(['one', 'one']), polling);
});

test('stopping lets the running job finish and leaves the next to another process', async () => {
  const first: string[] = [];
  const gate = Promise.withResolvers<void>();
  const jobs = await working(async (name) => {
    first.push(name);
    await gate.promise;
  });
  await jobs.enqueue(db, greetings, { name: 'one' });
  await jobs.enqueue(db, greetings, { name: 'two' });
  await vi.waitFor(() => expect(first).toEqual(['one']), polling);
  const stopping = jobs.stop();
  running.delete(jobs);
  gate.resolve();
  await stopping;
  expect(first).toEqual(['one']);
  const second: string[] = [];
  await working((name) => void second.push(name));
  await vi.waitFor(() => expect(second).toEqual(['two']), polling);
});

test('many jobs are processed without a pause between them', async () => {
  const seen = new Set<string>();
  const idle = newJobs(() => undefined);
  await idle.start();
  const names = Array.from({ length: 60 }, (_, index) => `job ${index}`);
  for (const name of names) await idle.enqueue(db, greetings, { name });
  await working((name) => void seen.add(name));
  // With one a second it would take three times as long as this test waits.
  await vi.waitFor(() => expect([...seen].toSorted()).toEqual(names.toSorted()), polling);
});

test('a periodic task runs again and again, also after it failed, until it is stopped', async () => {
  let runs = 0;
  const jobs = newJobs(() => undefined);
  jobs.every(0.01, 'count', async () => {
    runs += 1;
    if (runs === 1) throw new Error('once');
  });
  await jobs.start();
  await jobs.work();
  await vi.waitFor(() => expect(runs).toBeGreaterThan(2), polling);
  await jobs.stop();
  running.delete(jobs);
  const atStop = runs;
  await fiveRunsElsewhere();
  expect(runs).toBe(atStop);
});

test('a task with a long interval first runs soon after the start', async () => {
  let runs = 0;
  const jobs = newJobs(() => undefined);
  jobs.every(3600, 'sweep', async () => void (runs += 1));
  await jobs.start();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await jobs.work();
    vi.advanceTimersByTime(300_000);
  } finally {
    vi.useRealTimers();
  }
  expect(runs).toBe(1);
});

/** The time in which the task of another process, as frequent as that of the test, runs five times. */
async function fiveRunsElsewhere(): Promise<void> {
  let runs = 0;
  const jobs = newJobs(() => undefined);
  jobs.every(0.01, 'count elsewhere', async () => void (runs += 1));
  await jobs.start();
  await jobs.work();
  await vi.waitFor(() => expect(runs).toBeGreaterThan(4), polling);
}

test('a periodic task that takes long is told to end, and ends before the jobs are stopped', async () => {
  const begun = Promise.withResolvers<void>();
  let hasEnded = false;
  const jobs = newJobs(() => undefined);
  jobs.every(0.01, 'work through much', async (ending) => {
    begun.resolve();
    await new Promise((resolve) => ending.addEventListener('abort', resolve));
    hasEnded = true;
  });
  await jobs.start();
  await jobs.work();
  await begun.promise;
  await jobs.stop();
  running.delete(jobs);
  expect(hasEnded).toBe(true);
});

test('the jobs of a killed process are done by another one', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const killed = await working(async () => {
    begun.resolve();
    await end.promise;
  });
  await killed.enqueue(db, greetings, { name: 'left' });
  await begun.promise;
  const seen: string[] = [];
  await working((name) => void seen.push(name));
  // The state after a minute without heartbeat; pg-boss checks once a minute.
  await db.$client.query(`update pgboss.job set heartbeat_on = now() - interval '61 seconds'`);
  const boss = new PgBoss({ connectionString: database.url });
  await boss.start();
  await boss.supervise('greetings');
  await vi.waitFor(() => expect(seen).toEqual(['left']), polling);
  await boss.stop();
  end.resolve();
});

test('queues of an earlier version get the current options', async () => {
  const boss = new PgBoss({ connectionString: database.url });
  await boss.start();
  await boss.createQueue('greetings', { notify: true, retryLimit: 10 });
  await newJobs(() => undefined).start();
  expect(await boss.getQueue('greetings')).toMatchObject({ heartbeatSeconds: 60 });
  await boss.stop();
});

test('several processes may start at once on a new database', async () => {
  const all = Array.from({ length: 4 }, () => newJobs(() => undefined));
  await Promise.all(all.map((jobs) => jobs.start()));
  const [jobs] = all;
  await expect(jobs?.enqueue(db, greetings, { name: 'ready' })).resolves.toBeUndefined();
});

test('jobs that never started can be stopped', async () => {
  await expect(newJobs(() => undefined).stop()).resolves.toBeUndefined();
});

test('jobs are stopped while the database does not answer, also with a job whose end cannot be stored', async () => {
  const proxy = await openDatabaseProxy(database.url);
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  const handler = async (name: string): Promise<void> => {
    seen.push(name);
    await gate.promise;
  };
  const jobs = await working(handler, undefined, proxy.url);
  await jobs.enqueue(db, greetings, { name: 'one' });
  await vi.waitFor(() => expect(seen).toEqual(['one']), polling);
  proxy.freeze();
  gate.resolve();
  running.delete(jobs);
  await jobs.stop();
  await proxy.cut();
}, 20_000);

function newJobs(
  handler: (name: string) => void | Promise<void>,
  log: Log = createLog('silent'),
  url = database.url,
): Jobs {
  const jobs = createJobs({ url, log });
  jobs.handle(greetings, async ({ name }) => handler(name));
  running.add(jobs);
  return jobs;
}

async function working(
  handler: (name: string) => void | Promise<void>,
  log?: Log,
  url?: string,
): Promise<Jobs> {
  const jobs = newJobs(handler, log, url);
  await jobs.start();
  await jobs.work();
  return jobs;
}

async function statesOfJobs(): Promise<string[]> {
  const { rows } = await db.$client.query<{ state: string }>('select state from pgboss.job');
  return rows.map(({ state }) => state);
}
