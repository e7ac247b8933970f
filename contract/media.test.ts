import { expect, test } from 'vitest';

import { describePicture, hashOfPicture, pictureUrl } from './media.ts';

const hash = '0123456789abcdef'.repeat(4);

test('a picture’s hash is read back from its JPEG and from each of its sizes', () => {
  expect(hashOfPicture(pictureUrl(hash))).toBe(hash);
  expect(hashOfPicture(`/images/${hash}-640.webp`)).toBe(hash);
  expect(hashOfPicture(`/images/${hash}-640.avif`)).toBe(hash);
});

test('no other path is taken for a picture', () => {
  const others = [
    '',
    '/',
    `/images/${hash}`,
    `/images/../${hash}.jpg`,
    `/images/${hash}.jpg?x`,
    `x/images/${hash}.jpg`,
  ];
  for (const other of others) expect(hashOfPicture(other)).toBeUndefined();
});

test('a picture’s answer names its JPEG and every WebP size with its width', () => {
  const stored = { hash, width: 500, height: 250, preview: '#abcdef', widths: [320, 500], avifWidths: null };
  expect(describePicture(stored)).toEqual({
    url: `/images/${hash}.jpg`,
    width: 500,
    height: 250,
    preview: '#abcdef',
    srcset: `/images/${hash}-320.webp 320w, /images/${hash}-500.webp 500w`,
  });
});

test('AVIF is named only where it exists', () => {
  const stored = { hash, width: 500, height: 250, preview: '#abcdef', widths: [320, 500] };
  expect(describePicture({ ...stored, avifWidths: [320, 500] }).avif).toBe(
    `/images/${hash}-320.avif 320w, /images/${hash}-500.avif 500w`,
  );
  for (const avifWidths of [[], null]) {
    expect(describePicture({ ...stored, avifWidths })).not.toHaveProperty('avif');
  }
});
