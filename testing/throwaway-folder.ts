import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const memory = '/dev/shm';

/** What a run of the tests may fill, in bytes: its databases, their log and the pictures. */
const roomNeeded = 3 * 1024 ** 3;

/**
 * A new folder for the data of a run of tests. It is in memory where there is room: on a disk, creating the hundreds of
 * databases of a run takes about ten times as long.
 */
export function makeThrowawayFolder(): string {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'ringback-test-'));
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  return folder;
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= roomNeeded;
  } catch {
    return false;
  }
}
