/** Bank details, encrypted for whoever exports them: the database alone gives nobody an account number. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { BankDetails } from '#contract/payouts-bank.ts';

export interface BankSeal {
  /** The details as they are stored, and the characters that pages show of the number. */
  close(sellerId: string, details: BankDetails): { readonly sealed: string; readonly ending: string };
  /** The details; null where they were encrypted with another secret. */
  open(sellerId: string, sealed: string): BankDetails | null;
}

/** Bytes of a nonce and of a tag of AES-256-GCM. */
const nonceBytes = 12;
const tagBytes = 16;

/** How many characters of a number pages show. */
const shownCharacters = 4;

/** By a key that is derived from the installation's secret. A seller's id is part of it: details cannot be moved. */
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
