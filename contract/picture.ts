import * as z from 'zod/mini';

/** What a page needs to show a picture without a jump: see `contract/media.ts` for the addresses. */
export const PictureInfo = z.object({
  width: z.number(),
  height: z.number(),
  /** Base64 of the ThumbHash that stands in while the picture loads. */
  thumbhash: z.string(),
  srcset: z.string(),
});
export type PictureInfo = z.infer<typeof PictureInfo>;
