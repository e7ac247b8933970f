const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Markers that stand alone; behind all others is the length of their segment. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * The number of scans of a JPEG: one if it is baseline, about ten if it is progressive. Each is decoded over all
 * pixels, so a small file with many scans takes as long as many pictures.
 *
 * @param input a JPEG, complete or not; data after its end is not read
 */
export function countScans(input: Buffer): number {
  let scans = 0;
  // After the two bytes that begin every JPEG.
  let at = 2;
  while (at + 4 <= input.length) {
    const marker = input[at + 1] ?? 0;
    if (input[at] !== 0xff || marker === endOfImage) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    at += standsAlone(marker) ? 2 : 2 + input.readUInt16BE(at + 2);
    if (marker !== startOfScan) continue;
    scans += 1;
    at = endOfScan(input, at);
  }
  return scans;
}

/** The position of the next marker: within a scan, 0xFF is followed by zero or by one of eight restart marks. */
function endOfScan(input: Buffer, from: number): number {
  let at = input.indexOf(0xff, from);
  while (at !== -1) {
    const next = input[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at = input.indexOf(0xff, at + 2);
  }
  return input.length;
}
