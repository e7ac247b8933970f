/** The hand-over code: six random digits, stored by a keyed hash for comparing and encrypted for its buyer to see. */
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';

import { createSeal } from '#server/platform/seal.ts';

export interface HandOverCodes {
  /** A new code for an order, as it is stored. */
  make(orderId: string): { readonly codeHash: string; readonly codeSealed: string };
  /** Whether these digits are the code that was stored. */
  matches(orderId: string, digits: string, codeHash: string): boolean;
  /** The digits; null if they were encrypted with another secret. */
  open(orderId: string, codeSealed: string): string | null;
}

/**
 * Codes of an installation. An unkeyed hash of six digits could be reversed quickly, so the keys are derived from the
 * installation's secret (`AUTH_SECRET`). An order's id is part of both, so that a code cannot be moved to another
 * order.
 */
export function createHandOverCodes(secret: string): HandOverCodes {
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'ringback hand-over hash', 32));
  const codes = createSeal(secret, 'hand-over seal');
  const hash = (orderId: string, digits: string) =>
    createHmac('sha256', hashKey).update(`${orderId}:${digits}`).digest();

  return {
    make: (orderId) => {
      const digits = String(randomInt(1_000_000)).padStart(6, '0');
      return {
        codeHash: hash(orderId, digits).toString('base64url'),
        codeSealed: codes.seal(orderId, digits),
      };
    },
    matches: (orderId, digits, codeHash) => {
      const stored = Buffer.from(codeHash, 'base64url');
      const entered = hash(orderId, digits);
      return stored.length === entered.length && timingSafeEqual(stored, entered);
    },
    // If the secret has changed, the buyer gets a new code.
    open: codes.open,
  };
}
