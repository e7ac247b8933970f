import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a ZIP archive by name, read by its directory as programs do. @throws Error if one is damaged */
export function readZip(bytes: Uint8Array): Record<string, Buffer> {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf('PK\u0005\u0006');
  const files: Record<string, Buffer> = {};
  let place = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameBytes = zip.readUInt16LE(place + 28);
    const name = zip.toString('ascii', place + 46, place + 46 + nameBytes);
    const start = zip.readUInt32LE(place + 42);
    const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const packed = zip.subarray(content, content + zip.readUInt32LE(place + 20));
    const file = zip.readUInt16LE(place + 10) === 8 ? inflateRawSync(packed) : packed;
    if (crc32(file) !== zip.readUInt32LE(place + 16)) throw new Error(`${name} is damaged`);
    files[name] = file;
    place += 46 + nameBytes + zip.readUInt16LE(place + 30) + zip.readUInt16LE(place + 32);
  }
  return files;
}
