/** Second factors in the database: an app's secret is encrypted, recovery codes are hashed like passwords. */
import { createHash, createHmac, hkdfSync, randomInt } from 'node:crypto';

import { and, count, eq, exists, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';

import { recoveryCodeCount, type SecondFactorWay } from '#contract/auth-factors.ts';
import { passkeys, recoveryCodes, totpFactors } from '#db/tables/auth.ts';
import { users } from '#db/tables/users.ts';
import { hashWithSalt } from './hash-password.ts';
import { removePasskeysSince } from './store-passkeys.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { createSeal } from '#server/platform/seal.ts';

/** The operations on second factors that need the installation's secret. */
export interface FactorSecrets {
  sealTotp(userId: string, secret: string): string;
  openTotp(userId: string, sealed: string): string | null;
  hashRecoveryCode(userId: string, code: string): Promise<string>;
}

export function createFactorSecrets(secret: string): FactorSecrets {
  const { seal, open } = createSeal(secret, 'totp');
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'ringback recovery codes', 32));
  return {
    sealTotp: seal,
    openTotp: open,
    // Keyed, and slow as well: if a copy of the database contains the key, all values of 50 bits could be tried.
    hashRecoveryCode: (userId, code) =>
      hashWithSalt(
        createHmac('sha256', hashKey)
          .update(`${userId}:${plainCode(code)}`)
          .digest(),
        createHash('sha256').update(userId).digest().subarray(0, 16),
      ),
  };
}

/** The code in one form: without the dash, in lower case. */
const plainCode = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** No letters and digits that look alike. */
const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 10;

/** A code of about 50 random bits, in two groups. */
function createRecoveryCode(): string {
  const letters = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]);
  return `${letters.slice(0, codeLength / 2).join('')}-${letters.slice(codeLength / 2).join('')}`;
}

/** The sealed secret of a person's app; undefined if none is set up or it was never confirmed. */
export async function findTotp(db: Executor, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ secretSealed: totpFactors.secretSealed })
    .from(totpFactors)
    .where(isTotpOf(userId));
  return row?.secretSealed;
}

/**
 * Whether a sign-in to an account has a second step: it has an app, or it is an admin's with a passkey, which a
 * password alone must not bypass.
 */
export async function needsSecondFactor(db: Executor, userId: string): Promise<boolean> {
  const hasTotp = db.select().from(totpFactors).where(isTotpOf(userId));
  const hasPasskey = db.select().from(passkeys).where(eq(passkeys.userId, userId));
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), or(exists(hasTotp), and(eq(users.role, 'admin'), exists(hasPasskey)))));
  return row !== undefined;
}

/** The possible second factors for a sign-in of this person. */
export async function listFactorWays(db: Executor, userId: string): Promise<SecondFactorWay[]> {
  const [passkey] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1);
  return [
    ...((await findTotp(db, userId)) === undefined ? [] : ['code' as const]),
    ...(passkey === undefined ? [] : ['passkey' as const]),
  ];
}

const isTotpOf = (userId: string) => and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt));

/** The sealed secret that waits to be confirmed. */
export async function findUnconfirmedTotp(db: Executor, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ secretSealed: totpFactors.secretSealed })
    .from(totpFactors)
    .where(and(eq(totpFactors.userId, userId), isNull(totpFactors.confirmedAt)));
  return row?.secretSealed;
}

/** Stores a secret that has to be confirmed; it replaces an unconfirmed one. @returns false if an app is on already */
export async function insertTotp(
  db: Executor,
  userId: string,
  secretSealed: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .insert(totpFactors)
    .values({ userId, secretSealed, createdAt: now })
    .onConflictDoUpdate({
      target: totpFactors.userId,
      set: { secretSealed, createdAt: now },
      setWhere: isNull(totpFactors.confirmedAt),
    });
  return rowCount === 1;
}

/** Turns the app on. @returns false if it was on already, or another secret has replaced this one */
export async function confirmTotp(
  tx: Transaction,
  userId: string,
  secretSealed: string,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(totpFactors)
    .set({ confirmedAt: now, lastStep: step })
    .where(
      and(
        eq(totpFactors.userId, userId),
        eq(totpFactors.secretSealed, secretSealed),
        isNull(totpFactors.confirmedAt),
      ),
    );
  return rowCount === 1;
}

/** Uses up a time step: its codes, and earlier ones, are not accepted again. @returns false if it was used already */
export async function takeTotpStep(db: Executor, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await db
    .update(totpFactors)
    .set({ lastStep: step })
    .where(
      and(eq(totpFactors.userId, userId), or(isNull(totpFactors.lastStep), lt(totpFactors.lastStep, step))),
    );
  return rowCount === 1;
}

/** Turns the app off and deletes its recovery codes. @returns false if none was on */
export async function removeTotp(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(totpFactors).where(isTotpOf(userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return rowCount === 1;
}

export interface NewRecoveryCodes {
  /** Shown once, and stored nowhere. */
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

/** Creates new recovery codes. As slow as hashing that many passwords, so it must not run within a transaction. */
export async function createRecoveryCodes(secrets: FactorSecrets, userId: string): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
  const hashes = await Promise.all(codes.map((code) => secrets.hashRecoveryCode(userId, code)));
  return { codes, hashes };
}

/** Replaces the recovery codes. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  { hashes }: NewRecoveryCodes,
  now: Date,
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(hashes.map((codeHash) => ({ id: newId(now), userId, codeHash, createdAt: now })));
}

/** Uses up a recovery code. @returns whether it belongs to this person and was unused */
export async function takeRecoveryCode(
  db: Executor,
  userId: string,
  codeHash: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    );
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Executor, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.count ?? 0;
}

/** Removes the factors and recovery codes that were made since a moment, because somebody else did so. */
export async function removeFactorsSince(tx: Transaction, userId: string, since: Date): Promise<void> {
  const [removed] = await tx
    .delete(totpFactors)
    .where(
      and(
        eq(totpFactors.userId, userId),
        gte(sql`coalesce(${totpFactors.confirmedAt}, ${totpFactors.createdAt})`, since.toISOString()),
      ),
    )
    .returning({ userId: totpFactors.userId });
  const madeSince = removed === undefined ? gte(recoveryCodes.createdAt, since) : undefined;
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), madeSince));
  await removePasskeysSince(tx, userId, since);
}
