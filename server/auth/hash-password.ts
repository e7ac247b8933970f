import { hash } from '@node-rs/argon2';

/** OWASP's first recommendation for argon2id, which is the library's algorithm: 19 MiB, two passes, one lane. */
const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password for storing. */
export const hashPassword = (password: string): Promise<string> => hash(password, passwordCost);

/**
 * The hash of a secret for use in queries: the same input always has the same hash.
 *
 * @param salt 16 bytes, not used for other secrets
 */
export const hashWithSalt = (secret: Buffer, salt: Buffer): Promise<string> =>
  hash(secret, { ...passwordCost, salt });
