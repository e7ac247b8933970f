// Jobs that have failed in every attempt: what admins read of them, and how they are run again.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { jobNames } from '#contract/jobs.ts';
import { removeFilesQueue } from '#server/privacy/export-services.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { readable } from './service.ts';

const polling = { timeout: 20_000, interval: 50 };

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  admin = await market.person('admin');
  const { $client } = market.services.db;
  await $client.query(`update pgboss.queue set retry_limit = 1 where name = 'privacy-remove-files'`);
});
afterAll(() => market.close());

const listed = async () => (await admin.get('/failedJobs?limit=100')).body;

const counted = async (queue: string): Promise<number> => {
  const metrics = await (await fetch(`${market.address}/metrics`)).text();
  return Number(new RegExp(`^jobs_failed\\{queue="${queue}"\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
};

/** Stores a failed job as pg-boss does. */
async function failJob(queue: string, { data = {}, output = {}, secondsAgo = 0 } = {}): Promise<string> {
  const id = newId();
  await market.services.db.$client.query(
    `insert into pgboss.job (id, name, data, state, retry_count, output, completed_on)
     values ($1, $2, $3, 'failed', 10, $4, now() - $5 * interval '1 second')`,
    [id, queue, data, output, secondsAgo],
  );
  return id;
}

const forget = (): Promise<unknown> => market.services.db.$client.query('delete from pgboss.job');

test('a job that fails in every attempt is listed and counted, and runs when an admin tries it again', async () => {
  const { services } = market;
  const remove = vi.spyOn(services.storage, 'remove').mockRejectedValue(new Error('The storage is away'));
  await services.jobs.enqueue(services.db, removeFilesQueue, { files: ['withheld/1.webp'] });
  await vi.waitFor(async () => expect(await listed()).toHaveLength(1), polling);
  const [job] = await listed();
  expect(job).toEqual({
    _id: expect.any(String),
    queue: 'privacy-remove-files',
    subjectId: null,
    time: expect.stringMatching(/Z$/),
    failedAt: expect.stringMatching(/Z$/),
    attempts: 2,
    lastError: 'The storage is away',
  });
  expect(remove).toHaveBeenCalledTimes(2);
  expect(await counted('privacy-remove-files')).toBe(1);
  const retry = () => admin.post(`/failedJobs/${job.queue}/${job._id}/retry`, {});

  // It fails once more.
  expect((await retry()).body).toEqual({ acknowledged: true, modifiedCount: 1 });
  await vi.waitFor(() => expect(remove).toHaveBeenCalledTimes(3), polling);
  await vi.waitFor(async () => expect(await listed()).toMatchObject([{ attempts: 3 }]), polling);

  remove.mockResolvedValue();
  expect((await retry()).body.modifiedCount).toBe(1);
  expect(await listed()).toEqual([]);
  expect(await counted('privacy-remove-files')).toBe(0);
  await vi.waitFor(() => expect(remove).toHaveBeenCalledTimes(4), polling);
  expect((await retry()).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  remove.mockRestore();
  await forget();
});

test('failed jobs are paged by the time of their failure, also if two failed at the same time', async () => {
  const ids: string[] = [];
  for (const secondsAgo of [1, 2, 3]) ids.push(await failJob('payments-cancel', { secondsAgo }));
  await market.services.db.$client.query(
    `update pgboss.job set completed_on = '2026-01-02 03:04:05.678901Z' where id = any($1)`,
    [ids.slice(1)],
  );
  const seen: string[] = [];
  let path: string | undefined = '/failedJobs?limit=1';
  while (path !== undefined) {
    const { body, headers } = await admin.get(path);
    seen.push(...body.map(({ _id }: { _id: string }) => _id));
    path = /<[^>]*\/api(\/[^>]*)>/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(seen).toEqual([ids[0], ids[2], ids[1]]);
  await forget();
});

test('a failed job names what it is about, and neither addresses nor what people have typed', async () => {
  const subject = newId();
  await failJob('payouts-follow-order', {
    data: { kind: 'order.completed', subject },
    output: {
      message: `Failed query: select 1\nparams: mina@example.com`,
      cause: { message: 'invalid input syntax for type integer: "0171 Mina"' },
    },
  });
  await failJob('account-mail', {
    data: { email: 'mina@example.com' },
    output: { message: 'No mail for <mina@example.com>' },
    secondsAgo: 1,
  });
  await failJob('media-avif', { output: { value: { message: 'job timed out' } }, secondsAgo: 2 });
  const list = await listed();
  expect(list).toMatchObject([
    { subjectId: subject, lastError: 'invalid input syntax for type integer: "…"' },
    { subjectId: null, lastError: 'No mail for <[address]>' },
    { subjectId: null, lastError: 'job timed out' },
  ]);
  expect(JSON.stringify(list)).not.toContain('mina');
  await forget();
});

test.each([
  ['duplicate key value violates unique constraint "users_email"', undefined],
  ["ENOENT: no such file or directory, open '/data/images/1.webp'", undefined],
  [
    'Unexpected token M, "Mina lives in Dhaka" is not valid JSON',
    'Unexpected token M, "…" is not valid JSON',
  ],
  ["No place called 'Gulshan 2' is known", "No place called '…' is known"],
  ['One\nTwo', 'One'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('of the error %s an admin reads what is safe', (message, read = message) => {
  expect(readable(message)).toBe(read);
});

test('every queue is listed but those whose failures have a list of their own', async () => {
  const { rows } = await market.services.db.$client.query('select name, deletion_seconds from pgboss.queue');
  const unlisted = ['mails-send', 'payments-process-event'];
  const names = new Set(rows.map(({ name }) => name));
  expect(names).toEqual(new Set([...Object.keys(jobNames), ...unlisted]));
  // The documents say for how long they are listed.
  for (const { deletion_seconds: seconds } of rows) expect(seconds).toBe(7 * 24 * 60 * 60);
  for (const name of unlisted) await failJob(name);
  expect(await listed()).toEqual([]);
  expect(await counted('mails-send')).toBeNaN();
  await forget();
});

test('a queue or a job that does not exist cannot be tried again', async () => {
  expect((await admin.post(`/failedJobs/no-such-queue/${newId()}/retry`, {})).status).toBe(404);
  const unlisted = await failJob('mails-send');
  expect((await admin.post(`/failedJobs/mails-send/${unlisted}/retry`, {})).status).toBe(404);
  const unknown = await admin.post(`/failedJobs/payments-cancel/${newId()}/retry`, {});
  expect(unknown).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
  await forget();
});
