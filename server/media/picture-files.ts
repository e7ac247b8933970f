import { createHash } from 'node:crypto';

import type { StoredPicture } from '#contract/media.ts';
import type { EncodedImage, Rendition } from '#server/platform/images/image-encoder-render.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';

type PictureFiles = Pick<StoredPicture, 'hash' | 'widths'>;

/** SHA-256 of all encoded files of a picture, which is their name. */
export function hashOfImage({ fallback, renditions }: EncodedImage): string {
  const hash = createHash('sha256').update(fallback);
  for (const { bytes } of renditions) hash.update(bytes);
  return hash.digest('hex');
}

/** Writes the JPEG and every WebP size. */
export async function putFiles(storage: ImageStorage, hash: string, image: EncodedImage): Promise<void> {
  await everyWrite([
    storage.put(`${hash}.jpg`, image.fallback, 'image/jpeg'),
    ...image.renditions.map(({ width, bytes }) => storage.put(`${hash}-${width}.webp`, bytes, 'image/webp')),
  ]);
}

/** Every WebP size, in the order of the widths; undefined if one is missing. */
export async function readSizes(
  storage: ImageStorage,
  { hash, widths }: PictureFiles,
): Promise<Uint8Array[] | undefined> {
  const found = await Promise.all(widths.map((width) => storage.read(`${hash}-${width}.webp`)));
  const sizes = found.filter((bytes) => bytes !== undefined);
  return sizes.length === widths.length ? sizes : undefined;
}

export async function putAvif(
  storage: ImageStorage,
  hash: string,
  renditions: readonly Rendition[],
): Promise<void> {
  await everyWrite(
    renditions.map(({ width, bytes }) => storage.put(`${hash}-${width}.avif`, bytes, 'image/avif')),
  );
}

/** The name of a picture's JPEG in the storage. */
export const jpegName = ({ id, hash, state }: { id: string; hash: string; state: string }): string =>
  state === 'withheld' ? withheldName(id) : `${hash}.jpg`;

/** The name of a withheld picture's JPEG, which cannot be guessed from the picture's URL. */
export const withheldName = (id: string): string => `withheld-${id}.jpg`;

/**
 * Removes a picture's public files; its JPEG remains under {@link withheldName}. Can be repeated: if they are removed
 * already, that costs one read.
 */
export async function withholdFiles(
  storage: ImageStorage,
  { id, ...picture }: PictureFiles & { id: string },
): Promise<void> {
  const jpeg = await storage.read(`${picture.hash}.jpg`);
  if (jpeg === undefined) return;
  await storage.put(withheldName(id), jpeg, 'image/jpeg');
  await removeFiles(storage, picture);
}

/**
 * Also removes AVIF that no row mentions, from an interrupted encoding. The JPEG is removed last: if it is missing, all
 * files are.
 */
export async function removeFiles(storage: ImageStorage, { hash, widths }: PictureFiles): Promise<void> {
  const sizes = widths.flatMap((width) => [`${hash}-${width}.webp`, `${hash}-${width}.avif`]);
  await everyWrite(sizes.map((name) => storage.remove(name)));
  await storage.remove(`${hash}.jpg`);
}

/** Waits for all of them, so that nothing is written or removed after a failure is answered. */
async function everyWrite(writes: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(writes);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
