/** Why an image could not be encoded; what a person is told about it is up to the domain that asked. */
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

/** Thrown by the encoder for everything that is the fault of the picture or of the load, never of the code. */
export class ImageRefused extends Error {
  readonly reason: ImageRefusal;

  constructor(reason: ImageRefusal, cause?: unknown) {
    super(`image refused: ${reason}`, { cause });
    this.name = 'ImageRefused';
    this.reason = reason;
  }
}
