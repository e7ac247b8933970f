import { expect, test } from 'vitest';

import { createInvalidation, type InvalidationOptions } from './page-cache-invalidation.ts';

const topics = (...names: string[]) => new Set(names);

const create = (options: Partial<InvalidationOptions> = {}) =>
  createInvalidation({ replicaLagMs: 0, now: () => 0, ...options });

test('a topic has changed since the versions before its change, and not since those after', () => {
  const { version, hasChanged, change } = create();
  const before = version();
  change(['product:1']);
  expect(hasChanged(topics('product:1'), before)).toBe(true);
  expect(hasChanged(topics('product:2'), before)).toBe(false);
  expect(hasChanged(topics('product:1'), version())).toBe(false);
});

test('a change that is no longer remembered counts as one', () => {
  const { version, hasChanged, change } = create({ maxTopics: 2 });
  const before = version();
  for (const topic of ['product:1', 'product:2', 'product:3']) change([topic]);
  expect(hasChanged(topics('product:4'), before)).toBe(true);
  expect(hasChanged(topics('product:4'), version())).toBe(false);
});

test('when everything may have changed, all topics count as changed', () => {
  const { version, hasChanged, changeAll } = create();
  const before = version();
  changeAll();
  expect(hasChanged(topics('product:1'), before)).toBe(true);
  expect(hasChanged(topics('product:1'), version())).toBe(false);
});

test('within the lag of a replica, what has changed may be stale, also if it is no longer remembered', () => {
  let now = 0;
  const { version, mayBeStale, change } = create({ replicaLagMs: 500, now: () => now, maxTopics: 1 });
  change(['product:1']);
  now = 400;
  expect(mayBeStale(topics('product:1'), version())).toBe(true);
  expect(mayBeStale(topics('product:2'), version())).toBe(false);
  change(['product:2']);
  expect(mayBeStale(topics('product:1'), version())).toBe(true);
  now = 901;
  expect(mayBeStale(topics('product:1', 'product:2'), version())).toBe(false);
});

test('a change returns the items that show it', () => {
  const { add, remove, change } = create();
  const [one, both] = [{ topics: topics('product:1') }, { topics: topics('product:1', 'product:2') }];
  add(one);
  add(both);
  expect(change(['product:1', 'product:2'])).toEqual(new Set([one, both]));
  remove(one);
  expect(change(['product:1'])).toEqual(new Set([both]));
});
