import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { createUnpack } from './page-cache-unpacked.ts';

const packed = ['one', 'two', 'three'].map((word) => gzipSync(word.repeat(100)));
const [one, two, three] = packed as [Buffer, Buffer, Buffer];

test('what was unpacked lately is given again', () => {
  const unpack = createUnpack(700);
  const plain = unpack(one);
  expect(plain.toString()).toBe('one'.repeat(100));
  unpack(two);
  expect(unpack(one)).toBe(plain);
});

test('what was asked for longest ago goes first, and what is larger than all room stays until the next', () => {
  const unpack = createUnpack(700);
  const [first, second] = [unpack(one), unpack(two)];
  unpack(one);
  unpack(three);
  expect(unpack(one)).not.toBe(first);
  expect(unpack(two)).not.toBe(second);
  const narrow = createUnpack(1);
  expect(narrow(one)).toBe(narrow(one));
});
