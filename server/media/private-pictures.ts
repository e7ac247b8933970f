/** Pictures for a few people: re-encoded like all others, and never under an address that is open to everybody. */
import { randomBytes } from 'node:crypto';

import { encodeUpload } from './encode-upload.ts';
import type { ImageEncoder } from '#server/platform/images/image-encoder.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';

/** A re-encoded picture, and the name under which the storage is to keep it: nobody else can tell it. */
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

/** Keeps a picture under its name. A row that names it must be there before, so that no file is ever forgotten. */
export const putPrivate = (storage: ImageStorage, { file, jpeg }: PrivatePicture): Promise<void> =>
  storage.put(file, jpeg, 'image/jpeg');

/** The JPEG; undefined where there is none. Who may see it, the caller has to know. */
export const readPrivate = (storage: ImageStorage, file: string): Promise<Uint8Array | undefined> =>
  storage.read(file);

export const removePrivate = (storage: ImageStorage, file: string): Promise<void> => storage.remove(file);
