/** Bank details, encrypted until they are exported: the database alone reveals no account number. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { BankDetails } from '#contract/payouts-bank.ts';

export interface BankSeal {
  /** The encrypted details, and the characters of the number that pages show. */
  close(sellerId: string, details: BankDetails): { readonly sealed: string; readonly ending: string };
  /** The details; null if they were encrypted with another secret. */
  open(sellerId: string, sealed: string): BankDetails | null;
}

/** The lengths of nonce and tag of AES-256-GCM, in bytes. */
const nonceBytes = 12;
const tagBytes = 16;

/** How many characters of a number pages show. */
const shownCharacters = 4;

/**
 * Encrypts with a key derived from the installation's secret. The seller's id is authenticated, so details cannot be
 * moved to another seller.
 */
export function createBankSeal(secret: string): BankSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ringback bank details', 32));
  return {
    close: (sellerId, details) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(sellerId));
      const text = Buffer.concat([cipher.update(JSON.stringify(details), 'utf8'), cipher.final()]);
      return {
        sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url'),
        ending: details.account.slice(-shownCharacters),
      };
    },
    open: (sellerId, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
          .setAAD(Buffer.from(sellerId))
          .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
        return BankDetails.parse(JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8')));
      } catch {
        // The secret was changed: the seller has to enter them again.
        return null;
      }
    },
  };
}
