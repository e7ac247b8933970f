import { and, count, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';

import {
  accounts,
  knownBrowsers,
  mailLinks,
  passkeys,
  recoveryCodes,
  sessions,
  totpFactors,
} from '#db/tables/auth.ts';
import { sessionsTopic } from './name-topics.ts';
import { idleDays, type SessionLife } from './session-life.ts';
import { settings } from '#db/tables/settings.ts';
import { users } from '#db/tables/users.ts';
import { writeAndPublish, writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { personTopic } from '#server/users/service.ts';

/** Ends every session of a person and every way for them to sign in. */
export async function removeAccess(db: Executor, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
  db.$changes.publish(sessionsTopic(userId));
  await db.delete(accounts).where(eq(accounts.userId, userId));
  await db.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId));
  await db.delete(mailLinks).where(eq(mailLinks.userId, userId));
  await db.delete(totpFactors).where(eq(totpFactors.userId, userId));
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
}

const daysOf = (days: number) => sql`make_interval(days => ${days}::int)`;

/**
 * Records the use of a session and its network address, and prolongs it up to its longest life. Does so at most once a
 * minute.
 */
export async function recordUse(
  db: Executor,
  sessionId: string,
  { address, maxDays }: SessionLife & { readonly address: string },
): Promise<void> {
  const expiresAt = sql`least(now() + ${daysOf(idleDays)}, ${sessions.createdAt} + ${daysOf(maxDays)})`;
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()`, ipAddress: address, expiresAt })
    .where(and(eq(sessions.id, sessionId), sql`${sessions.lastUsedAt} < now() - interval '1 minute'`));
}

/**
 * The version that a valid session must have: it is read before a sign-in is checked, so that a concurrent change makes
 * the session invalid.
 */
export async function findAccessVersion(
  db: Executor,
  by: { email: string } | { id: string },
): Promise<number | undefined> {
  const isTheirs = 'id' in by ? eq(users.id, by.id) : eq(users.email, by.email.trim().toLowerCase());
  const [row] = await db.select({ accessVersion: users.accessVersion }).from(users).where(isTheirs);
  return row?.accessVersion;
}

/** The hash of a person's password; undefined for an account without one. */
export async function findPasswordHash(db: Executor, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  return row?.password ?? undefined;
}

/** A person's account, locked until the transaction ends; undefined if they were removed. */
export async function lockAccount(tx: Transaction, userId: string): Promise<LockedAccount | undefined> {
  const [row] = await tx
    .select({ id: users.id, name: users.name, email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.removedAt)))
    .for('update');
  return row;
}

/** Whether a session has not ended. */
export async function isOngoing(db: Executor, sessionId: string): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.accessVersion, sessions.accessVersion)))
    .where(eq(sessions.id, sessionId));
  return rows.length > 0;
}

export interface LockedAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** @throws the violation of the unique index of addresses, if another account has the address */
export async function updateAccount(
  tx: Transaction,
  userId: string,
  changes: { email?: string; emailVerified: boolean },
): Promise<void> {
  await writeAndPublish(tx, [personTopic(userId)], (shown) =>
    shown
      .update(users)
      .set({ ...changes, updatedAt: sql`now()` })
      .where(eq(users.id, userId)),
  );
}

/** Ends every session of a person, including those being started. @returns how many existed */
export async function endSessions(tx: Transaction, userId: string): Promise<number> {
  const { rowCount } = await tx.delete(sessions).where(eq(sessions.userId, userId));
  tx.$changes.publish(sessionsTopic(userId));
  await writeUnpublished(tx)
    .update(users)
    .set({ accessVersion: sql`${users.accessVersion} + 1` })
    .where(eq(users.id, userId));
  return rowCount ?? 0;
}

/** Ends every session of a person except one, including those being started. */
export async function endSessionsExcept(tx: Transaction, userId: string, keptId: string): Promise<void> {
  await removeOtherSessions(tx, userId, keptId);
  const [row] = await writeUnpublished(tx)
    .update(users)
    .set({ accessVersion: sql`${users.accessVersion} + 1` })
    .where(eq(users.id, userId))
    .returning({ accessVersion: users.accessVersion });
  if (row === undefined) return;
  await tx.update(sessions).set({ accessVersion: row.accessVersion }).where(eq(sessions.id, keptId));
}

/** Removes the password, or every way to sign in. */
export async function removeSignInMethods(
  tx: Transaction,
  userId: string,
  which: 'password' | 'all',
): Promise<void> {
  const isPassword = which === 'password' ? eq(accounts.providerId, 'credential') : undefined;
  await tx.delete(accounts).where(and(eq(accounts.userId, userId), isPassword));
}

/** The complete sessions of a person, the most recently used first. */
export async function listSessions(db: Executor, userId: string) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      lastUsedAt: sessions.lastUsedAt,
      createdAt: sessions.createdAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.accessVersion, users.accessVersion),
        eq(sessions.awaitsFactor, false),
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(100);
}

/** Records that the person has just authenticated in this session. */
export async function updateAuthenticatedAt(db: Executor, sessionId: string, at: Date): Promise<void> {
  await db.update(sessions).set({ authenticatedAt: at }).where(eq(sessions.id, sessionId));
}

/** A session that waits for its second factor, begun since a moment and still valid. */
export async function findWaitingSession(db: Executor, id: string, since: Date) {
  const [row] = await db
    .select({ userId: users.id, email: users.email, accessVersion: users.accessVersion })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.awaitsFactor, true),
        eq(sessions.accessVersion, users.accessVersion),
        gt(sessions.authenticatedAt, since),
        isNull(users.removedAt),
      ),
    );
  return row;
}

/** Removes sessions that have expired, and those that have waited for their second factor since `before`. */
export async function sweepSessions(db: Executor, before: Date): Promise<void> {
  const isAbandoned = and(eq(sessions.awaitsFactor, true), lt(sessions.authenticatedAt, before));
  await db.delete(sessions).where(or(lt(sessions.expiresAt, sql`now()`), isAbandoned));
}

export async function findSessionOwner(db: Executor, id: string): Promise<string | undefined> {
  const [row] = await db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.id, id));
  return row?.userId;
}

export async function removeSession(db: Executor, id: string): Promise<number> {
  const rows = await db.delete(sessions).where(eq(sessions.id, id)).returning({ userId: sessions.userId });
  db.$changes.publish(...rows.map(({ userId }) => sessionsTopic(userId)));
  return rows.length;
}

export async function removeOtherSessions(db: Executor, userId: string, keptId: string): Promise<number> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptId)));
  db.$changes.publish(sessionsTopic(userId));
  return rowCount ?? 0;
}

/** Whether the account with this address has been used in this browser before. */
export async function isKnownBrowser(db: Executor, email: string, browserHash: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(and(eq(users.email, email.trim().toLowerCase()), eq(knownBrowsers.browserHash, browserHash)));
  return rows.length > 0;
}

export async function findEmail(db: Executor, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return row?.email;
}

/** Stores a browser. @returns whether it is new while the person has used others before */
export async function rememberBrowser(db: Executor, userId: string, browserHash: string): Promise<boolean> {
  const [others] = await db
    .select({ count: count() })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.userId, userId));
  const { rowCount } = await db.insert(knownBrowsers).values({ userId, browserHash }).onConflictDoNothing();
  return rowCount === 1 && (others?.count ?? 0) > 0;
}

export async function removeBrowsers(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId));
}

/** Adds a password as a way to sign in. */
export async function insertPassword(db: Executor, userId: string, passwordHash: string): Promise<void> {
  await db.insert(accounts).values({
    id: newId(),
    userId,
    accountId: userId,
    providerId: 'credential',
    password: passwordHash,
  });
}

/** The value of a setting. If it is not set, the first process sets it for all. */
export async function getOrInsertSetting(db: Executor, name: string, value: string): Promise<string> {
  await db.insert(settings).values({ name, value }).onConflictDoNothing();
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  if (row === undefined) throw new Error(`The setting ${name} is gone`);
  return row.value;
}
