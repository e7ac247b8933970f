import { expect, test } from 'vitest';

import { readZip } from '#testing/read-zip.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

const madeAt = new Date('2026-11-22T17:00:00Z');

async function* of(...entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

test('the parts of an archive together are one ZIP file', async () => {
  const parts: Uint8Array[] = [];
  const put = async (part: number, bytes: Uint8Array): Promise<void> => void (parts[part] = bytes);
  const text = Buffer.from('Mina '.repeat(5_000));
  const picture = Buffer.from([0xff, 0xd8, 0, 1, 2, 3]);
  const entries = of(
    { name: 'data/a.json', bytes: text },
    { name: 'pictures/b.jpg', bytes: picture, isPacked: true },
    { name: 'empty.txt', bytes: new Uint8Array() },
  );
  const written = await writeZip(entries, { partBytes: 100, madeAt, put });
  const whole = Buffer.concat(parts);
  expect(written).toEqual({ parts: 2, bytes: whole.length });
  expect(whole.length).toBeLessThan(text.length / 10);
  const files = readZip(whole);
  expect(Object.keys(files)).toEqual(['data/a.json', 'pictures/b.jpg', 'empty.txt']);
  expect(files['data/a.json']?.equals(text)).toBe(true);
  expect(files['pictures/b.jpg']?.equals(picture)).toBe(true);
});

test('an empty archive can be opened', async () => {
  const parts: Uint8Array[] = [];
  await writeZip(of(), { partBytes: 100, madeAt, put: async (_, bytes) => void parts.push(bytes) });
  expect(readZip(Buffer.concat(parts))).toEqual({});
});
