import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';

import Fastify from 'fastify';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

import { pictureRules } from '#contract/media.ts';
import { images } from '#db/tables/media.ts';
import { users } from '#db/tables/users.ts';
import type { UploadPatience } from './read-upload.ts';
import { imageRoutes, mediaRoutes, takeMultipart } from './routes.ts';
import { createTakeUpload } from './take-upload.ts';
import { writeUnseen } from '#server/platform/changes/write-shown.ts';
import { newId, openDatabase } from '#server/platform/postgres/database.ts';
import { createCallCounter } from '#server/platform/http/count-calls.ts';
import type { Guard } from '#server/platform/http/http-guard.ts';
import { answerFailures } from '#server/platform/http/http-problem.ts';
import { createApi } from '#server/platform/http/http.ts';
import { createImageEncoder } from '#server/platform/images/image-encoder.ts';
import { fileStorage } from '#server/platform/images/image-storage-file.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createTestDatabase } from '#testing/database.ts';

interface ServerChanges {
  readonly storage?: (files: ImageStorage) => ImageStorage;
  readonly patience?: UploadPatience;
}

/** A server with one person, whose token is their id. */
async function startServer(changes: ServerChanges = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'upload-'));
  const database = await createTestDatabase();
  const { db, close } = openDatabase({ url: database.url, onError: () => {} });
  const uploadFolder = path.join(folder, 'uploads');
  const personId = newId();
  await writeUnseen(db).insert(users).values({ id: personId, name: 'Mina', email: 'mina@example.com' });
  const person = {
    id: personId,
    name: 'Mina',
    email: 'mina@example.com',
    isSeller: false,
    isAdmin: false,
    emailConfirmed: false,
    isFresh: false,
    owesFactor: false,
    suspension: null,
    sessionId: newId(),
  };
  const files = fileStorage({ folder });
  const storage = changes.storage?.(files) ?? files;
  const encoder = createImageEncoder({ rules: pictureRules, log: { warn: () => {} } });
  const guard: Guard = {
    readToken: async (header) => ({ id: header.replace('Bearer ', ''), sessionId: person.sessionId }),
    findPerson: async ({ id }) => (id === personId ? person : undefined),
    findSessionHolder: async () => undefined,
    listFactorWays: async () => [],
  };
  const app = Fastify({ bodyLimit: 64 * 1024 });
  answerFailures(app);
  await app.register(imageRoutes, { storage });
  await app.register(
    async (scope) => {
      const callCounter = await createCallCounter({ redisUrl: undefined, log: createLog('silent') });
      const api = await createApi(scope, { guard, rateLimitFactor: 0, callCounter });
      await takeMultipart(scope);
      const jobs = { enqueue: async () => {} };
      const { patience } = changes;
      mediaRoutes(api, {
        db,
        jobs,
        encoder,
        storage,
        takeUpload: createTakeUpload({ uploadFolder, uploadPatience: patience }),
      });
    },
    { prefix: '/api' },
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await app.close();
    await encoder.close();
    await close();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const send = async (
    body: BodyInit,
    headers: Record<string, string> = { authorization: `Bearer ${personId}` },
  ) => {
    const response = await fetch(`${origin}/api/images`, { method: 'POST', headers, body });
    const answer: any = await response.json(); // oxlint-disable-line no-explicit-any -- an answer of any shape is looked at
    return { status: response.status, type: response.headers.get('content-type'), body: answer };
  };
  const upload = (bytes: Uint8Array, field = 'image') => {
    const form = new FormData();
    form.set('key', 'a key of the image host');
    form.set(field, new Blob([Uint8Array.from(bytes)]), 'photo.jpg');
    return send(form);
  };
  const filesLeft = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  return { origin, db, personId, send, upload, filesLeft };
}

const photo = (width = 1200, height = 900) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#3a7',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();

test('an uploaded picture is answered with its address and served in every size', async () => {
  const { origin, upload, filesLeft } = await startServer();
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

test('a served picture answers HEAD, and 304 to who has it', async () => {
  const { origin, upload } = await startServer();
  const { body } = await upload(await photo());
  const head = await fetch(origin + body.data.url, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000);
  const etag = head.headers.get('etag') ?? '';
  const again = await fetch(origin + body.data.url, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

test('a picture that does not exist is 404, but not for long', async () => {
  const { origin } = await startServer();
  for (const name of [`${'0'.repeat(64)}.jpg`, 'x.jpg', '..%2f..%2fetc%2fpasswd', '%00.jpg']) {
    const response = await fetch(`${origin}/images/${name}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
  }
});

test('the same picture twice is one picture', async () => {
  const { db, upload, filesLeft } = await startServer();
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

test.each([
  ['no bytes', 422, 'media.empty', () => Buffer.alloc(0)],
  ['11 MB', 413, 'media.too-large', () => Buffer.alloc(11 * 1024 * 1024, 0xff)],
  ['a little over 10 MB', 413, 'media.too-large', () => Buffer.alloc(10 * 1024 * 1024 + 9, 0xff)],
  ['a text', 415, 'media.not-a-picture', () => Buffer.from('not a picture')],
  ['an SVG', 415, 'media.unsupported-type', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HEIC', 415, 'media.heic', () => bmff],
  ['a truncated JPEG', 422, 'media.broken', async () => (await photo()).subarray(0, 20_000)],
  [
    '41 megapixels',
    422,
    'media.too-many-pixels',
    () =>
      sharp({ create: { width: 8200, height: 5000, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
  ],
] as const)('%s is refused, and nothing is left', async (_, status, code, make) => {
  const { db, upload, filesLeft } = await startServer();
  const answer = await upload(await make());
  expect(answer).toMatchObject({ status, body: { success: false, status, code } });
  expect(answer.type).toContain('application/problem+json');
  expect(await filesLeft()).toEqual([]);
  expect(await db.select().from(images)).toEqual([]);
});

test('without a token the refusal comes before the picture', async () => {
  const { origin } = await startServer();
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

test.each([
  ['pauses', { idleMs: 50, totalMs: 60_000 }],
  ['dawdles', { idleMs: 60_000, totalMs: 50 }],
])('an upload whose sender %s is given up, and holds nothing any more', async (_, patience) => {
  const { origin, personId, filesLeft, upload } = await startServer({ patience });
  const headers = {
    authorization: `Bearer ${personId}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': '5000000',
  };
  for (const body of [
    '--b\r\n',
    '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nab',
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
  // Both places are free again.
  const picture = await photo(40, 40);
  const answers = await Promise.all([upload(picture), upload(picture)]);
  expect(answers.map(({ body }) => body.code)).not.toContain('media.too-many-at-once');
});

test('a form without the picture names the field', async () => {
  const { upload, send } = await startServer();
  const expected = {
    status: 400,
    body: { success: false, errors: [{ path: 'image', message: 'Please Select Photo' }] },
  };
  expect(await upload(await photo(), 'picture')).toMatchObject(expected);
  const text = new FormData();
  text.set('image', 'data:image/png;base64,AAAA');
  expect(await send(text)).toMatchObject(expected);
});

test.each([
  ['JSON', 415, 'application/json', '{"image":"x"}'],
  ['a form without a boundary', 400, 'multipart/form-data', 'x'],
  [
    'a form that breaks off',
    400,
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
  ],
])('%s is refused without a stir', async (_, status, type, body) => {
  const { send, personId } = await startServer();
  const headers = { authorization: `Bearer ${personId}`, 'content-type': type };
  expect(await send(body, headers)).toMatchObject({ status, body: { success: false } });
});

test('a disk that fails in the middle leaves neither file nor row', async () => {
  const { db, upload, filesLeft } = await startServer({
    storage: (files) => ({
      ...files,
      put: (name, bytes, type) =>
        name.includes('-640') ? Promise.reject(new Error('disk full')) : files.put(name, bytes, type),
    }),
  });
  expect(await upload(await photo())).toMatchObject({ status: 500, body: { success: false } });
  expect(await filesLeft()).toEqual([]);
  expect(await db.select().from(images)).toEqual([]);
});
