import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { freePort } from '#server/platform/process/free-port.ts';
import { fileStorage } from './image-storage-file.ts';
import { s3Storage } from './image-storage-s3.ts';
import { type ImageStorage, ReadRefused, StorageUnavailable } from './image-storage.ts';

let home: string;
let endpoint: string;
let stopS3: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'image-storage-'));
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const bucket = ['--configure-bucket', 'pictures'];
  const server = spawn(process.execPath, [program, '-d', path.join(home, 's3'), '-p', '0', ...bucket], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  stopS3 = async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  for await (const line of createInterface(server.stdout)) {
    const port = /listening on .*:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    endpoint = `http://127.0.0.1:${port}`;
    break;
  }
});

afterAll(async () => {
  await stopS3();
  await rm(home, { recursive: true, force: true });
});

const folder = () => path.join(home, 'files');
const s3 = (bucket = 'pictures') => {
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return s3Storage({ endpoint, region: 'us-east-1', bucket, ...keys, forcePathStyle: true });
};
const kinds: [string, () => ImageStorage][] = [
  ['a folder', () => fileStorage({ folder: folder() })],
  ['S3', () => s3()],
];

test.each(kinds)('%s returns what was stored, until it is removed', async (_, start) => {
  const storage = start();
  const bytes = Buffer.from([0, 1, 2, 253, 254, 255]);
  expect(await storage.read('aabb-320.webp')).toBeUndefined();
  await storage.put('aabb-320.webp', bytes, 'image/webp');
  await storage.put('aabb-320.webp', bytes, 'image/webp');
  expect(Buffer.from((await storage.read('aabb-320.webp')) ?? [])).toEqual(bytes);
  await storage.remove('aabb-320.webp');
  await storage.remove('aabb-320.webp');
  expect(await storage.read('aabb-320.webp')).toBeUndefined();
});

test.each(kinds)('no name leaves %s', async (_, start) => {
  const storage = start();
  for (const name of [
    '../x.webp',
    'a/b.webp',
    '/etc/passwd',
    '..',
    'a\0.webp',
    'C:\\x.jpg',
    '',
    '.hidden.jpg',
  ]) {
    await expect(storage.put(name, Buffer.from('x'), 'image/webp')).rejects.toThrow('not a plain file name');
    await expect(storage.read(name)).rejects.toThrow('not a plain file name');
    await expect(storage.remove(name)).rejects.toThrow('not a plain file name');
  }
});

test('a folder that cannot be written is an error', async () => {
  await writeFile(path.join(home, 'blocked'), 'a file where the folder should be');
  const storage = fileStorage({ folder: path.join(home, 'blocked') });
  await expect(storage.put('aabb.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow('ENOTDIR');
});

test('a written file leaves no draft beside it', async () => {
  const storage = fileStorage({ folder: folder() });
  await storage.put('ccdd.jpg', Buffer.from('x'), 'image/jpeg');
  expect(await readdir(path.join(folder(), 'cc'))).toEqual(['ccdd.jpg']);
});

test('a bucket that does not exist is an error, not a missing picture', async () => {
  await expect(s3('nowhere').read('aabb.jpg')).rejects.toThrow(StorageUnavailable);
});

const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };

/** A bucket on a server with this handler. */
async function bucketThat(answer: RequestListener, timeoutMs?: number): Promise<ImageStorage> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return s3Storage({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'b',
    ...keys,
    forcePathStyle: true,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** A bucket that refuses everything with this reason. */
function refusingBucket(code: string, status = 403): Promise<ImageStorage> {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No</Message></Error>`;
  return bucketThat((_, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  });
}

async function expectUnavailable(storage: ImageStorage): Promise<void> {
  await expect(storage.read('aabb.jpg')).rejects.toThrow(StorageUnavailable);
  await expect(storage.put('aabb.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow(StorageUnavailable);
  await expect(storage.remove('aabb.jpg')).rejects.toThrow(StorageUnavailable);
}

test('keys that may not list the bucket do not learn whether a picture is missing', async () => {
  const storage = await refusingBucket('AccessDenied');
  await expect(storage.read('aabb.jpg')).rejects.toThrow(ReadRefused);
});

test('if the keys may not write, the error has the bucket’s own error as its cause', async () => {
  const storage = await refusingBucket('AccessDenied');
  const refused = { name: 'StorageUnavailable', cause: expect.objectContaining({ name: 'AccessDenied' }) };
  await expect(storage.put('aabb.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject(refused);
  await expect(storage.remove('aabb.jpg')).rejects.toMatchObject(refused);
});

test.each([
  ['SignatureDoesNotMatch', 403],
  ['NoSuchBucket', 404],
  ['SlowDown', 503],
  ['InternalError', 503],
])(
  'a bucket that responds with %s is unavailable, and no picture counts as missing',
  async (code, status) => {
    await expectUnavailable(await refusingBucket(code, status));
  },
);

test('a web page at the address of the bucket is neither a picture nor a place to put one', async () => {
  const storage = await bucketThat((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
  });
  await expect(storage.read('aabb.jpg')).rejects.toThrow(StorageUnavailable);
  await expect(storage.put('aabb.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow(StorageUnavailable);
});

test('a bucket without a server is unavailable', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const options = { endpoint: nobody, region: 'us-east-1', bucket: 'b', forcePathStyle: true };
  await expectUnavailable(s3Storage({ ...options, ...keys }));
});

test('a bucket that never responds is unavailable after the timeout', async () => {
  await expectUnavailable(await bucketThat(() => undefined, 50));
});

test('a bucket that stops in the middle of a picture is unavailable after the timeout', async () => {
  const storage = await bucketThat((_, response) => {
    response.writeHead(200, { 'content-length': '100', etag: '"1"' }).write('half');
  }, 50);
  await expect(storage.read('aabb.jpg')).rejects.toThrow(StorageUnavailable);
});
