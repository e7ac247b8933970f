import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

import { pictureRules } from '#contract/media.ts';

import { countScans } from './count-scans.ts';
import { createImageEncoder } from './image-encoder.ts';

/** A picture with content in every scan of a JPEG. */
const photo = () =>
  sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  });

/** A progressive JPEG whose last scan is repeated to get this number of scans. */
function manyScans(input: Buffer, scans: number): Buffer {
  const last = input.lastIndexOf(Buffer.from('ffda', 'hex'));
  const repeats = Array.from({ length: scans - countScans(input) }, () => input.subarray(last, -2));
  return Buffer.concat([input.subarray(0, -2), ...repeats, input.subarray(-2)]);
}

test('a plain JPEG has one scan, a progressive one ten, and what is no JPEG none', async () => {
  expect(countScans(await photo().jpeg().toBuffer())).toBe(1);
  const progressive = await photo().jpeg({ progressive: true }).toBuffer();
  expect(countScans(progressive)).toBe(10);
  // Data after the end of the picture, and in metadata segments, is not decoded.
  const withMore = await photo()
    .jpeg()
    .withExif({ IFD0: { Make: 'x'.repeat(300) } })
    .toBuffer();
  expect(countScans(Buffer.concat([withMore, progressive]))).toBe(1);
  expect(countScans(Buffer.from('ffd8ffda', 'hex'))).toBe(0);
  expect(countScans(Buffer.alloc(0))).toBe(0);
});

test('markers without a segment, which decoders skip, hide no scan', async () => {
  const progressive = await photo().jpeg({ progressive: true }).toBuffer();
  for (const marker of ['ff01', 'ffd0', 'ffd7', 'ff01ff01', 'ffffffd3']) {
    const hidden = Buffer.concat([
      progressive.subarray(0, 2),
      Buffer.from(marker, 'hex'),
      progressive.subarray(2),
    ]);
    await expect(sharp(hidden, { failOn: 'error' }).stats()).resolves.toMatchObject({ isOpaque: true });
    expect(countScans(hidden), marker).toBe(10);
  }
});

test('a JPEG of more than thirty scans is refused before it is decoded', async () => {
  const encoder = createImageEncoder({ rules: pictureRules, log: { warn: () => {} } });
  onTestFinished(() => encoder.close());
  const progressive = await photo().jpeg({ progressive: true }).toBuffer();
  const encode = (scans: number) => encoder.encode(async () => manyScans(progressive, scans), 'Mina');
  await expect(encode(10)).resolves.toMatchObject({ width: 200 });
  // With 30 scans it reaches the decoder, which refuses the repeated last scan.
  await expect(encode(30)).rejects.toMatchObject({ reason: 'broken' });
  for (const scans of [31, 800])
    await expect(encode(scans)).rejects.toMatchObject({ reason: 'too-many-scans' });
});
