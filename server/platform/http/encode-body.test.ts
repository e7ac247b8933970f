import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { chooseEncoding, encodeAll } from './encode-body.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
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
])('Accept-Encoding: %s is answered with %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test('every encoding holds the same body', async () => {
  const body = Buffer.from('phones '.repeat(1_000));
  const { br, gzip, identity } = await encodeAll(body);
  expect(identity).toEqual(body);
  expect(brotliDecompressSync(br ?? '')).toEqual(body);
  expect(gunzipSync(gzip ?? '')).toEqual(body);
});

test('a short body is not compressed', async () => {
  expect(await encodeAll(Buffer.from('[]'))).toEqual({ identity: Buffer.from('[]') });
});
