/** The forms in which an answer is kept, and which of them a reader takes. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

export type Encoded = Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };

/** Below it a compressed answer needs as many packets on the wire as the plain one. */
const leastBytes = 1_000;

/** From there on more effort hardly pays; each entry is compressed once. */
const brotliQuality = 5;
const gzipLevel = 6;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses a body in every form, off the main thread. */
export async function encodeAll(body: Buffer): Promise<Encoded> {
  if (body.length < leastBytes) return { identity: body };
  const [br, gz] = await Promise.all([compress.br(body), compress.gzip(body)]);
  return { identity: body, br, gzip: gz };
}

/** One form of a body, for an answer that is sent only once. */
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

/**
 * The form that an `Accept-Encoding` asks for: the one of the highest weight, of equal ones the smallest
 * (RFC 9110 section 12.5.3). Who refuses every form gets the plain one all the same.
 */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined || accepted === '') return 'identity';
  const weights = new Map(accepted.split(',').map(readPart));
  // What is not named and not covered by the star is refused, but for the plain form, which is always possible.
  const weightOf = (encoding: Encoding): number =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.001 : 0);
  const [best = 'identity'] = encodings.toSorted((one, other) => weightOf(other) - weightOf(one));
  return weightOf(best) > 0 ? best : 'identity';
}

function readPart(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const quality = parameters.find((text) => text.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return [name === 'x-gzip' ? 'gzip' : name, Number.isFinite(weight) ? weight : 0];
}
