import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { encodeQr } from './encode-qr.ts';

const drawn = (text: string): string | undefined =>
  encodeQr(text)
    ?.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))
    .join('\n');

const address = 'https://ringback.example/dashboard/order/0199e9a0-5b2c-7f10-9d21-0a1b2c3d4e5f#code=482913';

test('a short text is drawn as another implementation draws it', () => {
  expect(drawn('ringback')).toBe(
    `
#######..####.#######
#.....#.#####.#.....#
#.###.#...#...#.###.#
#.###.#..#.#..#.###.#
#.###.#.#.###.#.###.#
#.....#..#.#..#.....#
#######.#.#.#.#######
.........##..........
#.#.#.#..#..#...#..#.
####.#.#.#.#.########
...#..#.####.#.######
#.........####..#..##
..##..####.#..#.#...#
........#.....###.#.#
#######..#..#..##..##
#.....#..##...#....#.
#.###.#.###.#.#.#....
#.###.#..#.#.#.##..#.
#.###.#.##.#.#####..#
#.....#..#.###.##..#.
#######.####.##.#..##
`.trim(),
  );
});

// Of the drawings by the package qr 0.7.0, with the same version and mask.
test.each([
  [address, 41, '4aac800e400df411d6c4d6ab1d6dc1d37f602cba3b25c1629af41afeeb93efcf'],
  [address.padEnd(149, '/'), 49, 'a650e3f63472c43db03e6ba157fce97cac778e6b9ae5740014ee5ed23b6d5c5c'],
])('%s is drawn square by square as another implementation draws it', (text, size, hash) => {
  const drawing = drawn(text) ?? '';
  expect(drawing.split('\n')).toHaveLength(size);
  expect(createHash('sha256').update(drawing).digest('hex')).toBe(hash);
});

test('the longest text fits, a longer one is none', () => {
  expect(encodeQr('x'.repeat(180))).toHaveLength(53);
  expect(encodeQr('x'.repeat(181))).toBeUndefined();
  expect(encodeQr('é'.repeat(91))).toBeUndefined();
});
