import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { fileStorage } from './image-storage-file.ts';
import { s3Storage } from './image-storage-s3.ts';
import { type ImageStorage, ReadRefused, StorageAway } from './image-storage.ts';

let home: string;
let endpoint: string;
let stopS3: () => void = () => {};

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'image-storage-'));
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const bucket = ['--configure-bucket', 'pictures'];
  const server = spawn(process.execPath, [program, '-d', path.join(home, 's3'), '-p', '0', ...bucket], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  stopS3 = () => server.kill('SIGKILL');
  for await (const line of createInterface(server.stdout)) {
    const port = /listening on .*:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    endpoint = `http://127.0.0.1:${port}`;
    break;
  }
});

afterAll(async () => {
  stopS3();
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

test.each(kinds)('%s gives back what was put, and forgets what was removed', async (_, start) => {
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

test('a folder that cannot be written says so and keeps no half file', async () => {
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
  await expect(s3('nowhere').read('aabb.jpg')).rejects.toThrow('bucket');
});

/** A bucket that refuses everything with this reason, in a body where the answer has one. */
async function refusingBucket(code: string, status = 403): Promise<ImageStorage> {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No</Message></Error>`;
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  return s3Storage({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'b',
    ...keys,
    forcePathStyle: true,
  });
}

test('keys that may not list the bucket do not learn whether a picture is missing', async () => {
  const storage = await refusingBucket('AccessDenied');
  await expect(storage.read('aabb.jpg')).rejects.toThrow(ReadRefused);
  await expect(storage.put('aabb.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow('No');
});

test('wrong keys are an error, not a missing picture', async () => {
  const storage = await refusingBucket('SignatureDoesNotMatch');
  await expect(storage.read('aabb.jpg')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
});

test.each(['SlowDown', 'InternalError'])('a bucket that answers %s is away for a while', async (code) => {
  const storage = await refusingBucket(code, 503);
  await expect(storage.read('aabb.jpg')).rejects.toThrow(StorageAway);
  await expect(storage.put('aabb.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow(StorageAway);
  await expect(storage.remove('aabb.jpg')).rejects.toThrow(StorageAway);
});

test('a bucket that nobody answers for is away', async () => {
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  // Port 9 discards; nothing listens there.
  const nobody = { endpoint: 'http://127.0.0.1:9', region: 'us-east-1', bucket: 'b', forcePathStyle: true };
  await expect(s3Storage({ ...nobody, ...keys }).read('aabb.jpg')).rejects.toThrow(StorageAway);
});
