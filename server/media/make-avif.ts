/** Encodes a picture as AVIF in addition to WebP, after the upload was answered. */
import { hourMs } from '#contract/durations.ts';
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
 * Encodes a picture as AVIF in all its widths, or in none if that would not be smaller. The source is the largest WebP,
 * because the uploaded file is not kept. Can be repeated at any time and run concurrently; does nothing once this is
 * decided, or after three attempts.
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
  // Later failures are the storage's or the database's, so they do not count as an attempt for the picture.
  await repository.countAvifAttempts(db, row.id, -1);
  await keepAvif(db, storage, row, renditions);
}

/**
 * Returns a function that encodes one picture without AVIF, for which there was no job or whose job gave up. Each call
 * continues after the picture of the previous one, so that an unreadable picture does not block others.
 */
export function olderAvifMaker(db: Database, tools: AvifTools): (now: Date) => Promise<void> {
  let last: repository.AvifPlace | undefined;
  return async (now) => {
    // Younger pictures have their own job.
    const before = new Date(now.getTime() - hourMs);
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

/** Whether the process is about to end, so that the picture is not the cause of the failure. */
const isStopped = (error: unknown): boolean => error instanceof ImageRefused && error.reason === 'busy';

/** Whether every AVIF is smaller than its WebP. Otherwise all are discarded, because a browser may use any width. */
const isSmaller = (renditions: readonly Rendition[], sizes: readonly Uint8Array[]): boolean =>
  renditions.every(({ bytes }, place) => bytes.length < (sizes[place]?.length ?? 0));

/**
 * Calls the storage within a transaction, like `removePicture`: the lock prevents a removal between writing the files
 * and updating the row. Uses of the picture wait until the files are written.
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
