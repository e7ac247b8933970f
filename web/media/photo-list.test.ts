import fc from 'fast-check';
import { expect, test } from 'vitest';

import { arranged, moved } from './photo-list.ts';

const keys = (items: readonly { key: string }[]): string => items.map(({ key }) => key).join('');
const list = ['a', 'b', 'c', 'd'].map((key) => ({ key }));

test.each([
  ['a', 1, 'bacd'],
  ['d', 0, 'dabc'],
  ['b', 3, 'acdb'],
  ['c', 2, 'abcd'],
  ['a', -1, 'abcd'],
  ['a', 99, 'bcda'],
  ['x', 1, 'abcd'],
])('%s at place %d makes %s', (key, place, expected) => {
  expect(keys(moved(list, key, place))).toBe(expected);
});

test('moving loses nothing and leaves the others in their order', () => {
  fc.assert(
    fc.property(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: -2, max: 6 }), (key, place) => {
      const after = moved(list, key, place);
      expect(keys(after).replace(key, '')).toBe('abcd'.replace(key, ''));
      expect(after).toHaveLength(4);
    }),
  );
});

test('stored photos take their places again, the added ones between those that were here', () => {
  const file = new File([], 'new.jpg');
  const all = [{ key: 'a' }, { key: 'b' }, { key: 'blob:1', file }, { key: 'blob:2', file }];
  const order = (...places: (string | null)[]) => arranged(all, places).map(({ key }) => key);
  expect(order(null, 'b', null, 'a')).toEqual(['blob:1', 'b', 'blob:2', 'a']);
  // One was removed elsewhere, and one was added there.
  expect(order('gone', null, 'b', null)).toEqual(['blob:1', 'b', 'blob:2', 'a']);
});
