/** Pictures that only removed phones and people had: immediately no longer public, but kept in case of a dispute. */
import { hashOfPicture, withheldPictureUrl } from '#contract/media.ts';
import { withheldName, withholdFiles } from './picture-files.ts';
import * as repository from './repository.ts';
import type { PictureReference } from './repository.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';
import { type Jobs, queue } from '#server/platform/jobs/jobs.ts';
import { findPhotoUrl, replacePhotoOfRemoved } from '#server/users/service.ts';

/** Sent when a picture was withheld: if the process died at that moment, its files may still be public. */
export const withholdQueue = queue<{ imageId: string }>('media-withhold');

export interface Withholding {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly storage: ImageStorage;
  readonly log: { error(details: object, message: string): void };
  /** The references that keep a picture public. */
  readonly references: readonly PictureReference[];
}

/**
 * Withholds the pictures among these without a public reference, in the transaction that removes one. Their files are
 * moved after the commit, before the caller continues; if the process dies in between, a job does it.
 */
export async function withholdPictures(
  tx: Transaction,
  ids: readonly string[],
  { db, jobs, storage, log, references }: Withholding,
): Promise<string[]> {
  const withheld = ids.length === 0 ? [] : await repository.withholdUnused(tx, ids, references);
  for (const imageId of withheld) await jobs.enqueue(tx, withholdQueue, { imageId });
  tx.$afterCommit(async () => {
    try {
      for (const id of withheld) await hideWithheld(db, storage, id);
    } catch (error) {
      // Stops at the first failure, because the storage may be unavailable and each picture would have to wait for it.
      log.error({ err: error, ids: withheld }, 'withheld pictures are still public: their jobs try again');
    }
  });
  return withheld;
}

/** Withholds a removed person's photo, if it is one of ours. */
export async function withholdPhotoOf(
  tx: Transaction,
  userId: string,
  withholding: Withholding,
): Promise<void> {
  const path = URL.parse((await findPhotoUrl(tx, userId)) ?? '', 'http://localhost')?.pathname ?? '';
  const hash = hashOfPicture(path);
  const image = hash === undefined ? undefined : await repository.findByHash(tx, hash);
  if (image === undefined) return;
  const [id] = await withholdPictures(tx, [image.id], withholding);
  if (id !== undefined) await replacePhotoOfRemoved(tx, userId, withheldPictureUrl(id));
}

/**
 * Removes a withheld picture's public files; does nothing if it was uploaded again meanwhile. Calls the storage within
 * a transaction, so that a new upload of the picture waits for the lock.
 */
export async function hideWithheld(db: Database, storage: ImageStorage, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await repository.lockInState(tx, id, 'withheld');
    if (row !== undefined) await withholdFiles(storage, row);
  });
}

/** The JPEG of a withheld picture; undefined if there is none. */
export const readWithheld = (storage: ImageStorage, id: string): Promise<Uint8Array | undefined> =>
  storage.read(withheldName(id));
