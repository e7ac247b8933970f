/** Time-based codes (RFC 6238) as every authenticator app makes them: SHA-1, six digits, thirty seconds. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
/** RFC 4226 recommends a secret of 160 bits. */
const secretBits = 160;

/** A new secret in Base32, the format of the apps. */
export const createTotpSecret = (): string => Array.from(randomBytes(secretBits / 5), letterOf).join('');

/** Each letter of Base32 (RFC 4648) has five bits; the lowest five of a random byte are used. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const letterOf = (byte: number): string => alphabet.charAt(byte % alphabet.length);

/** The URI that apps read from a QR code. */
export function totpUri(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: 'Ringback' });
  return `otpauth://totp/${encodeURIComponent('Ringback')}:${encodeURIComponent(email)}?${query.toString()}`;
}

/**
 * The time step of a code: the current one, or one before or after for clocks that are slightly wrong (RFC 6238,
 * section 5.2).
 *
 * @returns undefined if the code belongs to none of them
 */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const key = keyOf(secret);
  const current = Math.floor(now.getTime() / stepMs);
  let found: number | undefined;
  // All are computed and compared, so that the duration reveals nothing.
  for (const step of [current - 1, current, current + 1]) if (isSame(codeOf(key, step), code)) found = step;
  return found;
}

/** The bytes of a secret in Base32. */
function keyOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** HOTP (RFC 4226, section 5.3): four bytes of the MAC, at an offset given by its last byte. */
function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const place = (mac.at(-1) ?? 0) % 16;
  return String((mac.readUInt32BE(place) % 2 ** 31) % 10 ** digits).padStart(digits, '0');
}

function isSame(made: string, entered: string): boolean {
  const [a, b] = [Buffer.from(made), Buffer.from(entered)];
  return a.length === b.length && timingSafeEqual(a, b);
}
