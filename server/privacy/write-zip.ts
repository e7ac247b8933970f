/**
 * Writes a ZIP file in parts, so that only one part and the file that is being added are in memory. The format is
 * PKWARE's APPNOTE.TXT; without the extensions for archives above 4 GB.
 */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** With `/` between folders, in ASCII. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** True for files that compression would not shrink, such as pictures. */
  readonly isPacked?: boolean;
}

export interface ZipOptions {
  readonly partBytes: number;
  /** The time of the archive, which every file in it gets. */
  readonly madeAt: Date;
  /** Stores the next part; they are numbered from 0. */
  readonly put: (part: number, bytes: Uint8Array) => Promise<void>;
}

/** The limit of the format without its extension for large archives. */
const maxBytes = 0xffff_ffff;
const maxEntries = 0xffff;

/**
 * @returns how many parts and bytes there are
 * @throws RangeError for more than 4 GB or 65,535 files
 */
export async function writeZip(
  entries: AsyncIterable<ZipEntry>,
  { partBytes, madeAt, put }: ZipOptions,
): Promise<{ parts: number; bytes: number }> {
  const directory: Buffer[] = [];
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let parts = 0;
  let bytes = 0;
  const add = (...chunks: readonly Uint8Array[]): void => {
    waiting.push(...chunks);
    for (const { length } of chunks) waitingBytes += length;
    if (bytes + waitingBytes > maxBytes) throw new RangeError('an archive has at most 4 GB');
  };
  const flush = async (): Promise<void> => {
    await put(parts, Buffer.concat(waiting));
    parts += 1;
    bytes += waitingBytes;
    waiting = [];
    waitingBytes = 0;
  };
  for await (const entry of entries) {
    if (directory.length === maxEntries) throw new RangeError(`an archive has at most ${maxEntries} files`);
    const name = Buffer.from(entry.name, 'ascii');
    const content = entry.isPacked === true ? entry.bytes : deflateRawSync(entry.bytes);
    const described = describe(entry, { nameBytes: name.length, contentBytes: content.length, madeAt });
    directory.push(Buffer.concat([directoryHeader(described, bytes + waitingBytes), name]));
    add(localHeader(described), name, content);
    if (waitingBytes >= partBytes) await flush();
  }
  const start = bytes + waitingBytes;
  const listed = Buffer.concat(directory);
  add(listed, end(directory.length, listed.length, start));
  await flush();
  return { parts, bytes };
}

/** The fields that both headers of a file share, from "version needed" to "extra field length". */
function describe(
  { bytes, isPacked = false }: ZipEntry,
  { nameBytes, contentBytes, madeAt }: { nameBytes: number; contentBytes: number; madeAt: Date },
): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(isPacked ? 0 : 8, 4);
  fields.writeUInt16LE(
    (madeAt.getUTCHours() << 11) | (madeAt.getUTCMinutes() << 5) | (madeAt.getUTCSeconds() >> 1),
    6,
  );
  fields.writeUInt16LE(
    ((madeAt.getUTCFullYear() - 1980) << 9) | ((madeAt.getUTCMonth() + 1) << 5) | madeAt.getUTCDate(),
    8,
  );
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(contentBytes, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameBytes, 22);
  return fields;
}

const localHeader = (described: Buffer): Buffer => Buffer.concat([signature(0x0403_4b50), described]);

/** @param start the offset of the file's local header in the archive */
function directoryHeader(described: Buffer, start: number): Buffer {
  const made = Buffer.alloc(2);
  made.writeUInt16LE(20);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(start, 10);
  return Buffer.concat([signature(0x0201_4b50), made, described, rest]);
}

function end(entries: number, directoryBytes: number, start: number): Buffer {
  const fields = Buffer.alloc(18);
  fields.writeUInt16LE(entries, 4);
  fields.writeUInt16LE(entries, 6);
  fields.writeUInt32LE(directoryBytes, 8);
  fields.writeUInt32LE(start, 12);
  return Buffer.concat([signature(0x0605_4b50), fields]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
