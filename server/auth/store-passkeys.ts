import { and, count, desc, eq, gte, lt } from 'drizzle-orm';

import { passkeys, usedChallenges } from '#db/tables/auth.ts';
import { users } from '#db/tables/users.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';

/** @throws the violation of the unique index of credentials, if it exists already */
export async function insertPasskey(tx: Transaction, row: typeof passkeys.$inferInsert): Promise<void> {
  await tx.insert(passkeys).values(row);
}

export const listPasskeys = async (db: Executor, userId: string) =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id));

export async function countPasskeys(db: Executor, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return row?.count ?? 0;
}

/** A passkey with its owner; undefined for an unknown one. */
export async function findCredential(db: Executor, credentialId: string) {
  const [row] = await db
    .select({
      id: passkeys.id,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
      userId: users.id,
      accessVersion: users.accessVersion,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row;
}

/** Records that a passkey was used. @returns false if it was removed meanwhile, or used concurrently */
export async function recordUse(
  tx: Transaction,
  { id, counter }: { readonly id: string; readonly counter: number },
  used: { readonly counter: number; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(passkeys)
    .set({ counter: used.counter, lastUsedAt: used.now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)));
  return rowCount === 1;
}

/** Uses up a challenge. @returns false if it was used before */
export async function takeChallenge(tx: Transaction, challenge: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await tx.insert(usedChallenges).values({ challenge, expiresAt }).onConflictDoNothing();
  return rowCount === 1;
}

/** Removes challenges that have expired. */
export async function sweepChallenges(db: Executor, now: Date): Promise<void> {
  await db.delete(usedChallenges).where(lt(usedChallenges.expiresAt, now));
}

export async function findPasskeyOwner(db: Executor, id: string): Promise<string | undefined> {
  const [row] = await db.select({ userId: passkeys.userId }).from(passkeys).where(eq(passkeys.id, id));
  return row?.userId;
}

export async function renamePasskey(db: Executor, id: string, name: string): Promise<number> {
  const { rowCount } = await db.update(passkeys).set({ name }).where(eq(passkeys.id, id));
  return rowCount ?? 0;
}

export async function removePasskey(tx: Transaction, id: string): Promise<number> {
  const { rowCount } = await tx.delete(passkeys).where(eq(passkeys.id, id));
  return rowCount ?? 0;
}

/** Removes the passkeys that were added since a moment. */
export async function removePasskeysSince(tx: Transaction, userId: string, since: Date): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
}
