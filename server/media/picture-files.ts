import { createHash } from 'node:crypto';

import type { StoredPicture } from '#contract/media.ts';
import type { EncodedImage } from '#server/platform/image-encoder-render.ts';
import type { ImageStorage } from '#server/platform/image-storage.ts';

/** SHA-256 of everything that was made of a picture: its name. */
export function hashOfImage({ fallback, renditions }: EncodedImage): string {
  const hash = createHash('sha256').update(fallback);
  for (const { bytes } of renditions) hash.update(bytes);
  return hash.digest('hex');
}

/** Writes the JPEG and every WebP size. Waits for each, so that nothing is written after a failure is answered. */
export async function putFiles(storage: ImageStorage, hash: string, image: EncodedImage): Promise<void> {
  const results = await Promise.allSettled([
    storage.put(`${hash}.jpg`, image.fallback, 'image/jpeg'),
    ...image.renditions.map(({ width, bytes }) => storage.put(`${hash}-${width}.webp`, bytes, 'image/webp')),
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

export async function removeFiles(
  storage: ImageStorage,
  { hash, widths }: Pick<StoredPicture, 'hash' | 'widths'>,
): Promise<void> {
  const names = [`${hash}.jpg`, ...widths.map((width) => `${hash}-${width}.webp`)];
  await Promise.all(names.map((name) => storage.remove(name)));
}
