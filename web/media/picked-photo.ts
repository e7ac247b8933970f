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
    z.refine((file) => file.size <= pictureRules.maxBytes, {
      error: mediaErrors['media.too-large'][1],
      abort: true,
    }),
    checkReadable,
  );

const firstOf = z.transform((files: FileList | undefined) => files?.[0]);

/** What a file field holds, as the one picture that has to be in it (spec section 5: 'Please Select Photo'). */
export const PickedPhoto = z.pipe(Picked, z.pipe(firstOf, PictureFile));

/** The same where the person may leave it empty. */
export const PossiblePhoto = z.pipe(Picked, z.pipe(firstOf, z.optional(PictureFile)));

/** Refuses what the browser cannot read as a picture: the server could not either, and would say so much later. */
async function checkReadable({ value: file, issues }: z.core.ParsePayload<File>): Promise<void> {
  try {
    (await createImageBitmap(file)).close();
  } catch {
    const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
    issues.push({ code: 'custom', input: file, message: mediaErrors[unreadableBecause(head)][1] });
  }
}

/** @param head the first twelve bytes of a file that cannot be read */
function unreadableBecause(head: string): 'media.heic' | 'media.broken' | 'media.not-a-picture' {
  if (/^.{4}ftyp(?:hei|hev|mif|msf)/s.test(head)) return 'media.heic';
  // The beginnings of JPEG, PNG, WebP and AVIF.
  return /^(?:\u00ff\u00d8\u00ff|\u0089PNG|RIFF|.{4}ftyp)/s.test(head)
    ? 'media.broken'
    : 'media.not-a-picture';
}
