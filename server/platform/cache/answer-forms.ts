/** Prepares an answer to be sent from memory: its headers, and its body in every encoding. */
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';

import { type Encoded, encodeAll, type Encoding } from '#server/platform/http/encode-body.ts';

/** The application's answer, as it was made. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** An answer in one encoding. Names and values of headers alternate in a list, which Node writes fastest. */
interface Form {
  readonly headers: string[];
  /** The headers of a 304. */
  readonly unchangedHeaders: string[];
  readonly etag: string;
  /** Undefined if it has to be decompressed from gzip. */
  readonly body: Buffer | undefined;
}

export interface PreparedAnswer {
  readonly status: number;
  readonly forms: Readonly<Partial<Record<Encoding, Form>>> & { readonly identity: Form };
  /** About how much memory it needs. */
  readonly bytes: number;
}

export interface AnswerPolicy {
  readonly cacheControl: string;
  readonly vary: string;
}

/** Longer bodies are stored compressed only: browsers never request them uncompressed, and they would take three quarters of the memory. */
const maxPlainBytes = 32_000;

/** Headers of the connection, and those that each form sets itself. */
const notStored = /^(?:connection|keep-alive|transfer-encoding|date|content-length|content-encoding)$/;

/** Headers of a single request, and those that an answer for everybody sets itself. */
const notShared = /^(?:cache-control|vary|etag|x-request-id|x-ratelimit-.*)$/;

/**
 * Compresses an answer and assembles its headers.
 *
 * @param policy of an answer that may be cached; without one its headers stay as they are, and it gets no ETag
 */
export async function prepareAnswer(
  { status, headers, body }: RawAnswer,
  policy: AnswerPolicy | undefined,
): Promise<PreparedAnswer> {
  const storedHeaders = flatten(headers, policy !== undefined);
  const digest = createHash('sha256')
    .update(storedHeaders.join('\n'))
    .update(body)
    .digest('base64url')
    .slice(0, 22);
  const encoded = await encodeAll(body);
  const isCompressedOnly = encoded.gzip !== undefined && body.length > maxPlainBytes;
  const formOf = (encoding: Encoding, bytes: Buffer): Form => {
    const etag = `"${digest}-${encoding}"`;
    const shared =
      policy !== undefined ? ['Cache-Control', policy.cacheControl, 'ETag', etag, 'Vary', policy.vary] : [];
    const encodingHeaders = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    const lengthHeaders = ['Content-Length', String(bytes.length)];
    return {
      headers: [...storedHeaders, ...shared, ...encodingHeaders, ...lengthHeaders],
      unchangedHeaders: shared,
      etag,
      body: encoding === 'identity' && isCompressedOnly ? undefined : inOwnMemory(bytes),
    };
  };
  const { identity, br, gzip } = encoded;
  return {
    status,
    forms: {
      identity: formOf('identity', identity),
      ...(br === undefined ? {} : { br: formOf('br', br) }),
      ...(gzip === undefined ? {} : { gzip: formOf('gzip', gzip) }),
    },
    bytes: sizeOf(encoded) - (isCompressedOnly ? body.length : 0) + 3 * storedHeaders.join('').length,
  };
}

const sizeOf = ({ identity, br, gzip }: Encoded): number =>
  identity.length + (br?.length ?? 0) + (gzip?.length ?? 0);

/** Node allocates small buffers in pools of 64 KB, which stay in memory as long as any buffer in them does. */
function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

function flatten(headers: RawAnswer['headers'], isShared: boolean): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || notStored.test(name) || (isShared && notShared.test(name))) return [];
    return [value].flat().flatMap((one) => [name, String(one)]);
  });
}

/** Whether an `If-None-Match` names this ETag (RFC 9110 section 13.1.2: compared weakly). */
export const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch === '*' ||
  ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);

/** Decompresses gzip; recent results are cached. */
export type Decompress = (compressed: Buffer) => Buffer;

/** @param maxBytes how much is cached; the least recently used is evicted first, the latest always stays */
export function createDecompress(maxBytes: number): Decompress {
  const results = new Map<Buffer, Buffer>();
  let bytes = 0;
  const evict = (compressed: Buffer, plain: Buffer): void => {
    results.delete(compressed);
    bytes -= plain.length;
  };
  return (compressed) => {
    const cached = results.get(compressed);
    // Synchronously: it takes a third of a millisecond, less than handing it to a thread.
    const plain = cached ?? gunzipSync(compressed);
    if (cached !== undefined) evict(compressed, cached);
    results.set(compressed, plain);
    bytes += plain.length;
    for (const [oldest, itsPlain] of results) {
      if (bytes <= maxBytes || oldest === compressed) break;
      evict(oldest, itsPlain);
    }
    return plain;
  };
}
