/**
 * Encrypts texts for storage, with a key derived from the installation's secret. If `AUTH_SECRET` is set, a copy of the
 * database is not sufficient to decrypt them; otherwise that secret is in the database, too.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface Seal {
  /** @param owner of the text: moved to the row of another owner, it cannot be opened */
  readonly seal: (owner: string, text: string) => string;
  /** The text; null if it was sealed with another secret, or for another owner. */
  readonly open: (owner: string, sealed: string) => string | null;
}

/** Bytes of a nonce and of a tag of AES-256-GCM. */
const nonceBytes = 12;
const tagBytes = 16;

/** @param use what the seal is for: each use has its own key */
export function createSeal(secret: string, use: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `ringback ${use}`, 32));
  return {
    seal: (owner, text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url');
    },
    open: (owner, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // Another secret, another owner or damaged data: the content cannot be read.
        return null;
      }
    },
  };
}
