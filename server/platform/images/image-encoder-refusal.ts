/** Why an image could not be encoded; the domain that called chooses the words for people. */
export const imageRefusals = [
  'empty',
  'too-large',
  'not-an-image',
  'unsupported',
  'heic',
  'broken',
  'too-many-pixels',
  'too-long',
  'too-narrow',
  'too-many-scans',
  'too-slow',
  'busy',
] as const;

export type ImageRefusal = (typeof imageRefusals)[number];

/** Thrown by the encoder if the picture or the load is the cause, never for a fault in the code. */
export class ImageRefused extends Error {
  readonly reason: ImageRefusal;

  constructor(reason: ImageRefusal, cause?: unknown) {
    super(`image refused: ${reason}`, { cause });
    this.name = 'ImageRefused';
    this.reason = reason;
  }
}
