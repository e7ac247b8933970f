import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createShelf } from './page-cache-shelf.ts';

const item = (key: string, bytes = 10) => ({ key, bytes });

test('the one that was used longest ago goes first', () => {
  const shelf = createShelf(30);
  for (const key of ['a', 'b', 'c']) shelf.put(item(key));
  for (const key of ['b', 'c', 'a']) shelf.take(key);
  expect(shelf.put(item('d')).map(({ key }) => key)).toEqual(['d']);
  shelf.take('b');
  shelf.remove(item('nobody'));
  expect(['a', 'b', 'c'].map((key) => shelf.take(key)?.key)).toEqual(['a', 'b', 'c']);
});

test('a flood of what is asked for once leaves what is asked for again', () => {
  const shelf = createShelf(100);
  for (const key of ['home', 'nokia', 'search']) {
    shelf.put(item(key));
    shelf.take(key);
  }
  for (let number = 0; number < 1_000; number += 1) shelf.put(item(`?q=${number}`));
  expect(['home', 'nokia', 'search'].map((key) => shelf.take(key)?.key)).toEqual(['home', 'nokia', 'search']);
});

test('what is asked for again finds room, whatever stood there before', () => {
  const shelf = createShelf(40);
  for (const key of ['a', 'b', 'c', 'd']) {
    shelf.put(item(key));
    shelf.take(key);
  }
  shelf.put(item('e', 10));
  for (const key of ['f', 'g']) {
    shelf.put(item(key));
    shelf.take(key);
  }
  expect(shelf.bytes).toBeLessThanOrEqual(40);
});

test('whatever is put, taken and removed, the room is kept and the count is right', () => {
  const step = fc.record({
    what: fc.constantFrom('put', 'take', 'remove'),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    bytes: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const shelf = createShelf(100);
      const held = new Map<string, number>();
      for (const { what, key, bytes } of steps) {
        const known = shelf.take(key);
        expect(known?.bytes).toBe(held.get(key));
        if (what === 'put') {
          held.set(key, bytes);
          for (const gone of shelf.put(item(key, bytes))) if (gone !== known) held.delete(gone.key);
        }
        if (what === 'remove' && known !== undefined) {
          shelf.remove(known);
          held.delete(key);
        }
        expect(shelf.bytes).toBeLessThanOrEqual(100);
        expect(shelf.bytes).toBe([...held.values()].reduce((sum, one) => sum + one, 0));
        expect(shelf.size).toBe(held.size);
      }
    }),
  );
});
