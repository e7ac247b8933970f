import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { assertPlainName, type ImageStorage } from './image-storage.ts';
import { unlessMissing } from '#server/platform/unless-missing.ts';

/**
 * Stores pictures in a folder of this machine, in subfolders by the first two characters of the name. A file appears
 * completely or not at all, and is on the disk before `put` returns.
 */
export function fileStorage({ folder }: { folder: string }): ImageStorage {
  const fileOf = (name: string): string => {
    assertPlainName(name);
    return path.join(folder, name.slice(0, 2), name);
  };
  return {
    async put(name, bytes) {
      await writeWhole(fileOf(name), bytes);
    },
    async read(name) {
      return unlessMissing(readFile(fileOf(name)));
    },
    async remove(name) {
      await rm(fileOf(name), { force: true });
    },
  };
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  const draft = `${file}.${randomUUID()}.tmp`;
  await mkdir(folder, { recursive: true });
  try {
    const handle = await open(draft, 'wx', 0o644);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** A rename is safe from a power cut only after its folder was synced, too. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
