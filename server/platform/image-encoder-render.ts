// What both ways of encoding share: the browser's child process and the trusted drawings of the demo.
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** The widths to make and what to refuse; plain data, for it travels to the child process. */
export interface ImageRules {
  maxBytes: number;
  maxPixels: number;
  /** Ascending. The largest bounds the picture, `maxHeight` what is very tall (WebP ends at 16,383). */
  widths: readonly number[];
  maxHeight: number;
}

export interface EncodedImage {
  /** Of the largest rendition, which the JPEG shows too. */
  width: number;
  height: number;
  /** Base64, about 30 characters. */
  thumbhash: string;
  /** WebP, ascending by width; a source is never enlarged, and there is always at least one. */
  renditions: { width: number; bytes: Uint8Array }[];
  /** JPEG at the largest width, transparency laid on white. */
  fallback: Uint8Array;
}

/** How hard the encoders try. */
export interface ImageEffort {
  webp: number;
  mozjpeg: boolean;
}

export type ImageSize = Pick<ImageRules, 'widths' | 'maxHeight'>;

/**
 * Renders an opened picture: upright by its EXIF tag, in sRGB, without metadata (everything is encoded
 * from bare pixels), in every width of the rules that its own size allows. Throws sharp's errors.
 */
export async function renderImage(
  source: Sharp,
  size: ImageSize,
  effort: ImageEffort,
): Promise<EncodedImage> {
  const pixels = await withoutIdleAlpha(await decodePixels(source, size));
  const { width, height } = pixels.info;
  const widths = [...size.widths.filter((each) => each < width), width];
  const renditions: EncodedImage['renditions'] = [];
  for (const each of widths) {
    // Nothing is gained by doing these at once: libvips has one thread here.
    renditions.push({ width: each, bytes: await encodeWebp(pixels, each, effort) });
  }
  const fallback = await open(pixels)
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, mozjpeg: effort.mozjpeg })
    .toBuffer();
  return { width, height, thumbhash: await thumbhash(pixels), renditions, fallback };
}

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

async function decodePixels(source: Sharp, { widths, maxHeight }: ImageSize): Promise<Pixels> {
  return source
    .autoOrient()
    .resize({ width: widths.at(-1), height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

/** A transparency channel that hides nothing costs a third of the time of everything that follows. */
async function withoutIdleAlpha(pixels: Pixels): Promise<Pixels> {
  const { data, info } = pixels;
  if (info.channels !== 4) return pixels;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return pixels;
  return open(pixels).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

async function encodeWebp(pixels: Pixels, width: number, effort: ImageEffort): Promise<Buffer> {
  return open(pixels).resize({ width }).webp({ quality: 78, effort: effort.webp }).toBuffer();
}

async function thumbhash(pixels: Pixels): Promise<string> {
  const { data, info } = await open(pixels)
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

function open({ data, info }: Pixels): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}
