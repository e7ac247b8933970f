import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { freshMarket } from '#testing/fresh-market.ts';
import { checkDisk } from './check-disk.ts';

test('a writable folder with room passes, and nothing is left in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await checkDisk(folder, 1);
  expect(await readdir(folder)).toEqual([]);
});

test('a full disk and a folder that cannot be written are errors', async () => {
  await expect(checkDisk(tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toThrow('is full');
  await expect(checkDisk(join(import.meta.filename, 'folder'))).rejects.toThrow('cannot be written');
});

test('a process whose data folder cannot be written is not ready, and says that it is the disk', async () => {
  const market = await freshMarket();
  const ready = async () => (await fetch(`${market.address}/readyz`)).json();
  expect(await ready()).toEqual({ status: 'ready' });
  await rm(market.services.config.dataDir, { recursive: true });
  expect(await ready()).toEqual({ status: 'not ready', failed: ['disk'] });
  expect((await fetch(`${market.address}/readyz`)).status).toBe(503);
});
