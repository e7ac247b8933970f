/** The hand-over code: six random digits, stored by a keyed hash for comparing and encrypted for its buyer to see. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

export interface HandOverCodes {
  /** A new code for an order, as it is stored. */
  make(orderId: string): { readonly codeHash: string; readonly codeSealed: string };
  /** Whether these digits are the code that was stored. */
  matches(orderId: string, digits: string, codeHash: string): boolean;
  /** The digits; null where they were encrypted with another secret. */
  open(orderId: string, codeSealed: string): string | null;
}

/** Bytes of a nonce and of a tag of AES-256-GCM. */
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Codes of an installation. Six digits are quickly guessed by whoever has an unkeyed hash of them, hence keys that are
 * derived from the installation's secret and are not in the database. An order's id is part of both, so that a code
 * cannot be moved to another order.
 */
export function createHandOverCodes(secret: string): HandOverCodes {
  const keyFor = (use: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `ringback hand-over ${use}`, 32));
  const hashKey = keyFor('hash');
  const sealKey = keyFor('seal');
  const hash = (orderId: string, digits: string) =>
    createHmac('sha256', hashKey).update(`${orderId}:${digits}`).digest();

  const seal = (orderId: string, digits: string): string => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(orderId));
    const text = Buffer.concat([cipher.update(digits, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
  };

  return {
    make: (orderId) => {
      const digits = String(randomInt(1_000_000)).padStart(6, '0');
      return { codeHash: hash(orderId, digits).toString('base64url'), codeSealed: seal(orderId, digits) };
    },
    matches: (orderId, digits, codeHash) => {
      const stored = Buffer.from(codeHash, 'base64url');
      const entered = hash(orderId, digits);
      return stored.length === entered.length && timingSafeEqual(stored, entered);
    },
    open: (orderId, codeSealed) => {
      const bytes = Buffer.from(codeSealed, 'base64url');
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce)
        .setAAD(Buffer.from(orderId))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // The secret was changed: the buyer gets a new code.
        return null;
      }
    },
  };
}
