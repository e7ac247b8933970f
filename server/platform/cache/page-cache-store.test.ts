import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createPageStore } from './page-cache-store.ts';

const item = (key: string, bytes = 10) => ({ key, bytes });

test('the least recently used entry is evicted first', () => {
  const store = createPageStore(30);
  for (const key of ['a', 'b', 'c']) store.set(item(key));
  for (const key of ['b', 'c', 'a']) store.get(key);
  expect(store.set(item('d')).map(({ key }) => key)).toEqual(['d']);
  store.get('b');
  store.remove(item('nobody'));
  expect(['a', 'b', 'c'].map((key) => store.get(key)?.key)).toEqual(['a', 'b', 'c']);
});

test('a flood of keys requested once leaves the entries that were requested again', () => {
  const store = createPageStore(100);
  for (const key of ['home', 'nokia', 'search']) {
    store.set(item(key));
    store.get(key);
  }
  for (let number = 0; number < 1_000; number += 1) store.set(item(`?q=${number}`));
  expect(['home', 'nokia', 'search'].map((key) => store.get(key)?.key)).toEqual(['home', 'nokia', 'search']);
});

test('a protected entry finds room, whatever was stored before', () => {
  const store = createPageStore(40);
  for (const key of ['a', 'b', 'c', 'd']) {
    store.set(item(key));
    store.get(key);
  }
  store.set(item('e', 10));
  for (const key of ['f', 'g']) {
    store.set(item(key));
    store.get(key);
  }
  expect(['e', 'f', 'g'].map((key) => store.get(key)?.key)).toEqual([undefined, 'f', 'g']);
  expect(store.bytes).toBe(40);
});

test('whatever is set, got and removed, the limit holds and the count is right', () => {
  const step = fc.record({
    what: fc.constantFrom('set', 'get', 'remove'),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    bytes: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const store = createPageStore(100);
      const held = new Map<string, number>();
      for (const { what, key, bytes } of steps) {
        const known = store.get(key);
        expect(known?.bytes).toBe(held.get(key));
        if (what === 'set') {
          held.set(key, bytes);
          for (const gone of store.set(item(key, bytes))) if (gone !== known) held.delete(gone.key);
        }
        if (what === 'remove' && known !== undefined) {
          store.remove(known);
          held.delete(key);
        }
        expect(store.bytes).toBeLessThanOrEqual(100);
        expect(store.bytes).toBe([...held.values()].reduce((sum, one) => sum + one, 0));
        expect(store.size).toBe(held.size);
      }
    }),
  );
});
