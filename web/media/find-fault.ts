/** What is wrong with a file that should be a picture, judged by its bytes. */
export type Fault = 'media.heic' | 'media.unsupported-type' | 'media.not-a-picture' | 'media.broken';

/** Undefined if nothing is wrong: a complete JPEG, or the beginning of a PNG, WebP or AVIF. */
export function findFault(bytes: Uint8Array): Fault | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (/^.{4}ftyp(?:hei|hev|mif|msf)/s.test(head)) return 'media.heic';
  if (/^(?:GIF8|BM|II\*|MM\0)/.test(head)) return 'media.unsupported-type';
  if (head.startsWith('\u00FF\u00D8\u00FF')) return endsAsJpeg(bytes) ? undefined : 'media.broken';
  return /^(?:\u0089PNG|RIFF.{4}WEBP|.{4}ftyp)/s.test(head) ? undefined : 'media.not-a-picture';
}

/** Browsers show a truncated JPEG, but the server refuses it: the image data must be followed by an end marker. */
function endsAsJpeg(bytes: Uint8Array): boolean {
  const startOfScan = 0xda;
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== startOfScan)
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  for (at = bytes.indexOf(0xff, at); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return true;
  return false;
}
