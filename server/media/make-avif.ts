/** Makes the AVIF of a picture, beside its WebP, after the upload was answered. */
import * as repository from './repository.ts';
import { putAvif, readSizes } from './picture-files.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { AvifEncoder } from '#server/platform/images/image-encoder-avif.ts';
import { ImageRefused } from '#server/platform/images/image-encoder-refusal.ts';
import type { Rendition } from '#server/platform/images/image-encoder-render.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

/** Sent when a picture was stored. */
export const avifQueue = queue<{ imageId: string }>('media-avif');

export interface AvifTools {
  readonly storage: ImageStorage;
  readonly avifEncoder: AvifEncoder;
}

/**
 * Makes AVIF of one picture, in all its widths or, if that would not be smaller, in none. The source is the largest
 * WebP, because the uploaded file is not kept. Can be repeated at any time and run concurrently; does nothing once it
 * is decided, or after three attempts.
 *
 * @throws ImageRefused if it could not be encoded, and errors of the storage
 */
export async function makeAvif(
  db: Database,
  { storage, avifEncoder }: AvifTools,
  imageId: string,
): Promise<void> {
  const row = await repository.findWithoutAvif(db, imageId);
  if (row === undefined) return;
  const sizes = await readSizes(storage, row);
  const largest = sizes?.at(-1);
  if (sizes === undefined || largest === undefined) return repository.setAvifWidths(db, row.id, []);
  await repository.countAvifAttempts(db, row.id, 1);
  const renditions = await avifEncoder.encode(largest, row.widths).catch(async (error: unknown) => {
    if (isStopped(error)) await repository.countAvifAttempts(db, row.id, -1);
    throw error;
  });
  if (!isSmaller(renditions, sizes)) return repository.setAvifWidths(db, row.id, []);
  // What fails from here on is the storage's failure or the database's, not the picture's.
  await repository.countAvifAttempts(db, row.id, -1);
  await keepAvif(db, storage, row, renditions);
}

/**
 * Returns a function that makes AVIF of one picture that has none: no job was created for it, or its job gave up. Each
 * call goes on after the picture of the last one, so one that cannot be read keeps no other waiting.
 */
export function olderAvifMaker(db: Database, tools: AvifTools): (now: Date) => Promise<void> {
  let last: repository.AvifPlace | undefined;
  return async (now) => {
    // Younger ones have a job of their own.
    const before = new Date(now.getTime() - 3_600_000);
    last =
      (await repository.findPlaceWithoutAvif(db, before, last)) ??
      (await repository.findPlaceWithoutAvif(db, before));
    if (last === undefined) return;
    await makeAvif(db, tools, last.id).catch((error: unknown) => {
      // The next start of the process continues.
      if (!isStopped(error)) throw error;
    });
  };
}

/** The process is about to end, so the failure is not the picture's. */
const isStopped = (error: unknown): boolean => error instanceof ImageRefused && error.reason === 'busy';

/** A browser uses AVIF in whatever width it needs, so if one is larger than its WebP, all are discarded. */
const isSmaller = (renditions: readonly Rendition[], sizes: readonly Uint8Array[]): boolean =>
  renditions.every(({ bytes }, place) => bytes.length < (sizes[place]?.length ?? 0));

/**
 * Calls the storage within a transaction, as the removal does and for the same reason: the lock prevents a removal
 * between writing the files and updating the row. Uses of the picture wait until the files are written.
 */
async function keepAvif(
  db: Database,
  storage: ImageStorage,
  { id, hash, widths }: repository.ImageRow,
  renditions: readonly Rendition[],
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await repository.lockStored(tx, id))) return;
    await putAvif(storage, hash, renditions);
    await repository.setAvifWidths(tx, id, widths);
  });
}
