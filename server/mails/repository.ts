import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

import { hourMs } from '#contract/durations.ts';
import { mails } from '#db/tables/mails.ts';
import { countBy } from '#server/platform/postgres/count-by.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';

export type MailRow = typeof mails.$inferSelect;

export async function insertMail(
  db: Executor,
  row: Pick<
    MailRow,
    'id' | 'kind' | 'personId' | 'recipient' | 'subject' | 'body' | 'html' | 'unsubscribeUrl' | 'queuedAt'
  >,
): Promise<void> {
  await db.insert(mails).values({ ...row, nextAttemptAt: row.queuedAt });
}

/** Longer than the slowest attempt, in which each answer of the mail server comes just before its timeout. */
const claim = sql`interval '5 minutes'`;

/** Half a minute after the first attempt, then twice as long each time, at most an hour. */
const pause = sql`least(interval '30 seconds' * power(2, least(${mails.attempts} - 1, 10)), interval '1 hour')`;

/**
 * Claims a mail that is due, so that nobody else claims it meanwhile. If the process dies while it sends, the next
 * attempt follows when the claim has expired.
 *
 * @param id only this one
 */
export async function claimDue(db: Executor, now: Date, id?: string): Promise<MailRow | undefined> {
  // No pause is that long: a later time was set by a clock that was ahead.
  const tooLate = new Date(now.getTime() + 2 * hourMs);
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        isNull(mails.failedAt),
        or(lte(mails.nextAttemptAt, now), gt(mails.nextAttemptAt, tooLate)),
        id === undefined ? undefined : eq(mails.id, id),
      ),
    )
    .orderBy(asc(mails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      nextAttemptAt: sql`${now.toISOString()}::timestamptz + ${claim}`,
    })
    // Not `in`: a subquery there may run again for each row, and would claim one more each time.
    .where(eq(mails.id, due))
    .returning();
  return row;
}

/** Schedules the next attempt. */
export async function storeError(db: Executor, id: string, lastError: string, now: Date): Promise<void> {
  const nextAttemptAt = sql`${now.toISOString()}::timestamptz + ${pause}`;
  await db.update(mails).set({ lastError, nextAttemptAt }).where(eq(mails.id, id));
}

/** Gives a mail up. */
export async function storeFailure(
  db: Executor,
  id: string,
  changes: Partial<Pick<MailRow, 'body' | 'html'>> & { lastError: string; failedAt: Date },
): Promise<void> {
  await db.update(mails).set(changes).where(eq(mails.id, id));
}

export async function storeTexts(
  db: Executor,
  id: string,
  texts: Pick<MailRow, 'body' | 'html'>,
): Promise<void> {
  await db.update(mails).set(texts).where(eq(mails.id, id));
}

/** Queues a mail again that was given up. @returns how many: 0 if somebody else did it before */
export async function requeue(db: Executor, id: string, now: Date): Promise<number> {
  const result = await db
    .update(mails)
    .set({ attempts: 0, queuedAt: now, nextAttemptAt: now, failedAt: null })
    .where(and(eq(mails.id, id), isNotNull(mails.failedAt)));
  return result.rowCount ?? 0;
}

export async function removeMail(db: Executor, id: string): Promise<void> {
  await db.delete(mails).where(eq(mails.id, id));
}

/** Removes a mail that has failed. @returns how many: 0 if somebody else did it before */
export async function removeFailed(db: Executor, id: string): Promise<number> {
  const result = await db.delete(mails).where(and(eq(mails.id, id), isNotNull(mails.failedAt)));
  return result.rowCount ?? 0;
}

export async function findFailed(db: Executor, id: string): Promise<MailRow | undefined> {
  const [row] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), isNotNull(mails.failedAt)));
  return row;
}

export async function listFailed(
  db: Executor,
  beforeId: string | undefined,
  limit: number,
): Promise<MailRow[]> {
  return db
    .select()
    .from(mails)
    .where(and(isNotNull(mails.failedAt), isBefore(mails.id, beforeId)))
    .orderBy(desc(mails.id))
    .limit(limit);
}

/** How many mails of each kind are being retried. */
export const countDelayed = (db: Executor): Promise<ReadonlyMap<string, number>> =>
  countBy(db, mails.kind, and(isNull(mails.failedAt), isNotNull(mails.lastError)));

export const countFailed = (db: Executor): Promise<ReadonlyMap<string, number>> =>
  countBy(db, mails.kind, isNotNull(mails.failedAt));
