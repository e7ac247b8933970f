import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** With less space, the next uploads, or the embedded database's next log file, may not fit. */
const leastFreeBytes = 100 * 1024 * 1024;

/**
 * Resolves if `folder` is writable and has enough space.
 *
 * @throws Error that says which of the two is missing; the file system's error is its cause
 */
export async function checkDisk(folder: string, leastBytes = leastFreeBytes): Promise<void> {
  const probe = join(folder, `.ready-${randomUUID()}`);
  try {
    // A quota, a full inode table and a read-only file system are noticed only on a write.
    await writeFile(probe, 'ready');
  } catch (cause) {
    // A part of it may have been written. If it cannot be removed either, the reason is the same.
    await rm(probe, { force: true }).catch(() => undefined);
    throw new Error('The data folder cannot be written', { cause });
  }
  await rm(probe, { force: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastBytes) throw new Error('The disk of the data folder is full');
}
