import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { addProbes, type WatchedCount } from './metrics.ts';

const never = (): Promise<never> => new Promise(() => undefined);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a count that gets no answer does not delay the other metrics', async () => {
  const app = Fastify();
  const watched = [watch('stuck', never), watch('found', async () => new Map([['a', 2]]))];
  addProbes(app, {}, { watched });
  const { statusCode, body } = await askForever(app, '/metrics');
  expect(statusCode).toBe(200);
  expect(body).toContain('found{kind="a"} 2');
  expect(body).toContain('found{kind="b"} 0');
  expect(body).not.toContain('stuck{');
});

test('a process is not ready if what it needs gives no answer', async () => {
  const app = Fastify();
  addProbes(app, { database: never, disk: async () => undefined });
  const reply = await askForever(app, '/readyz');
  expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'not ready', failed: ['database'] }]);
});

test('counts of the page cache that only grow are counters', async () => {
  const app = Fastify();
  addProbes(app, {}, { countPages: () => ({ hits: 7, misses: 3, dropped: 2, entries: 1, bytes: 900 }) });
  await app.inject('/metrics');
  const { body } = await app.inject('/metrics');
  const ofCache = body.split('\n').filter((line) => /^(# TYPE )?page_cache_/.test(line));
  expect(ofCache).toEqual([
    '# TYPE page_cache_hits_total counter',
    'page_cache_hits_total 7',
    '# TYPE page_cache_misses_total counter',
    'page_cache_misses_total 3',
    '# TYPE page_cache_dropped_total counter',
    'page_cache_dropped_total 2',
    '# TYPE page_cache_entries gauge',
    'page_cache_entries 1',
    '# TYPE page_cache_bytes gauge',
    'page_cache_bytes 900',
  ]);
});

test('two databases that give no answer do not take twice the time', async () => {
  const app = Fastify();
  addProbes(app, { database: never, replica: never });
  const reply = await askForever(app, '/readyz');
  expect(reply.json()).toEqual({ status: 'not ready', failed: ['database', 'replica'] });
});

/** Asks for something that gets no answer, until the timeout. */
async function askForever(app: FastifyInstance, path: string) {
  const asked = app.inject(path);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 20_000, interval: 20 });
  await vi.advanceTimersByTimeAsync(5_000);
  return asked;
}

const watch = (name: string, count: WatchedCount['count']): WatchedCount => ({
  name,
  help: name,
  label: 'kind',
  values: ['a', 'b'],
  count,
});
