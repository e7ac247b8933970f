import { QrGrid } from './qr-grid.ts';

/**
 * Short texts as QR codes: ISO/IEC 18004, bytes, error correction level M, versions 1 to 9. That is what an address
 * needs; everything else of the standard is left out.
 */

/** What each version holds: all codewords, those for error correction in a block, blocks, and places of alignment. */
const versions = [
  { codewords: 26, correction: 10, blocks: 1, alignment: [] },
  { codewords: 44, correction: 16, blocks: 1, alignment: [6, 18] },
  { codewords: 70, correction: 26, blocks: 1, alignment: [6, 22] },
  { codewords: 100, correction: 18, blocks: 2, alignment: [6, 26] },
  { codewords: 134, correction: 24, blocks: 2, alignment: [6, 30] },
  { codewords: 172, correction: 16, blocks: 4, alignment: [6, 34] },
  { codewords: 196, correction: 18, blocks: 4, alignment: [6, 22, 38] },
  { codewords: 242, correction: 22, blocks: 4, alignment: [6, 24, 42] },
  { codewords: 292, correction: 22, blocks: 5, alignment: [6, 26, 46] },
] as const;
type Version = (typeof versions)[number];

const dataOf = ({ codewords, correction, blocks }: Version): number => codewords - correction * blocks;

/**
 * The squares of a QR code, row by row, true for dark, without the margin.
 *
 * @returns undefined for a text of more than 180 bytes
 */
export function encodeQr(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = new TextEncoder().encode(text);
  // Four bits say that bytes follow, eight how many.
  const place = versions.findIndex((each) => bytes.length + 2 <= dataOf(each));
  const version = versions[place];
  if (version === undefined) return undefined;
  const grid = new QrGrid(place + 1, version.alignment);
  grid.draw(withCorrection(dataCodewords(bytes, dataOf(version)), version));
  return grid.dark;
}

/** "Bytes", how many, the bytes, four bits for the end, and the standard's filling. */
function dataCodewords(bytes: Uint8Array, length: number): number[] {
  const bits = [
    binary(0b0100, 4),
    binary(bytes.length, 8),
    ...[...bytes].map((byte) => binary(byte, 8)),
    '0000',
  ];
  const data = (bits.join('').match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2));
  for (let filling = 0xec; data.length < length; filling ^= 0xec ^ 0x11) data.push(filling);
  return data;
}

const binary = (value: number, length: number): string => value.toString(2).padStart(length, '0');

/** Cuts the data into blocks, each with its own correction, and deals out one codeword of each block after the other. */
function withCorrection(data: readonly number[], { blocks, correction }: Version): number[] {
  const short = Math.floor(data.length / blocks);
  const longBlocks = data.length % blocks;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const isLong = block >= blocks - longBlocks;
    const start = block * short + Math.max(0, block - (blocks - longBlocks));
    return data.slice(start, start + short + (isLong ? 1 : 0));
  });
  const corrections = parts.map((part) => remainderOf(part, correction));
  return [...dealOut(parts, short + 1), ...dealOut(corrections, correction)];
}

const dealOut = (parts: readonly (readonly number[])[], length: number): number[] =>
  Array.from({ length }, (_, place) => parts.flatMap((part) => part[place] ?? [])).flat();

/** The remainder of a polynomial over GF(256), by the generator of this degree. */
function remainderOf(data: readonly number[], degree: number): number[] {
  let generator = [1];
  for (let root = 1, power = 0; power < degree; power += 1, root = multiply(root, 2)) {
    generator = [...generator, 0].map((factor, at) => factor ^ multiply(generator[at - 1] ?? 0, root));
  }
  const rest = [...data, ...Array.from({ length: degree }, () => 0)];
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at] ?? 0;
    for (const [step, factor] of generator.entries())
      rest[at + step] = (rest[at + step] ?? 0) ^ multiply(factor, lead);
  }
  return rest.slice(data.length);
}

/** In GF(256) by the standard's polynomial. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  }
  return product;
}
