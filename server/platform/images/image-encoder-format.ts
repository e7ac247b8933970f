import { ImageRefused } from './image-encoder-refusal.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif';

/**
 * Recognises the format of a file by its first bytes, not by its name or declared type, which the sender chooses.
 * Throws `ImageRefused`: `empty`, `heic`, `unsupported` (another image format), `not-an-image`.
 */
export function recogniseImageFormat(input: Uint8Array): ImageFormat {
  if (input.length === 0) throw new ImageRefused('empty');
  const magic = Buffer.from(input.subarray(0, 40)).toString('hex');
  const accepted = acceptedFormats.find(([, pattern]) => pattern.test(magic));
  if (accepted) return accepted[0];
  if (heic.test(magic)) throw new ImageRefused('heic');
  if (otherImage.test(magic) || isSvg(input)) throw new ImageRefused('unsupported');
  throw new ImageRefused('not-an-image');
}

// First bytes in hexadecimal digits; `.{8}` are four arbitrary bytes.
const acceptedFormats: readonly (readonly [ImageFormat, RegExp])[] = [
  ['jpeg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['webp', /^52494646.{8}57454250/],
  // `ftypavif`, `ftypavis`, or a general brand with one of them among the compatible brands.
  ['avif', /^.{8}66747970(?:6176(?:6966|6973)|6d(?:696631|736631).{8}(?:.{8}){0,4}6176(?:6966|6973))/],
];

/** `ftyp` with `heic`, `heix`, `hevc` … or with a general brand that none of the above matched. */
const heic = /^.{8}66747970(?:6865(?:69|76)(?:63|6d|73|78)|6d(?:696631|736631))/;

const otherImage = new RegExp(
  [
    '^47494638', // GIF
    '^424d.{8}00000000', // BMP
    '^49492a00|^4d4d002a|^49492b00|^4d4d002b', // TIFF and most cameras' raw files
    '^ff0a|^0000000c4a584c20', // JPEG XL
    '^0000000c6a502020', // JPEG 2000
    '^00000[12]00', // icons and cursors
    '^38425053', // Photoshop
    '^25504446', // PDF
  ].join('|'),
);

/** The root element of an SVG may follow an XML declaration, comments and a doctype. */
function isSvg(input: Uint8Array): boolean {
  return /<svg[\s>]/i.test(Buffer.from(input.subarray(0, 4096)).toString('latin1'));
}
