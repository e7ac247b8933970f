/** Plain bodies of answers that are kept only in compressed forms, for the few readers who take no other. */
import { gunzipSync } from 'node:zlib';

/** Gives the plain form of what is in gzip, from memory where it was asked for lately. */
export type Unpack = (packed: Buffer) => Buffer;

/** @param maxBytes what was asked for longest ago goes first; the latest always stays */
export function createUnpack(maxBytes: number): Unpack {
  const known = new Map<Buffer, Buffer>();
  let bytes = 0;
  const forget = (packed: Buffer, plain: Buffer): void => {
    known.delete(packed);
    bytes -= plain.length;
  };
  return (packed) => {
    const remembered = known.get(packed);
    // At once: a thread of its own would be asked for longer than the work takes, a third of a millisecond.
    const plain = remembered ?? gunzipSync(packed);
    if (remembered !== undefined) forget(packed, remembered);
    known.set(packed, plain);
    bytes += plain.length;
    for (const [oldest, its] of known) {
      if (bytes <= maxBytes || oldest === packed) break;
      forget(oldest, its);
    }
    return plain;
  };
}
