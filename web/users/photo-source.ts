import type * as z from 'zod/mini';

/** How a form gets a person's photo. The page connects it to the domain that stores pictures. */
export interface PhotoSource {
  /** For a file field's `accept`. */
  readonly accept: string;
  /** The schema of a file field that must contain one picture. */
  readonly required: z.ZodMiniType<File, FileList | undefined>;
  /** The same if there is a photo already. */
  readonly possible: z.ZodMiniType<File | undefined, FileList | undefined>;
  /** Uploads a picture. @returns its URL */
  readonly upload: (file: File) => Promise<string>;
  /** The uploaded share, 0 to 1; undefined while nothing is being uploaded. */
  readonly progress: number | undefined;
}
