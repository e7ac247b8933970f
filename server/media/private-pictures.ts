/** Pictures for a few people: re-encoded like all others, but never under a public URL. */
import { randomBytes } from 'node:crypto';

import { encodeUpload } from './encode-upload.ts';
import type { ImageEncoder } from '#server/platform/images/image-encoder.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';

/** A re-encoded picture, and its secret name in the storage. */
export interface PrivatePicture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly preview: string;
  readonly jpeg: Uint8Array;
}

/** Re-encodes a picture for a few people. Nothing is stored yet. @throws Failure of `mediaErrors` */
export async function encodePrivate(
  encoder: ImageEncoder,
  ownerId: string,
  read: () => Promise<Buffer>,
): Promise<PrivatePicture> {
  const { width, height, preview, fallback: jpeg } = await encodeUpload(encoder, ownerId, read);
  return { file: `private-${randomBytes(32).toString('hex')}.jpg`, width, height, preview, jpeg };
}

/** Stores a picture under its name. A row with the name must exist before, so that every file is referenced. */
export const putPrivate = (storage: ImageStorage, { file, jpeg }: PrivatePicture): Promise<void> =>
  storage.put(file, jpeg, 'image/jpeg');

/** The JPEG; undefined if there is none. The caller checks who may see it. */
export const readPrivate = (storage: ImageStorage, file: string): Promise<Uint8Array | undefined> =>
  storage.read(file);

export const removePrivate = (storage: ImageStorage, file: string): Promise<void> => storage.remove(file);
