import * as z from 'zod/mini';

import { mediaErrors, pictureRules } from '#contract/media.ts';

import type { Fault } from './find-fault.ts';

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

/** The one picture that a file field must contain. */
export const PickedPhoto = z.pipe(Picked, z.pipe(firstOf, PictureFile));

/** The same for an optional field. */
export const PossiblePhoto = z.pipe(Picked, z.pipe(firstOf, z.optional(PictureFile)));

/** Refuses files that the server could not read either: it would report them only once there is an account. */
async function checkReadable({ value: file, issues }: z.core.ParsePayload<File>): Promise<void> {
  const fault = await findFaultOf(file);
  if (fault !== undefined) issues.push({ code: 'custom', input: file, message: mediaErrors[fault][1] });
}

async function findFaultOf(file: File): Promise<Fault | 'media.too-many-pixels' | undefined> {
  // Loaded only for those who choose a photo. If that fails, the server says what is wrong.
  const code = await import('./find-fault.ts').catch(() => undefined);
  try {
    const fault = code?.findFault(new Uint8Array(await file.arrayBuffer()));
    if (fault !== undefined) return fault;
    const bitmap = await createImageBitmap(file);
    const pixels = bitmap.width * bitmap.height;
    bitmap.close();
    return pixels > pictureRules.maxPixels ? 'media.too-many-pixels' : undefined;
  } catch {
    return 'media.broken';
  }
}
