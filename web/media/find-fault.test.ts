import sharp from 'sharp';
import { expect, test } from 'vitest';

import { findFault } from './find-fault.ts';

const noise = () =>
  sharp({
    create: {
      width: 64,
      height: 80,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  });

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a whole %s has no fault', async (format) => {
  expect(findFault(await noise().toFormat(format).toBuffer())).toBeUndefined();
});

test('a progressive JPEG with data about itself and something behind it has no fault', async () => {
  const jpeg = await noise()
    .withExif({ IFD0: { ImageDescription: 'a phone' } })
    .jpeg({ progressive: true })
    .toBuffer();
  expect(findFault(Buffer.concat([jpeg, Buffer.from('a film of it')]))).toBeUndefined();
});

test.each([0.2, 0.5, 0.99])('a JPEG that was cut off after %d of it is broken', async (share) => {
  const jpeg = await noise().jpeg().toBuffer();
  expect(findFault(jpeg.subarray(0, Math.floor(jpeg.length * share)))).toBe('media.broken');
});

test('each unsupported file is refused with its own reason', async () => {
  expect(findFault(await noise().gif().toBuffer())).toBe('media.unsupported-type');
  expect(findFault(Buffer.from('no picture at all'))).toBe('media.not-a-picture');
  expect(findFault(Buffer.from(''))).toBe('media.not-a-picture');
  expect(findFault(Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0', 'latin1'))).toBe('media.heic');
});
