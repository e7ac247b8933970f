import { sql, type AnyColumn, type SQL } from 'drizzle-orm';

import { hourMs } from '#contract/durations.ts';
import {
  describePicture,
  hashOfPicture,
  mediaErrors,
  pictureRules,
  unattachedPictureHours,
  type Picture,
} from '#contract/media.ts';
import { images } from '#db/tables/media.ts';
import { users } from '#db/tables/users.ts';
import { encodeUpload } from './encode-upload.ts';
import { avifQueue } from './make-avif.ts';
import { hashOfImage, putFiles, removeFiles, withheldName } from './picture-files.ts';
import { hideWithheld } from './withhold-pictures.ts';
import * as repository from './repository.ts';
import type { PictureReference } from './repository.ts';
import {
  databaseErrorOf,
  newId,
  type Database,
  type Executor,
  type Transaction,
} from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import type { EncodedImage } from '#server/platform/images/image-encoder-render.ts';
import type { ImageEncoder } from '#server/platform/images/image-encoder.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

const fail = failWith(mediaErrors);

/**
 * Re-encodes and stores a picture that a person uploaded. The same content results in the same picture.
 *
 * @param read reads the bytes; called when the encoder is ready for this picture
 * @throws Failure of `mediaErrors`; then neither row nor files are left behind
 */
export async function storePicture(
  db: Database,
  { jobs, encoder, storage }: { jobs: Pick<Jobs, 'enqueue'>; encoder: ImageEncoder; storage: ImageStorage },
  ownerId: string,
  read: () => Promise<Buffer>,
): Promise<Picture> {
  const image = await encodeUpload(encoder, ownerId, read);
  const onStored: OnStored = (tx, imageId) => jobs.enqueue(tx, avifQueue, { imageId });
  return describePicture(await keepImage(db, storage, ownerId, image, onStored));
}

/**
 * Stores a drawing as a picture. It has no owner; the returned `id` is for references. It has no job for AVIF: the
 * periodic job encodes it later.
 */
export const storeDrawing = (
  db: Database,
  storage: ImageStorage,
  drawing: EncodedImage,
): Promise<repository.ImageRow> => keepImage(db, storage, null, drawing);

/**
 * Renders an SVG drawing made by our own code, in all stored widths. Only this loads the picture library into the
 * server's process, where it takes about 10 MB.
 */
export async function renderDrawing(svg: string): Promise<EncodedImage> {
  const { encodeTrusted } = await import('#server/platform/images/image-encoder-render.ts');
  return encodeTrusted(svg, pictureRules);
}

/** Fills in the previews of pictures of an earlier version. @returns how many, up to `limit` */
export const fillPreviews = repository.fillPreviews;

/**
 * The picture with the URL that a client sent, relative or absolute on our host, or undefined.
 *
 * To be called in the transaction that stores a reference: it touches the picture, so that a sweep waits until that
 * transaction ends and then sees the reference.
 */
export async function resolvePicture(
  db: Executor,
  url: string,
  { publicUrl }: { publicUrl: string },
): Promise<repository.ImageRow | undefined> {
  const [picture] = await resolvePictures(db, [url], { publicUrl });
  return picture;
}

/**
 * For an earlier domain that stores URLs of pictures: whether this is the URL of one of our pictures. Called in the
 * transaction that stores it, like {@link resolvePicture}.
 */
export const isUploadedPicture =
  (host: { publicUrl: string }) =>
  async (tx: Transaction, url: string): Promise<boolean> =>
    (await resolvePicture(tx, url, host)) !== undefined;

/** {@link resolvePicture} for several URLs, in their order. */
export async function resolvePictures(
  db: Executor,
  urls: readonly string[],
  { publicUrl }: { publicUrl: string },
): Promise<(repository.ImageRow | undefined)[]> {
  const hashes = urls.map((url) => hashOfOurs(url, publicUrl));
  const known = new Set(hashes.filter((hash) => hash !== undefined));
  if (known.size === 0) return urls.map(() => undefined);
  const rows = await repository.touchImages(db, [...known]);
  return hashes.map((hash) => rows.find((row) => row.hash === hash));
}

export { createTakeUpload, type TakeUpload } from './take-upload.ts';
export { encodePrivate, putPrivate, readPrivate, removePrivate } from './private-pictures.ts';
export { jpegName } from './picture-files.ts';
export { listPicturesForParties } from './show-pictures.ts';

export type { PictureReference } from './repository.ts';

/** A reference by a column with a picture's id. */
export const referencesById = (column: AnyColumn, where: SQL = sql`true`): PictureReference =>
  sql`exists (select 1 from ${column.table} where ${column} = ${images.id} and ${where})`;

/** A reference by a column with an array of pictures' ids; it needs a GIN index. */
export const referencesInArray = (column: AnyColumn, where: SQL = sql`true`): PictureReference =>
  sql`exists (select 1 from ${column.table} where ${column} @> array[${images.id}] and ${where})`;

/** A reference by a column with pictures' URLs as clients sent them, relative or absolute. */
export const referencesByUrl = (column: AnyColumn, where: SQL = sql`true`): PictureReference =>
  sql`exists (select 1 from ${column.table} where substring(${column} from '/images/([0-9a-f]{64})[.-]') = ${images.hash} and ${where})`;

/** Photos of people who were not removed. */
export const photoReference: PictureReference = referencesByUrl(users.photoUrl, sql`removed_at is null`);

/**
 * Removes pictures, row and files, that have not been referenced for a day, and the remains of interrupted uploads and
 * sweeps. Pictures of a removed phone or person are withheld instead, and removed after `withheldDays` unless something
 * still needs them. Safe to run beside uploads, uses and other sweeps; can be repeated at any time.
 *
 * @param options.references of later domains; people's photos are known here
 * @param options.former removed objects of later domains that had pictures
 * @param options.needed what keeps a withheld picture longer
 * @returns how many were removed
 * @throws AggregateError if some could not be removed, after trying all
 */
export async function sweepPictures(
  db: Database,
  storage: ImageStorage,
  { references, former = [], needed = [], now, withheldDays }: SweepOptions,
): Promise<number> {
  const times = {
    before: hoursBefore(now, unattachedPictureHours),
    longBefore: hoursBefore(now, withheldDays * 24),
    now,
  };
  const all = {
    references: [photoReference, ...references],
    former: [referencesByUrl(users.photoUrl), ...former],
    needed,
  };
  const unused = await repository.markUnused(db, times, all);
  const failures: unknown[] = [];
  const onFailure = (error: unknown): void => void failures.push(error);
  let removed = 0;
  // One at a time, to leave connections and storage to people; the next sweep retries those that fail. This includes
  // all withheld pictures, since an outage of the storage may have lasted longer than the retries of their jobs.
  for (const id of unused.withheld) await hideWithheld(db, storage, id).catch(onFailure);
  for (const id of unused.removing) {
    await removePicture(db, storage, id, 'removing', all.former).then(
      (isRemoved) => (removed += Number(isRemoved)),
      onFailure,
    );
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} pictures could not be removed`);
  return removed;
}

export interface SweepOptions {
  readonly references: readonly PictureReference[];
  readonly former?: readonly PictureReference[];
  readonly needed?: readonly PictureReference[];
  readonly now: Date;
  /** How long a dispute may need a picture that only removed phones or people had. */
  readonly withheldDays: number;
}

const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * hourMs);

/** Writes the row before the files, so that the sweep finds every file by its row, also after a crash. */
async function keepImage(
  db: Database,
  storage: ImageStorage,
  ownerId: string | null,
  image: EncodedImage,
  onStored?: OnStored,
): Promise<repository.ImageRow> {
  const { width, height, preview, shortSide } = image;
  const hash = hashOfImage(image);
  const widths = image.renditions.map((each) => each.width);
  // A second attempt is nearly always enough: the row disappears only if another upload of the same content fails at
  // this moment.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const entry = { id: newId(), ownerId, hash, width, height, widths, preview, shortSide };
    const row = await repository.claimImage(db, entry);
    if (row.state === 'stored' || (await finishUpload(db, storage, row, image, onStored))) return row;
  }
  throw fail('media.busy');
}

async function finishUpload(
  db: Database,
  storage: ImageStorage,
  row: repository.ImageRow,
  image: EncodedImage,
  onStored?: OnStored,
): Promise<boolean> {
  try {
    await putFiles(storage, row.hash, image);
    // The picture may have been withheld until now.
    await storage.remove(withheldName(row.id));
  } catch (error) {
    await removePicture(db, storage, row.id, 'pending');
    throw error;
  }
  return db.transaction(async (tx) => {
    const isStored = await repository.markStored(tx, row.id);
    if (isStored) await onStored?.(tx, row.id);
    return isStored;
  });
}

/** Runs in the transaction that stores a picture. */
type OnStored = (tx: Transaction, imageId: string) => Promise<void>;

/**
 * Calls the storage within a transaction: because of the lock on the row, an upload of the same content waits until the
 * files are deleted; otherwise its own files could be deleted. A foreign key that is missing in `references` prevents
 * the deletion.
 */
async function removePicture(
  db: Database,
  storage: ImageStorage,
  id: string,
  state: 'pending' | 'removing',
  former: readonly PictureReference[] = [],
): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      const row = await repository.lockInState(tx, id, state);
      if (row === undefined) return false;
      if (!(await repository.markRemoved(tx, id, former))) await repository.removeImage(tx, id, state);
      await removeFiles(storage, row);
      await storage.remove(withheldName(id));
      return true;
    });
  } catch (error) {
    // PostgreSQL's `foreign_key_violation`.
    if (databaseErrorOf(error)?.code !== '23503') throw error;
    await repository.restoreImage(db, id);
    return false;
  }
}

function hashOfOurs(url: string, publicUrl: string): string | undefined {
  if (!URL.canParse(url, publicUrl)) return undefined;
  const { origin, pathname } = new URL(url, publicUrl);
  return isOurs(origin, publicUrl) ? hashOfPicture(pathname) : undefined;
}

/** A page on this machine may be opened under any of its names. */
function isOurs(origin: string, publicUrl: string): boolean {
  const loopback = /^(https?:\/\/)(?:localhost|127\.0\.0\.1|\[::1\])(?=:|$)/;
  const plain = (text: string) => text.replace(loopback, '$1localhost');
  return plain(origin) === plain(new URL(publicUrl).origin);
}
