import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { createDecompress } from './answer-forms.ts';

const compressed = ['one', 'two', 'three'].map((word) => gzipSync(word.repeat(100)));
const [one, two, three] = compressed as [Buffer, Buffer, Buffer];

test('recently decompressed bodies are cached', () => {
  const decompress = createDecompress(700);
  const plain = decompress(one);
  expect(plain.toString()).toBe('one'.repeat(100));
  decompress(two);
  expect(decompress(one)).toBe(plain);
});

test('the least recently used body is evicted first, and one larger than the limit stays until the next', () => {
  const decompress = createDecompress(700);
  const [first, second] = [decompress(one), decompress(two)];
  decompress(one);
  decompress(three);
  expect(decompress(one)).not.toBe(first);
  expect(decompress(two)).not.toBe(second);
  const narrow = createDecompress(1);
  expect(narrow(one)).toBe(narrow(one));
});
