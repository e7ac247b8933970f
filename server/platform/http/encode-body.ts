/** Compresses bodies, and chooses the encoding that a client prefers. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import Negotiator from 'negotiator';

/** In order of preference, used if a client gives several the same weight: the smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

export type Encoded = Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };

/** Compressing a shorter answer does not reduce the number of packets. */
const leastBytes = 1_000;

/** Higher levels take longer and save little. */
const brotliQuality = 5;
const gzipLevel = 6;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses a body with every encoding, off the main thread. A short one stays as it is. */
export async function encodeAll(body: Buffer): Promise<Encoded> {
  if (body.length < leastBytes) return { identity: body };
  const [br, gz] = await Promise.all([compress.br(body), compress.gzip(body)]);
  return { identity: body, br, gzip: gz };
}

/** Compresses a body for one request, for an answer that is sent only once. */
export async function encodeFor(accepted: string | undefined, body: Buffer): Promise<[Encoding, Buffer]> {
  const encoding = body.length < leastBytes ? 'identity' : chooseEncoding(accepted);
  return encoding === 'identity' ? [encoding, body] : [encoding, await compress[encoding](body)];
}

const compress = {
  br: (body: Buffer): Promise<Buffer> =>
    toBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer): Promise<Buffer> => toGzip(body, { level: gzipLevel }),
};

/** The published types do not have the option `preferred` of version 1 yet. */
interface Negotiation {
  encoding(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined;
}

/**
 * The encoding that an `Accept-Encoding` prefers (RFC 9110 section 12.5.3). A client that refuses all of them gets the
 * uncompressed body.
 */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const negotiation: Negotiation = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const best = negotiation.encoding(encodings, { preferred: encodings });
  return encodings.find((encoding) => encoding === best) ?? 'identity';
}
