import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

import Fastify from 'fastify';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

import { images } from '#db/tables/media.ts';
import { ReadRefused, StorageUnavailable } from '#server/platform/images/image-storage.ts';
import { imageRoutes } from './routes.ts';
import { startUploadServer } from '#testing/upload-server.ts';

const surface = { width: 1200, height: 900, channels: 3, background: '#3a7' } as const;

const photo = () => sharp({ create: surface }).jpeg().toBuffer();

/** With noise it takes many bytes, of which the end can be missing. */
const truncatedPhoto = async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const bytes = await sharp({ create: { ...surface, noise } })
    .jpeg()
    .toBuffer();
  return bytes.subarray(0, 20_000);
};

test('an uploaded picture is answered with its address and served in every size', async () => {
  const { origin, upload, filesLeft } = await startUploadServer();
  const { status, body } = await upload(await photo());
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, data: { width: 960, height: 720 } });
  expect(body.data.url).toMatch(/^\/images\/[0-9a-f]{64}\.jpg$/);
  const sizes = body.data.srcset.split(', ').map((size: string) => size.split(' '));
  expect(sizes.map(([, width]: string[]) => width)).toEqual(['320w', '640w', '960w']);
  expect(await filesLeft()).toHaveLength(4);
  for (const [url, type] of [
    [body.data.url, 'image/jpeg'],
    ...sizes.map(([size]: string[]) => [size, 'image/webp']),
  ]) {
    const response = await fetch(origin + url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await sharp(await response.arrayBuffer()).metadata()).format).toBe(type.split('/')[1]);
  }
});

test('a served picture answers HEAD, and 304 to who has it; one that does not exist is 404, but not for long', async () => {
  const { origin, upload } = await startUploadServer();
  const { body } = await upload(await photo());
  const head = await fetch(origin + body.data.url, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000);
  const etag = head.headers.get('etag') ?? '';
  const again = await fetch(origin + body.data.url, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  for (const name of [`${'0'.repeat(64)}.jpg`, 'x.jpg', '..%2f..%2fetc%2fpasswd', '%00.jpg']) {
    const response = await fetch(`${origin}/images/${name}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
  }
});

const refuseToRead = () => Promise.reject(new ReadRefused('AccessDenied'));

test('a picture that the storage refuses to read is 404 only until it can be read', async () => {
  const app = Fastify();
  const storage = { read: refuseToRead, put: async () => undefined, remove: async () => undefined };
  await app.register(imageRoutes, { storage });
  const { statusCode, headers } = await app.inject(`/images/${'0'.repeat(64)}.jpg`);
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  await app.close();
});

test('the same picture twice is one picture', async () => {
  const { db, upload, filesLeft } = await startUploadServer();
  const bytes = await photo();
  const answers = await Promise.all([upload(bytes), upload(bytes)]);
  expect(new Set(answers.map(({ body }) => body.data.url)).size).toBe(1);
  expect(await filesLeft()).toHaveLength(4);
  expect(await db.select().from(images)).toHaveLength(1);
});

const bmff = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic'),
  Buffer.alloc(99),
]);

const refusals = [
  ['no bytes', 422, 'media.empty', () => Buffer.alloc(0)],
  ['11 MB', 413, 'media.too-large', () => Buffer.alloc(11 * 1024 * 1024, 0xff)],
  ['a little over 10 MB', 413, 'media.too-large', () => Buffer.alloc(10 * 1024 * 1024 + 9, 0xff)],
  ['a text', 415, 'media.not-a-picture', () => Buffer.from('not a picture')],
  ['an SVG', 415, 'media.unsupported-type', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HEIC', 415, 'media.heic', () => bmff],
  ['a truncated JPEG', 422, 'media.broken', truncatedPhoto],
  [
    '41 megapixels',
    422,
    'media.too-many-pixels',
    () =>
      sharp({ create: { width: 8200, height: 5000, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
  ],
] as const;

test('what is no picture, broken or too large is refused, and nothing is left', async () => {
  const { db, upload, filesLeft } = await startUploadServer();
  for (const [what, status, code, make] of refusals) {
    const answer = await upload(await make());
    expect(answer, what).toMatchObject({ status, body: { success: false, status, code } });
    expect(answer.type, what).toContain('application/problem+json');
    expect(await filesLeft(), what).toEqual([]);
    expect(await db.select().from(images), what).toEqual([]);
  }
});

test('without a token the refusal comes before the picture', async () => {
  const { origin } = await startUploadServer();
  for (const token of [{}, { authorization: 'Bearer nobody' }]) {
    const headers = {
      ...token,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '5000000',
    };
    const sending = request(`${origin}/api/images`, { method: 'POST', headers });
    // Only the body's first bytes: the answer must not wait for the rest.
    sending.on('error', () => {}).write('--b\r\n');
    const response = await new Promise<IncomingMessage>((resolve) => sending.once('response', resolve));
    expect(response.statusCode).toBe(401);
    expect(await json(response)).toMatchObject({ success: false });
    sending.destroy();
  }
});

const part = '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n';

test.each([
  ['pauses', { idleMs: 50, totalMs: 60_000 }],
  ['dawdles', { idleMs: 60_000, totalMs: 50 }],
])('an upload whose sender %s is given up, and holds nothing any more', async (_, uploadTimeouts) => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const { origin, personId, openFiles, filesLeft, upload } = await startUploadServer({ uploadTimeouts });
  const headers = {
    authorization: `Bearer ${personId}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': '5000000',
  };
  for (const body of [
    '--b\r\n',
    `${part}ab`,
    `${part}${'ab'.repeat(100_000)}`,
    // The picture is complete, but another part is announced and never sent.
    `${part}ab\r\n--b\r\n`,
  ]) {
    const sending = request(`${origin}/api/images`, { method: 'POST', headers });
    sending.on('error', () => {}).write(body);
    const [response]: IncomingMessage[] = await once(sending, 'response');
    expect(response).toMatchObject({ statusCode: 408, headers: { connection: 'close' } });
    const code = 'media.upload-too-slow';
    expect(await json(response ?? expect.fail())).toMatchObject({ success: false, code });
    await once(sending, 'close');
  }
  expect(await filesLeft()).toEqual([]);
  // An open file takes space on the disk. It must not be left to the garbage collector, about which Node warns.
  await expect.poll(openFiles).toEqual([]);
  expect(warnings).not.toContainEqual(expect.stringContaining('FileHandle'));
  // Both places are free again.
  const text = Buffer.from('not a picture');
  const answers = await Promise.all([upload(text), upload(text)]);
  expect(answers.map(({ body }) => body.code)).not.toContain('media.too-many-at-once');
});

const unusable = [
  ['JSON', 415, 'application/json', '{"image":"x"}'],
  ['a form without a boundary', 400, 'multipart/form-data', 'x'],
  [
    'a form that breaks off',
    400,
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
  ],
] as const;

test('a form without the picture names the field, and an incomplete form is refused', async () => {
  const { upload, send, personId } = await startUploadServer();
  const expected = {
    status: 400,
    body: { success: false, errors: [{ path: 'image', message: 'Please Select Photo' }] },
  };
  expect(await upload(await photo(), 'picture')).toMatchObject(expected);
  const text = new FormData();
  text.set('image', 'data:image/png;base64,AAAA');
  expect(await send(text)).toMatchObject(expected);
  for (const [what, status, type, body] of unusable) {
    const headers = { authorization: `Bearer ${personId}`, 'content-type': type };
    expect(await send(body, headers), what).toMatchObject({ status, body: { success: false } });
  }
});

const failureOfMiddle = (name: string) => (name.includes('-640') ? new Error('disk full') : undefined);

test('a storage that fails in the middle leaves neither file nor row, and one that is full or away is not the sender’s fault', async () => {
  let failureOf: (name: string) => Error | undefined = failureOfMiddle;
  const { db, upload, filesLeft } = await startUploadServer({
    storage: (files) => ({
      ...files,
      put: (name, bytes, type) => {
        const failure = failureOf(name);
        return failure === undefined ? files.put(name, bytes, type) : Promise.reject(failure);
      },
    }),
  });
  expect(await upload(await photo())).toMatchObject({ status: 500, body: { success: false } });
  expect(await filesLeft()).toEqual([]);
  expect(await db.select().from(images)).toEqual([]);
  const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
  failureOf = () => full;
  expect(await upload(await photo())).toMatchObject({ status: 503, body: { code: 'server.full' } });
  const readOnly = Object.assign(new Error('read-only file system, open'), { code: 'EROFS' });
  for (const away of [new StorageUnavailable('The bucket does not answer'), readOnly]) {
    failureOf = () => away;
    // Worth another try.
    expect(await upload(await photo())).toMatchObject({ status: 503, body: { code: 'server.storage-away' } });
  }
});

test('an upload that cannot be written is not the sender’s fault, and leaves no connection half read', async () => {
  const { upload } = await startUploadServer({ uploadFolder: import.meta.filename });
  const answer = await upload(await photo());
  expect(answer).toMatchObject({ status: 500, connection: 'close', body: { code: 'server.failed' } });
});
