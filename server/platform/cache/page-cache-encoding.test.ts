import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { chooseEncoding, encodeAll } from './page-cache-encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['identity', 'identity'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', 'identity'],
  ['br;q=0, gzip;q=0.0', 'identity'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['GZIP;Q=1', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity;q=0, *;q=0', 'identity'],
  ['deflate', 'identity'],
  ['br;q=nonsense', 'identity'],
])('of %s the form %s is taken', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test('every form holds the same', async () => {
  const body = Buffer.from('phones '.repeat(1_000));
  const { br, gzip, identity } = await encodeAll(body);
  expect(identity).toEqual(body);
  expect(brotliDecompressSync(br ?? '')).toEqual(body);
  expect(gunzipSync(gzip ?? '')).toEqual(body);
});

test('what is small stays as it is', async () => {
  expect(await encodeAll(Buffer.from('[]'))).toEqual({ identity: Buffer.from('[]') });
});
