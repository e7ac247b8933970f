import { expect, test } from 'vitest';

import { createPageCache, type Made, type PageCache } from './page-cache-requests.ts';

const made = (answer: string, topics: string[] = [], changes: Partial<Made<string>> = {}): Made<string> => ({
  answer,
  topics: new Set(topics),
  canBeCached: true,
  bytes: 10,
  maxAgeMs: 1_000,
  ...changes,
});

function openCache(
  options: { maxBytes?: number; replicaLagMs?: number; now?: () => number } = {},
): PageCache<string> {
  const cache = createPageCache<string>({ maxBytes: 1_000, ...options });
  cache.connected();
  return cache;
}

/** A value that becomes available when the test says so. */
function later<Value>() {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  let calls = 0;
  const make = (): Promise<Value> => {
    calls += 1;
    return promise;
  };
  return { make, resolve, reject, calls: () => calls };
}

test('an answer is made once and cached', async () => {
  const cache = openCache();
  const loaded = await cache.load('/', async () => made('home'));
  expect(loaded).toEqual({ answer: 'home', isOwn: true });
  expect(cache.find('/')).toBe('home');
  expect(cache.find('/blog')).toBeUndefined();
});

test('an answer is made once for five hundred simultaneous requests', async () => {
  const cache = openCache();
  const page = later<Made<string>>();
  const waiting = Array.from({ length: 500 }, () => cache.load('/', page.make));
  page.resolve(made('home'));
  const answers = await Promise.all(waiting);
  expect(page.calls()).toBe(1);
  expect(answers.filter(({ isOwn }) => isOwn)).toHaveLength(1);
  expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(['home']));
  expect(cache.count()).toMatchObject({ misses: 1, hits: 499 });
});

test('a failure is passed to all waiting requests and not cached, and the next request tries again', async () => {
  const cache = openCache();
  const page = later<Made<string>>();
  const waiting = Promise.allSettled([cache.load('/', page.make), cache.load('/', page.make)]);
  page.reject(new Error('broken'));
  const ends = await waiting;
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.load('/', async () => made('home'))).toMatchObject({ answer: 'home' });
});

function failAtOnce(): never {
  throw new Error('broken');
}

test('a maker that fails at once leaves nothing behind', async () => {
  const cache = openCache();
  await expect(cache.load('/', failAtOnce)).rejects.toThrow('broken');
  expect(await cache.load('/', async () => made('home'))).toMatchObject({ answer: 'home' });
});

test('an answer that may not be cached is not', async () => {
  const cache = openCache();
  await cache.load('/gone', async () => made('not found', [], { canBeCached: false }));
  expect(cache.find('/gone')).toBeUndefined();
});

test('a change removes the answers that show it, and no others', async () => {
  const cache = openCache();
  await cache.load('/a', async () => made('a', ['product:1', 'category:1']));
  await cache.load('/b', async () => made('b', ['product:2', 'category:1']));
  cache.changed(['product:1']);
  expect(cache.find('/a')).toBeUndefined();
  expect(cache.find('/b')).toBe('b');
  cache.changed(['category:1']);
  expect(cache.find('/b')).toBeUndefined();
  expect(cache.count()).toMatchObject({ dropped: 2, entries: 0, bytes: 0 });
});

test('an answer that was begun before a change of what it shows is not cached', async () => {
  const cache = openCache();
  const page = later<Made<string>>();
  const loading = cache.load('/', page.make);
  cache.changed(['product:1']);
  page.resolve(made('old', ['product:1']));
  expect(await loading).toMatchObject({ answer: 'old' });
  expect(cache.find('/')).toBeUndefined();
});

test('an answer that was begun before a change of something else is cached', async () => {
  const cache = openCache();
  const page = later<Made<string>>();
  const loading = cache.load('/', page.make);
  cache.changed(['product:2']);
  page.resolve(made('home', ['product:1']));
  await loading;
  expect(cache.find('/')).toBe('home');
});

test('a request from after a change does not get an answer that was begun before it', async () => {
  const cache = openCache();
  const old = later<Made<string>>();
  const early = cache.load('/', old.make);
  cache.changed(['product:1']);
  const fresh = later<Made<string>>();
  const late = Array.from({ length: 10 }, () => cache.load('/', fresh.make));
  old.resolve(made('old', ['product:1']));
  fresh.resolve(made('new', ['product:1']));
  expect(await early).toMatchObject({ answer: 'old' });
  const answers = await Promise.all(late);
  expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(['new']));
  expect(fresh.calls()).toBe(1);
  expect(cache.find('/')).toBe('new');
});

test('a request from after a change of something else shares the answer in flight', async () => {
  const cache = openCache();
  const page = later<Made<string>>();
  const early = cache.load('/', page.make);
  cache.changed(['product:2']);
  const late = cache.load('/', page.make);
  page.resolve(made('home', ['product:1']));
  await Promise.all([early, late]);
  expect(page.calls()).toBe(1);
});

test('nothing is cached while changes are not received, nor later if it was begun then', async () => {
  const cache = openCache();
  await cache.load('/', async () => made('home'));
  const page = later<Made<string>>();
  const loading = cache.load('/blog', page.make);
  cache.disconnected();
  expect(cache.isOpen()).toBe(false);
  expect(cache.find('/')).toBeUndefined();
  await cache.load('/', async () => made('home'));
  expect(cache.find('/')).toBeUndefined();
  cache.connected();
  page.resolve(made('blog'));
  await loading;
  expect(cache.find('/blog')).toBeUndefined();
});

test('a new cache stores nothing before it is connected', async () => {
  const cache = createPageCache<string>({ maxBytes: 1_000 });
  await cache.load('/', async () => made('home'));
  expect(cache.find('/')).toBeUndefined();
});

test('an answer is removed at its maximum age', async () => {
  let now = 0;
  const cache = openCache({ now: () => now });
  await cache.load('/', async () => made('home'));
  now = 999;
  expect(cache.find('/')).toBe('home');
  now = 1_000;
  expect(cache.find('/')).toBeUndefined();
  expect(cache.count()).toMatchObject({ entries: 0, bytes: 0 });
});

test('with a replica, nothing is cached while the replica may lag behind a change', async () => {
  let now = 0;
  const cache = openCache({ now: () => now, replicaLagMs: 500 });
  cache.changed(['product:1']);
  now = 400;
  await cache.load('/', async () => made('perhaps old', ['product:1']));
  expect(cache.find('/')).toBeUndefined();
  now = 501;
  await cache.load('/', async () => made('new', ['product:1']));
  expect(cache.find('/')).toBe('new');
});

test('an answer larger than its share is not cached', async () => {
  const cache = openCache({ maxBytes: 100 });
  await cache.load('/', async () => made('long', [], { bytes: 50 }));
  expect(cache.find('/')).toBeUndefined();
});
