import * as z from 'zod/mini';

/** What a page needs to show a picture without a layout shift: see `contract/media.ts` for the URLs. */
export const PictureInfo = z.object({
  width: z.number(),
  height: z.number(),
  /** A CSS background in the picture's colours, shown while it loads; empty if none is known. */
  preview: z.string(),
  /** The WebP sizes; every browser supports WebP. */
  srcset: z.string(),
  /** The same widths as AVIF, which is smaller; created some time after the upload, so not always present. */
  avif: z.optional(z.string()),
});
export type PictureInfo = z.infer<typeof PictureInfo>;
