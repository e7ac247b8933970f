/** A folder of pictures and their database, for tests of their storage. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { openDatabase } from '#server/platform/postgres/database.ts';
import { fileStorage } from '#server/platform/images/image-storage-file.ts';

import { createTestDatabase } from './database.ts';

/** Opens one that is removed after the test. `files` are the names of the stored files. */
export async function openPictureStore() {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  const database = await createTestDatabase();
  const { db, close } = openDatabase({ url: database.url, onError: () => {} });
  onTestFinished(async () => {
    await close();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const files = async (): Promise<string[]> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  return { db, storage: fileStorage({ folder }), files };
}
