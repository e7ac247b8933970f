import sharp from 'sharp';
import { renderImage } from './image-encoder-render.ts';
import type { EncodedImage, ImageSize } from './image-encoder-render.ts';

/**
 * Encodes an SVG drawing made by our own code, in this process and without its limits: the demo's phones and people.
 * **Never for anything a person sent.** Least effort: a first start draws more than a hundred, all of them opaque.
 * Several at once use all cores of a small machine.
 */
export async function encodeTrusted(svg: string, size: ImageSize): Promise<EncodedImage> {
  return renderImage(sharp(Buffer.from(svg)).removeAlpha(), size, { webp: 0, mozjpeg: false });
}
