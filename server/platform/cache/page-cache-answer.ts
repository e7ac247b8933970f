/** An answer as it is kept: every header and every form of its body ready to be written. */
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';

import { type Encoded, encodeAll, type Encoding } from './page-cache-encoding.ts';

/** What the application answered, before it is made ready. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** One form of an answer. Headers are names and values by turns, as Node writes them fastest. */
export interface Form {
  readonly headers: string[];
  /** Of the answer to who has this very form. */
  readonly unchangedHeaders: string[];
  readonly etag: string;
  /** Undefined where it is to be unpacked from the form in gzip. */
  readonly body: Buffer | undefined;
}

export interface ReadyAnswer {
  readonly status: number;
  readonly forms: Readonly<Partial<Record<Encoding, Form>>> & { readonly identity: Form };
  /** About how much memory it takes. */
  readonly bytes: number;
}

export interface AnswerPolicy {
  readonly cacheControl: string;
  readonly vary: string;
}

/**
 * From there on the plain form, which browsers never ask for, is not kept beside the compressed ones: it takes three
 * quarters of the room.
 */
const mostPlainBytes = 32_000;

/** The connection's own, and what is written anew for each form. */
const neverTaken = /^(?:connection|keep-alive|transfer-encoding|date|content-length|content-encoding)$/;

/** Of one request, or said anew for an answer that everybody gets. */
const notShared = /^(?:cache-control|vary|etag|x-request-id|x-ratelimit-.*)$/;

/**
 * Compresses and describes an answer.
 *
 * @param policy for what may be kept; without one it stays as it is, without a mark
 */
export async function readyAnswer(
  { status, headers, body }: RawAnswer,
  policy: AnswerPolicy | undefined,
): Promise<ReadyAnswer> {
  const lasting = flatten(headers, policy !== undefined);
  const mark = createHash('sha256').update(lasting.join('\n')).update(body).digest('base64url').slice(0, 22);
  const encoded = await encodeAll(body);
  const isPacked = encoded.gzip !== undefined && body.length > mostPlainBytes;
  const formOf = (encoding: Encoding, bytes: Buffer): Form => {
    const etag = `"${mark}-${encoding}"`;
    const shared =
      policy !== undefined ? ['Cache-Control', policy.cacheControl, 'ETag', etag, 'Vary', policy.vary] : [];
    const encodingHeaders = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    const lengthHeaders = ['Content-Length', String(bytes.length)];
    return {
      headers: [...lasting, ...shared, ...encodingHeaders, ...lengthHeaders],
      unchangedHeaders: shared,
      etag,
      body: encoding === 'identity' && isPacked ? undefined : inOwnMemory(bytes),
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
    bytes: sizeOf(encoded) - (isPacked ? body.length : 0) + 3 * lasting.join('').length,
  };
}

const sizeOf = ({ identity, br, gzip }: Encoded): number =>
  identity.length + (br?.length ?? 0) + (gzip?.length ?? 0);

/** Node cuts what is below 32 KB out of pieces of 64 KB, which are kept as long as anything in them is. */
function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

function flatten(headers: RawAnswer['headers'], isShared: boolean): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || neverTaken.test(name) || (isShared && notShared.test(name))) return [];
    return [value].flat().flatMap((one) => [name, String(one)]);
  });
}

/** Whether an `If-None-Match` names this form (RFC 9110 section 13.1.2: compared weakly). */
export const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch === '*' ||
  ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
