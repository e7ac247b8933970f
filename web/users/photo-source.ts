import type * as z from 'zod/mini';

/** How a form gets a person's photo: the page connects it to the domain that stores pictures. */
export interface PhotoSource {
  /** For a file field's `accept`. */
  readonly accept: string;
  /** What a file field holds, checked: one picture. */
  readonly required: z.ZodMiniType<File, FileList | undefined>;
  /** The same where there is a photo already. */
  readonly possible: z.ZodMiniType<File | undefined, FileList | undefined>;
  /** Sends a picture and answers its address. */
  readonly upload: (file: File) => Promise<string>;
  /** How much of it has left, 0 to 1; undefined while nothing is being sent. */
  readonly progress: number | undefined;
}
