import { mediaErrors } from '#contract/media.ts';
import { failWith } from '#server/platform/failure.ts';
import { ImageRefused, type ImageRefusal } from '#server/platform/images/image-encoder-refusal.ts';
import type { EncodedImage } from '#server/platform/images/image-encoder-render.ts';
import type { ImageEncoder } from '#server/platform/images/image-encoder.ts';

const fail = failWith(mediaErrors);

/** Re-encodes a picture that a person uploaded. @throws Failure of `mediaErrors` */
export const encodeUpload = (
  encoder: ImageEncoder,
  ownerId: string,
  read: () => Promise<Buffer>,
): Promise<EncodedImage> =>
  encoder.encode(read, ownerId).catch((error: unknown) => {
    throw error instanceof ImageRefused ? fail(codeOfRefusal[error.reason], { cause: error }) : error;
  });

const codeOfRefusal = {
  empty: 'media.empty',
  'too-large': 'media.too-large',
  'not-an-image': 'media.not-a-picture',
  unsupported: 'media.unsupported-type',
  heic: 'media.heic',
  broken: 'media.broken',
  'too-many-pixels': 'media.too-many-pixels',
  'too-long': 'media.too-long',
  'too-narrow': 'media.too-narrow',
  'too-many-scans': 'media.too-many-scans',
  'too-slow': 'media.too-slow',
  busy: 'media.busy',
} as const satisfies Record<ImageRefusal, keyof typeof mediaErrors>;
