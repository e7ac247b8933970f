// The part that both encodings share: people's pictures, in a child process, and our own drawings.
import sharp, { type Sharp } from 'sharp';

/** The widths to make and what to refuse; plain data, because it is sent to the child process. */
export interface ImageRules {
  maxBytes: number;
  maxPixels: number;
  /** Of either side, in pixels. */
  maxSide: number;
  /** The greatest ratio of the longer side to the shorter one. */
  maxAspect: number;
  /** The most scans of a progressive JPEG. */
  maxScans: number;
  /** Ascending. The largest limits the picture's width, `maxHeight` its height (WebP ends at 16,383). */
  widths: readonly number[];
  maxHeight: number;
  /**
   * The most bytes of the smallest width, because lists show many of them. Its quality is lowered for that, down to a
   * minimum.
   */
  smallestBytes: number;
}

/** One size of a picture. */
export interface Rendition {
  width: number;
  bytes: Uint8Array;
}

export interface EncodedImage {
  /** Of the largest rendition, which the JPEG also has. */
  width: number;
  height: number;
  /** A CSS background in the picture's colours, for the time until it is loaded; about 50 characters. */
  preview: string;
  /** The shorter side of the picture as it was uploaded, in pixels. */
  shortSide: number;
  /** WebP, ascending by width; a source is never enlarged, and there is always at least one. */
  renditions: Rendition[];
  /** JPEG in the largest width, with white behind transparent pixels. */
  fallback: Uint8Array;
}

/** The effort of the encoders. */
export interface ImageEffort {
  webp: number;
  mozjpeg: boolean;
}

export type ImageSize = Pick<ImageRules, 'widths' | 'maxHeight' | 'smallestBytes'>;

/**
 * Renders an opened picture: upright by its EXIF tag, in sRGB, without metadata (everything is encoded
 * from bare pixels), in every width of the rules that its own size allows. Throws sharp's errors.
 */
export async function renderImage(
  source: Sharp,
  size: ImageSize,
  effort: ImageEffort,
): Promise<EncodedImage> {
  const original = await source.metadata();
  const pixels = await withoutUnusedAlpha(await decodePixels(source, size));
  const { width, height } = pixels.info;
  const widths = [...size.widths.filter((each) => each < width), width];
  const renditions: Rendition[] = [];
  let narrowest = pixels;
  // From wide to narrow, so that `narrowest` is the last one. Doing this in parallel gains nothing: libvips has one
  // thread.
  for (const each of widths.toReversed()) {
    const maxBytes = each <= (size.widths[0] ?? 0) ? size.smallestBytes : Infinity;
    narrowest = await narrow(pixels, each);
    renditions.unshift({ width: each, bytes: await encodeWebp(narrowest, effort.webp, maxBytes) });
  }
  const fallback = await open(pixels)
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, mozjpeg: effort.mozjpeg })
    .toBuffer();
  const preview = await renderPreview(narrowest);
  const shortSide = Math.min(original.width, original.height);
  return { width, height, preview, shortSide, renditions, fallback };
}

/** Renders what {@link renderImage} made, opened again, as AVIF in these widths. Throws sharp's errors. */
export async function renderAvif(source: Sharp, widths: readonly number[]): Promise<Rendition[]> {
  const decoded = await source.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const pixels = await withoutUnusedAlpha(decoded);
  const renditions: Rendition[] = [];
  for (const width of widths) {
    // About 0.6 of the WebP's bytes; effort 4 takes five times as long without a visible difference.
    const bytes = await open(pixels).resize({ width }).avif({ quality: 50, effort: 3 }).toBuffer();
    renditions.push({ width, bytes });
  }
  return renditions;
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

/** Removes an alpha channel without any transparency: it would take a third of the time of all following steps. */
async function withoutUnusedAlpha(pixels: Pixels): Promise<Pixels> {
  const { data, info } = pixels;
  if (info.channels !== 4) return pixels;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return pixels;
  return open(pixels).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** The first of these that fits the budget; a picture that never fits (grass, gravel) gets the lowest quality. */
const webpQualities = [78, 68, 58, 48] as const;

async function encodeWebp(pixels: Pixels, effort: number, maxBytes: number): Promise<Buffer> {
  const encode = (quality: number) => open(pixels).webp({ quality, effort }).toBuffer();
  let bytes = await encode(webpQualities[0]);
  for (const quality of webpQualities.slice(1)) {
    if (bytes.length <= maxBytes) break;
    bytes = await encode(quality);
  }
  return bytes;
}

async function narrow(pixels: Pixels, width: number): Promise<Pixels> {
  if (width === pixels.info.width) return pixels;
  return open(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true });
}

/** A gradient of the mean colours of four bands, from top to bottom. */
async function renderPreview(pixels: Pixels): Promise<string> {
  const { data, info } = await open(pixels)
    .flatten({ background: '#fff' })
    .resize({ width: 1, height: previewBands, fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const bands = Array.from({ length: previewBands }, (_, band) => {
    const colour = data.subarray(band * info.channels, (band + 1) * info.channels).toString('hex');
    return `#${info.channels < 3 ? colour.slice(0, 2).repeat(3) : colour.slice(0, 6)}`;
  });
  return `linear-gradient(${bands.join(',')})`;
}

const previewBands = 4;

function open({ data, info }: Pixels): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/**
 * Encodes an SVG drawing made by our own code, in this process and without its limits: the demo's phones and people.
 * **Never for anything a person sent.** Least effort: a first start draws more than a hundred, all of them opaque.
 * Several at once use all cores of a small machine.
 */
export async function encodeTrusted(svg: string, size: ImageSize): Promise<EncodedImage> {
  return renderImage(sharp(Buffer.from(svg)).removeAlpha(), size, { webp: 0, mozjpeg: false });
}
