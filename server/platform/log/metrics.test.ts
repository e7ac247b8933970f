import Fastify from 'fastify';
import { expect, test } from 'vitest';

import { addProbes, type WatchedCount } from './metrics.ts';

const never = (): Promise<never> => new Promise(() => undefined);

test('a count that gets no answer does not keep the other metrics waiting', async () => {
  const app = Fastify();
  const watched = [watch('stuck', never), watch('found', async () => new Map([['a', 2]]))];
  addProbes(app, {}, { watched });
  const { statusCode, body } = await app.inject('/metrics');
  expect(statusCode).toBe(200);
  expect(body).toContain('found{kind="a"} 2');
  expect(body).not.toContain('stuck{');
});

test('a process is not ready if what it needs gives no answer', async () => {
  const app = Fastify();
  addProbes(app, { database: never, disk: async () => undefined });
  const reply = await app.inject('/readyz');
  expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'not ready', failed: ['database'] }]);
});

const watch = (name: string, count: WatchedCount['count']): WatchedCount => ({
  name,
  help: name,
  label: 'kind',
  count,
});
