import * as z from 'zod/mini';

/** What a page needs to show a picture without a jump: see `contract/media.ts` for the addresses. */
export const PictureInfo = z.object({
  width: z.number(),
  height: z.number(),
  /** A CSS background in the picture's colours that stands in while it loads; empty where none is known. */
  preview: z.string(),
  /** WebP, which every browser takes. */
  srcset: z.string(),
  /** The same widths as AVIF, smaller; made some time after the upload, hence not always there. */
  avif: z.optional(z.string()),
});
export type PictureInfo = z.infer<typeof PictureInfo>;
