import * as z from 'zod/mini';

import { mediaErrors, pictureRules } from '#contract/media.ts';

const Picked = z.custom<FileList | undefined>(
  (files) => files === undefined || files instanceof FileList,
  mediaErrors['media.missing'][1],
);

const PictureFile = z
  .custom<File>((file) => file instanceof File, mediaErrors['media.missing'][1])
  .check(
    z.refine((file) => file.size > 0, { error: mediaErrors['media.empty'][1], abort: true }),
    z.refine((file) => file.size <= pictureRules.maxBytes, mediaErrors['media.too-large'][1]),
  );

const firstOf = z.transform((files: FileList | undefined) => files?.[0]);

/** What a file field holds, as the one picture that has to be in it (spec section 5: 'Please Select Photo'). */
export const PickedPhoto = z.pipe(Picked, z.pipe(firstOf, PictureFile));

/** The same where the person may leave it empty. */
export const PossiblePhoto = z.pipe(Picked, z.pipe(firstOf, z.optional(PictureFile)));
