import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

import { pictureRules } from '#contract/media.ts';

import { createAvifEncoder } from './image-encoder-avif.ts';
import { encodeTrusted } from './image-encoder-render.ts';
import { createImageEncoder, type ImageEncoderOptions } from './image-encoder.ts';

const startEncoder = (options: Partial<ImageEncoderOptions> = {}) => {
  const encoder = createImageEncoder({ rules: pictureRules, log: { warn: () => {} }, ...options });
  return { ...encoder, encode: (input: Buffer, owner = 'Mina') => encoder.encode(async () => input, owner) };
};

const encoder = startEncoder();
afterAll(() => encoder.close());

const canvas = (width: number, height: number, background = '#c33') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A picture that no encoder can compress well. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  });

const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A PNG whose header claims a size that its few bytes do not contain. */
const bomb = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const pixels = deflateSync(Buffer.alloc(width * 100));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const ftyp = (brands: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brands}`), Buffer.alloc(400)]);
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="900" height="900"/></svg>';

test('a photo comes back as WebP in three widths and as JPEG, with its size', async () => {
  const image = await encoder.encode(await noise(2000, 1500).jpeg().toBuffer());
  expect(image).toMatchObject({ width: 960, height: 720 });
  expect(image.shortSide).toBe(1500);
  expect(image.renditions.map(({ width }) => width)).toEqual([320, 640, 960]);
  for (const { width, bytes } of image.renditions) {
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: (width * 3) / 4 });
  }
  expect(await sharp(image.fallback).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 720 });
});

test('the preview has the colours of the picture from top to bottom', async () => {
  const top = await canvas(800, 400, '#c33').png().toBuffer();
  const picture = canvas(800, 800, '#33c').composite([{ input: top, left: 0, top: 0 }]);
  const { preview } = await encoder.encode(await picture.png().toBuffer());
  expect(preview).toMatch(/^linear-gradient\(#c.3.3.,#c.3.3.,#3.3.c.,#3.3.c.\)$/);
  const grey = await encoder.encode(await canvas(600, 600, '#808080').greyscale().png().toBuffer());
  expect(grey.preview).toBe('linear-gradient(#808080,#808080,#808080,#808080)');
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  expect((await encoder.encode(clear)).preview).toBe('linear-gradient(#ffffff,#ffffff,#ffffff,#ffffff)');
});

test.each([
  [1000, 4000, 1000],
  [399, 900, 399],
])(
  'the shorter side of %i × %i is %i, however small the picture became',
  async (width, height, shortSide) => {
    const turned = canvas(width, height).withMetadata({ orientation: 6 });
    expect(await encoder.encode(await turned.jpeg().toBuffer())).toMatchObject({ shortSide });
  },
);

test.each([
  [500, 400, [320, 500]],
  [320, 100, [320]],
  [40, 30, [40]],
])('a picture of %i × %i is not enlarged', async (width, height, widths) => {
  const image = await encoder.encode(await canvas(width, height).png().toBuffer());
  expect(image.renditions.map((each) => each.width)).toEqual(widths);
  expect(image).toMatchObject({ width, height });
});

test('a panorama ten times as long as it is high is still a picture', async () => {
  const tall = await encoder.encode(await canvas(1_000, 10_000).png().toBuffer());
  expect(tall).toMatchObject({ width: 192, height: 1920 });
  const wide = await encoder.encode(await canvas(10_000, 1_000).jpeg().toBuffer());
  expect(wide).toMatchObject({ width: 960, height: 96 });
});

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s is read', async (format) => {
  const input = await canvas(400, 300).toFormat(format).toBuffer();
  await expect(encoder.encode(input)).resolves.toMatchObject({ width: 400, height: 300 });
});

test('place and camera are gone from every file', async () => {
  const exif = {
    IFD0: { Make: 'SecretCamera' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '23/1 48/1 0/1' },
  };
  const input = await canvas(1000, 800)
    .withExif(exif)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    .jpeg()
    .toBuffer();
  expect(input.includes('SecretCamera')).toBe(true);
  const { renditions, fallback } = await encoder.encode(input);
  for (const bytes of [...renditions.map((each) => each.bytes), fallback]) {
    expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
    expect(Buffer.from(bytes).includes('SecretCamera')).toBe(false);
    expect(Buffer.from(bytes).includes('xmpmeta')).toBe(false);
  }
});

test('a photo taken with the phone turned stands upright', async () => {
  const leftRed = await canvas(400, 200, '#00f')
    .composite([
      { input: { create: { width: 200, height: 200, channels: 3, background: '#f00' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  // Orientation 6: the picture must be rotated clockwise, so that its left side becomes its top.
  const image = await encoder.encode(await sharp(leftRed).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  expect(image).toMatchObject({ width: 200, height: 400 });
  const top = await sharp(image.fallback)
    .extract({ left: 50, top: 50, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect(top[0]).toBeGreaterThan(200);
  expect(top[2]).toBeLessThan(60);
});

test('transparency stays in WebP and becomes white in JPEG', async () => {
  const input = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const { renditions, fallback } = await encoder.encode(input);
  expect(await sharp(renditions[0]?.bytes).metadata()).toMatchObject({ hasAlpha: true });
  expect((await sharp(fallback).raw().toBuffer())[0]).toBe(255);
});

test('grey, 16-bit and CMYK pictures end in plain colours', async () => {
  const grey16 = await canvas(300, 200, '#777').toColourspace('grey16').png().toBuffer();
  const cmyk = await canvas(300, 200, '#777').toColourspace('cmyk').jpeg().toBuffer();
  for (const input of [grey16, cmyk]) {
    const { fallback } = await encoder.encode(input);
    expect(await sharp(fallback).metadata()).toMatchObject({ space: 'srgb', channels: 3, depth: 'uchar' });
    expect(Math.abs(((await sharp(fallback).raw().toBuffer())[0] ?? 0) - 0x77)).toBeLessThan(16);
  }
});

test.each([
  ['no bytes at all', 'empty', () => Buffer.alloc(0)],
  ['11 MB', 'too-large', () => Buffer.alloc(11 * 1024 * 1024, 0xff)],
  ['a text', 'not-an-image', () => Buffer.from('hello, this is no picture')],
  ['an SVG', 'unsupported', () => Buffer.from(svg)],
  [
    'an SVG behind a declaration',
    'unsupported',
    () => Buffer.from(`<?xml version="1.0"?><!-- a --><!DOCTYPE svg>${svg}`),
  ],
  ['a GIF', 'unsupported', () => canvas(10, 10).gif().toBuffer()],
  ['a TIFF', 'unsupported', () => canvas(10, 10).tiff().toBuffer()],
  ['a PDF', 'unsupported', () => Buffer.from('%PDF-1.7')],
  ['an iPhone’s HEIC', 'heic', () => ftyp('heic\0\0\0\0mif1heic')],
  ['a HEIC under its general brand', 'heic', () => ftyp('mif1\0\0\0\0mif1heic')],
  ['the head of a JPEG', 'broken', () => Buffer.from('ffd8ffe0', 'hex')],
  ['a PNG that claims 256 megapixels', 'too-many-pixels', () => bomb(16_000, 16_000)],
  ['a line of 40 megapixels', 'too-long', () => bomb(1, 40_000_000)],
  ['more than 16,384 pixels on a side', 'too-long', () => bomb(16_385, 2_000)],
  ['a strip', 'too-narrow', () => canvas(1_100, 100).png().toBuffer()],
  ['41 megapixels', 'too-many-pixels', () => canvas(8200, 5000).png().toBuffer()],
] as const)('%s is refused as %s', async (_, reason, make) => {
  await expect(encoder.encode(await make())).rejects.toMatchObject({ name: 'ImageRefused', reason });
});

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a truncated %s is refused', async (format) => {
  const whole = await noise(400, 300).toFormat(format).toBuffer();
  for (const part of [0.3, 0.6, 0.95]) {
    const input = whole.subarray(0, Math.floor(whole.length * part));
    await expect(encoder.encode(input)).rejects.toMatchObject({ reason: 'broken' });
  }
});

test('a child that is killed while it works is replaced, and its picture is encoded', async () => {
  const input = await noise(2000, 2000).jpeg().toBuffer();
  await encoder.encode(input);
  const before = encoder.childPid() ?? expect.fail('no child');
  const encoding = encoder.encode(input);
  // By then the child has been asked.
  await new Promise((resolve) => void setImmediate(resolve));
  process.kill(before, 'SIGKILL');
  await expect(encoding).resolves.toMatchObject({ width: 960 });
  expect(encoder.childPid()).not.toBe(before);
});

test('a picture that takes more than its time is given up, and the next one is encoded', async () => {
  const large = await noise(1500, 1500).png().toBuffer();
  for (const impatience of [{ cpuMs: 1 }, { timeoutMs: 1 }]) {
    const impatient = startEncoder(impatience);
    await expect(impatient.encode(large)).rejects.toMatchObject({ reason: 'too-slow' });
    await impatient.close();
  }
  await expect(encoder.encode(await canvas(10, 10).png().toBuffer())).resolves.toMatchObject({ width: 10 });
});

test('encodings alternate between people, however many pictures one of them has sent', async () => {
  const input = await canvas(10, 10).png().toBuffer();
  const done: string[] = [];
  const encode = async (name: string, owner: string) => {
    await encoder.encode(input, owner);
    done.push(name);
  };
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => encode(name, 'a')),
    ...['b1', 'b2'].map((name) => encode(name, 'b')),
    encode('c1', 'c'),
  ]);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('pictures that still wait when the process ends are refused', async () => {
  const ending = startEncoder();
  const picture = await canvas(10, 10).png().toBuffer();
  await ending.encode(picture);
  const waiting = Promise.allSettled([1, 2, 3].map(() => ending.encode(picture)));
  await ending.close();
  const refused = { status: 'rejected', reason: { reason: 'busy' } };
  expect(await waiting).toMatchObject([refused, refused, refused]);
  await expect(ending.encode(picture)).rejects.toMatchObject({ reason: 'busy' });
});

test('our own drawings are rendered from SVG', async () => {
  const image = await encodeTrusted(svg, pictureRules);
  expect(image).toMatchObject({ width: 960, height: 720 });
  expect(image.renditions).toHaveLength(3);
});

test('the smallest width keeps to its bytes by lowering quality, down to a minimum', async () => {
  const input = await noise(400, 500).jpeg({ quality: 60 }).toBuffer();
  const small = async (smallestBytes: number) => {
    const strict = startEncoder({ rules: { ...pictureRules, smallestBytes } });
    const { renditions } = await strict.encode(input);
    await strict.close();
    return renditions.map(({ bytes }) => bytes.length);
  };
  const [free = 0, large] = await small(1_000_000);
  const [bound, same] = await small(free - 1);
  expect(bound).toBeLessThan(free);
  expect(same).toBe(large);
  const [least = 0] = await small(1);
  expect(least).toBeGreaterThan(free / 10);
});

test('AVIF that takes too long is given up, and the next one is made', async () => {
  const log = { warn: () => {} };
  const { renditions } = await encoder.encode(await noise(900, 900).jpeg().toBuffer());
  const [small, , large] = renditions.map(({ bytes }) => bytes);
  const impatient = createAvifEncoder({ log, timeoutMs: 1 });
  await expect(impatient.encode(large ?? expect.fail(), [900])).rejects.toMatchObject({ reason: 'too-slow' });
  const patient = createAvifEncoder({ log });
  const [first, second] = await Promise.allSettled([
    patient.encode(Buffer.from('not a picture'), [320]),
    patient.encode(small ?? expect.fail(), [320]),
  ]);
  expect(first).toMatchObject({ reason: { reason: 'broken' } });
  expect(second).toMatchObject({ value: [{ width: 320 }] });
  await patient.close();
  await expect(patient.encode(small ?? expect.fail(), [320])).rejects.toMatchObject({ reason: 'busy' });
});
