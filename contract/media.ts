/** Pictures of phones and people: what may be uploaded, how they are addressed. */
import * as z from 'zod/mini';

import { alsoSuspended, signedIn, signedInByTokenOrCookie } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { PictureInfo } from './picture.ts';

/** What is accepted as a picture, and the sizes that are made from it. A source is never enlarged. */
export const pictureRules = {
  maxBytes: 10 * 1024 * 1024,
  maxPixels: 40_000_000,
  /** In pixels, for either side: more than any camera's panorama has. */
  maxSide: 16_384,
  /** The longer side may be this many times as long as the shorter one. */
  maxAspect: 10,
  /** The scans of a progressive JPEG: usual programs write about ten. */
  maxScans: 30,
  widths: [320, 640, 960],
  maxHeight: 1920,
  /** The most bytes of a card's picture (the smallest width): 25 KB with the head of the answer. */
  smallestBytes: 24_000,
} as const;

/** The most unfinished uploads at a time, of one person and of all people at one process. */
export const maxUnfinishedUploads = { perPerson: 2, total: 200 } as const;

/** The largest picture in words: "10 MB". */
export const maxPictureSize = `${pictureRules.maxBytes / 1024 ** 2} MB`;

/** For a file field's `accept`. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif';

/** After how long an unused picture is deleted: filling in a form takes much less. */
export const unattachedPictureHours = 24;

/**
 * A picture of ours in replies. `url` is a JPEG that every client can show, relative to the host; `width` and `height`
 * are those of the largest size, `srcset` lists the WebP sizes, `avif` the AVIF sizes once they exist.
 */
export const Picture = z.extend(PictureInfo, { url: z.string() });
export type Picture = z.infer<typeof Picture>;

/**
 * What the server stores about a picture. `widths` are those that exist as WebP, ascending; `avifWidths` those as AVIF,
 * empty if AVIF would not be smaller, or null if it has not been tried yet.
 */
export interface StoredPicture {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly preview: string;
  readonly widths: readonly number[];
  readonly avifWidths: readonly number[] | null;
}

/** A picture as replies contain it, from its stored row. */
export const describePicture = ({
  hash,
  width,
  height,
  preview,
  widths,
  avifWidths,
}: StoredPicture): Picture => ({
  url: pictureUrl(hash),
  width,
  height,
  preview,
  srcset: pictureSrcset(hash, widths, 'webp'),
  ...(avifWidths === null || avifWidths.length === 0
    ? {}
    : { avif: pictureSrcset(hash, avifWidths, 'avif') }),
});

/** The path of a picture's JPEG, by the SHA-256 of its content in hexadecimal digits. */
export const pictureUrl = (hash: string): string => `/images/${hash}.jpg`;

/** The path of a picture that belongs only to removed phones or people, for those who may still see it. */
export const withheldPictureUrl = (id: string): string => `/api/images/${id}`;

/** The value of an `img`'s or `source`'s `srcset`: the picture's sizes in one format. */
export const pictureSrcset = (hash: string, widths: readonly number[], format: 'webp' | 'avif'): string =>
  widths.map((width) => `/images/${hash}-${width}.${format} ${width}w`).join(', ');

/** The hash in a picture's path (of its JPEG or of one of its sizes); undefined for every other path. */
export const hashOfPicture = (path: string): string | undefined => picturePath.exec(path)?.[1];

const picturePath = /^\/images\/([0-9a-f]{64})(?:\.jpg|-\d{1,4}\.(?:webp|avif))$/;

const accepted = 'JPEG, PNG, WebP or AVIF';

export const mediaErrors = {
  'media.not-found': [404, 'There is no such picture.'],
  'media.missing': [400, 'Please Select Photo'],
  'media.unreadable': [
    400,
    'The upload could not be read. Send the picture as multipart form data in the field “image”.',
  ],
  'media.empty': [422, 'This file is empty. Please choose the picture again.'],
  'media.too-large': [413, `A picture may have at most ${maxPictureSize}.`],
  'media.not-a-picture': [415, `This file is not a picture. Please choose a ${accepted}.`],
  'media.unsupported-type': [415, `We cannot read pictures of this type. Please choose a ${accepted}.`],
  'media.heic': [
    415,
    'HEIC photos cannot be read here. Please send it as JPEG: share or export the photo as JPEG, or set the iPhone’s camera to “Most Compatible” under Settings, Camera, Formats.',
  ],
  'media.broken': [422, 'This picture is damaged or incomplete. Please choose another, or save it again.'],
  'media.too-many-pixels': [422, 'This picture is too big: at most 40 megapixels. Please make it smaller.'],
  'media.too-long': [
    422,
    `This picture is too wide or too high: at most ${pictureRules.maxSide.toLocaleString('en-US')} pixels on a side.`,
  ],
  'media.too-narrow': [
    422,
    `This picture is too narrow: its longer side may have at most ${pictureRules.maxAspect} times the length of its shorter side.`,
  ],
  'media.too-many-scans': [
    422,
    'This JPEG file is too complex to read. Please save it as a new file and try again.',
  ],
  'media.too-slow': [422, 'This picture took too long to read. Please save it as JPEG and try again.'],
  'media.upload-too-slow': [408, 'The upload took too long. Please try again, on a faster line if you can.'],
  'media.too-many-at-once': [
    429,
    `You are uploading ${maxUnfinishedUploads.perPerson} pictures at the moment. Please try again when one of them is done.`,
  ],
  'media.busy': [503, 'Many pictures are being processed. Please try again in a moment.'],
} as const satisfies ErrorTable;

/**
 * Accepts a picture for a product or a profile: multipart, file field `image`; a text field `key` is accepted and
 * ignored, because clients of the spec send an image host's API key. The same content again returns the same picture.
 */
export const uploadImage = endpoint({
  method: 'POST',
  path: '/images',
  summary: 'Uploads a picture',
  access: signedIn,
  consumes: 'multipart',
  reply: z.object({ success: z.literal(true), data: Picture }),
  errors: mediaErrors,
  refusal: { success: false },
  // A seller lists up to 200 phones a day with up to 10 photos each: 2,000 pictures, possibly uploaded in one
  // evening.
  rateLimit: perPerson(600, 3600),
});

/** A withheld picture: for admins, and for buyer and seller of a paid order of its phone. Other pictures: 404. */
export const getWithheldPicture = endpoint({
  method: 'GET',
  path: '/images/:_id',
  summary: 'A picture of a removed phone or person, for the parties of an order of it and for admins',
  access: alsoSuspended(signedInByTokenOrCookie),
  params: ById,
  reply: z.unknown(),
  produces: 'image/jpeg',
  errors: mediaErrors,
});
