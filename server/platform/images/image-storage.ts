import type { Log } from '#server/platform/log/log.ts';

/**
 * Where the files of pictures are stored. Names are plain file names; the content of a name never changes. Each call
 * may throw `StorageUnavailable`.
 */
export interface ImageStorage {
  /** Stores the bytes durably before it returns; storing the same name again is harmless. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /**
   * The whole file (pictures are small), or undefined if there is none.
   *
   * @throws ReadRefused if the storage does not say whether there is one
   */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Removing a file that does not exist is harmless. */
  remove(name: string): Promise<void>;
}

/** The storage refuses to read a file, which may or may not exist. */
export class ReadRefused extends Error {
  override readonly name = 'ReadRefused';
}

/** The storage cannot be reached, or refuses the call; its error is the cause. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/**
 * Reads a file for a public request: one that the storage refuses to read is logged and counts as missing, but only for
 * now.
 */
export async function readUnlessRefused(
  storage: Pick<ImageStorage, 'read'>,
  name: string,
  log: Pick<Log, 'warn'>,
): Promise<Uint8Array | 'refused' | undefined> {
  try {
    return await storage.read(name);
  } catch (error) {
    if (!(error instanceof ReadRefused)) throw error;
    log.warn({ err: error }, 'a file cannot be read');
    return 'refused';
  }
}

/** Logs why the storage cannot be used, such as a wrong key, if it cannot. */
export async function reportUnusable({
  storage,
  log,
}: {
  readonly storage: Pick<ImageStorage, 'read'>;
  readonly log: Pick<Log, 'error'>;
}): Promise<void> {
  try {
    await storage.read('no-such-file.bin');
  } catch (error) {
    // A key that may not list the bucket is refused a missing file.
    if (!(error instanceof ReadRefused)) log.error({ err: error }, 'the picture storage cannot be used');
  }
}

const plainName = /^[0-9a-z][0-9a-z-]{2,99}\.[0-9a-z]{2,5}$/;

/** Checked by every storage: throws for a name that could leave its folder or has a meaning in a path. */
export function assertPlainName(name: string): void {
  if (!plainName.test(name)) throw new Error(`not a plain file name: ${JSON.stringify(name)}`);
}
