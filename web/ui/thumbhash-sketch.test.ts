import { rgbaToThumbHash } from 'thumbhash';
import { expect, test } from 'vitest';

import { sketchOf } from './thumbhash-sketch.ts';

/** The ThumbHash of a picture that is one colour above and another below. */
function hashOf(top: readonly number[], bottom: readonly number[]): string {
  const width = 30;
  const height = 40;
  const pixels = Array.from({ length: width * height }, (_, index) =>
    index < (width * height) / 2 ? top : bottom,
  );
  const bytes = rgbaToThumbHash(width, height, new Uint8Array(pixels.flatMap((color) => [...color, 255])));
  return btoa(String.fromCharCode(...bytes));
}

const colorsOf = (sketch: string): number[][] =>
  [...sketch.matchAll(/#(..)(..)(..)/g)].map((match) =>
    match.slice(1).map((part) => Number.parseInt(part, 16)),
  );

test('a sketch has the colours of its picture where the picture has them', () => {
  const colors = colorsOf(sketchOf(hashOf([210, 40, 40], [30, 60, 200])));
  expect(colors).toHaveLength(12);
  const [top, bottom] = [colors[1] ?? [], colors[10] ?? []];
  expect(top[0]).toBeGreaterThan(150);
  expect(top[2]).toBeLessThan(100);
  expect(bottom[2]).toBeGreaterThan(150);
  expect(bottom[0]).toBeLessThan(100);
});

test('a text that is no ThumbHash makes no sketch', () => {
  expect(sketchOf('')).toBe('');
  expect(sketchOf('%%%')).toBe('');
});
