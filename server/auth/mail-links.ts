/** The links in our mails: each is for one account, one purpose, one use and a limited time. */
import { createHash, randomBytes, randomInt } from 'node:crypto';

import { and, eq, gt, gte, inArray, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';

import type { LinkFault } from '#contract/auth-links.ts';
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts';
import { mailLinks } from '#db/tables/auth.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';

export type MailLink = typeof mailLinks.$inferSelect;
export type MailLinkKind = MailLink['kind'];

/** How long each link can be used. */
const lifetimeMs = {
  'confirm-address': dayMs,
  'new-password': hourMs,
  'change-address': dayMs,
  'undo-change': 7 * dayMs,
  'not-me': 7 * dayMs,
  'step-up-code': 10 * minuteMs,
} as const satisfies Record<MailLinkKind, number>;

/**
 * The links by which an owner undoes what somebody else did with their account. Nothing that the other one does may make
 * them void.
 */
export const undoingKinds = ['undo-change', 'not-me'] as const satisfies readonly MailLinkKind[];

/** Creates a link. @returns its token, which is stored nowhere */
export async function createMailLink(
  db: Executor,
  { userId, kind, email }: Pick<MailLink, 'userId' | 'kind' | 'email'>,
  now: Date,
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs[kind]);
  await db
    .insert(mailLinks)
    .values({ id: newId(now), tokenHash: hashOf(token), userId, kind, email, expiresAt, createdAt: now });
  return token;
}

/** Restarts the lifetime of unused links. */
export async function restartLinks(db: Executor, tokenHashes: readonly string[], now: Date): Promise<void> {
  const unused = and(inArray(mailLinks.tokenHash, [...tokenHashes]), isNull(mailLinks.usedAt));
  const links = await db.select({ id: mailLinks.id, kind: mailLinks.kind }).from(mailLinks).where(unused);
  for (const { id, kind } of links) {
    const expiresAt = new Date(now.getTime() + lifetimeMs[kind]);
    await db
      .update(mailLinks)
      .set({ expiresAt })
      .where(and(eq(mailLinks.id, id), isNull(mailLinks.usedAt)));
  }
}

/**
 * Gives a link another token and restarts its lifetime. The former token is void.
 *
 * @returns the token, which is stored nowhere; undefined if the link was used, voided or deleted
 */
export async function renewToken(tx: Transaction, tokenHash: string, now: Date): Promise<string | undefined> {
  const token = newToken();
  const renewed = hashOf(token);
  const { rowCount } = await tx
    .update(mailLinks)
    .set({ tokenHash: renewed })
    .where(and(eq(mailLinks.tokenHash, tokenHash), isNull(mailLinks.usedAt)));
  if (rowCount !== 1) return undefined;
  await restartLinks(tx, [renewed], now);
  return token;
}

const codeDigits = 8;

/**
 * Creates a code to type, instead of a link; earlier codes of this person become void.
 *
 * @returns its digits, which are stored nowhere
 */
export async function createMailCode(
  tx: Transaction,
  { userId, email }: Pick<MailLink, 'userId' | 'email'>,
  now: Date,
): Promise<string> {
  const kind = 'step-up-code';
  await voidUnused(tx, userId, now, eq(mailLinks.kind, kind));
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
  const expiresAt = new Date(now.getTime() + lifetimeMs[kind]);
  const tokenHash = hashOf(`${userId} ${code}`);
  // The person may have had the same digits before.
  await tx.delete(mailLinks).where(eq(mailLinks.tokenHash, tokenHash));
  await tx
    .insert(mailLinks)
    .values({ id: newId(now), tokenHash, userId, kind, email, expiresAt, createdAt: now });
  return code;
}

/** Whether a code belongs to this person and is valid. It stays so. */
export async function isMailCode(db: Executor, userId: string, code: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: mailLinks.id })
    .from(mailLinks)
    .where(isUsableCode(userId, code, now));
  return rows.length > 0;
}

/** Uses up a code. @returns whether it belongs to this person and was valid */
export async function takeMailCode(db: Executor, userId: string, code: string, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(mailLinks)
    .set({ usedAt: now })
    .where(isUsableCode(userId, code, now));
  return rowCount === 1;
}

const isUsableCode = (userId: string, code: string, now: Date) =>
  and(
    eq(mailLinks.tokenHash, hashOf(`${userId} ${code}`)),
    eq(mailLinks.userId, userId),
    eq(mailLinks.kind, 'step-up-code'),
    isNull(mailLinks.usedAt),
    gt(mailLinks.expiresAt, now),
  );

/** The person of a link's token; undefined for an unknown or deleted link. */
export async function findLinkOwner(db: Executor, token: string): Promise<string | undefined> {
  const [link] = await db
    .select({ userId: mailLinks.userId })
    .from(mailLinks)
    .where(eq(mailLinks.tokenHash, hashOf(token)));
  return link?.userId;
}

/**
 * The link of a token. Its account must be locked, so that only the first of two concurrent uses succeeds.
 *
 * @returns the link, or what is wrong with it
 */
export async function findMailLink(
  tx: Transaction,
  token: string,
  kinds: readonly MailLinkKind[],
  now: Date,
): Promise<MailLink | LinkFault> {
  const [link] = await tx
    .select()
    .from(mailLinks)
    .where(eq(mailLinks.tokenHash, hashOf(token)));
  if (link === undefined || !kinds.includes(link.kind)) return 'unknown';
  if (link.usedAt !== null) return 'used';
  return link.expiresAt <= now ? 'late' : link;
}

export async function markLinkUsed(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(mailLinks).set({ usedAt: now }).where(eq(mailLinks.id, id));
}

/** Makes every link of a person void, except for some kinds. */
export async function voidMailLinks(
  tx: Transaction,
  userId: string,
  now: Date,
  except: readonly MailLinkKind[] = [],
): Promise<void> {
  await voidUnused(tx, userId, now, notInArray(mailLinks.kind, [...except]));
}

/** Makes the links to every other new address void that a person has wanted before. */
export async function voidOtherAddresses(
  tx: Transaction,
  { userId, email }: Pick<MailLink, 'userId' | 'email'>,
  now: Date,
): Promise<void> {
  await voidUnused(tx, userId, now, and(eq(mailLinks.kind, 'change-address'), ne(mailLinks.email, email)));
}

/** Makes every link of a person void that was created since a moment. */
export async function voidLinksSince(tx: Transaction, userId: string, now: Date, since: Date): Promise<void> {
  await voidUnused(tx, userId, now, gte(mailLinks.createdAt, since));
}

async function voidUnused(tx: Transaction, userId: string, now: Date, which: SQL | undefined): Promise<void> {
  await tx
    .update(mailLinks)
    .set({ usedAt: now })
    .where(and(eq(mailLinks.userId, userId), isNull(mailLinks.usedAt), which));
}

/**
 * Whether an address belonged to somebody before a change that they can still undo: nobody else may use it until then.
 *
 * @param userId the person who wants the address; absent for an account that is being created
 */
export async function isReserved(db: Executor, email: string, now: Date, userId?: string): Promise<boolean> {
  const rows = await db
    .select({ id: mailLinks.id })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.email, email),
        eq(mailLinks.kind, 'undo-change'),
        isNull(mailLinks.usedAt),
        gt(mailLinks.expiresAt, now),
        userId === undefined ? undefined : ne(mailLinks.userId, userId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Removes links that expired a week ago; until then their pages can say that they have expired. */
export async function sweepMailLinks(db: Executor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 7 * dayMs).toISOString();
  await db.delete(mailLinks).where(sql`${mailLinks.expiresAt} < ${before}::timestamptz`);
}

const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
