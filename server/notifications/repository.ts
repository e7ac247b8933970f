import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';

import { minuteMs } from '#contract/durations.ts';
import { chattyMailMinutes } from '#contract/notifications.ts';
import type { Channel } from '#contract/notification-kind.ts';
import { notificationMailHours, notificationOptOuts, notifications } from '#db/tables/notifications.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';

export type NotificationRow = typeof notifications.$inferSelect;
export type NewNotification = typeof notifications.$inferInsert;

const isOnPage = sql`${notifications.channel} = 'page'`;
const isUnread = and(isOnPage, isNull(notifications.readAt));
const isWaiting = and(sql`${notifications.channel} = 'mail'`, isNull(notifications.mailedAt));

/** Stores the rows that do not exist yet. @returns their ids */
export async function insertNew(
  db: Executor,
  rows: readonly NewNotification[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const stored = await db
    .insert(notifications)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  return new Set(stored.map(({ id }) => id));
}

export async function listOnPage(
  db: Executor,
  personId: string,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(and(eq(notifications.personId, personId), isOnPage, isBefore(notifications.id, beforeId)))
    .orderBy(desc(notifications.id))
    .limit(limit);
}

/** The number of unread rows of the page, counted up to `most`. */
export async function countUnread(db: Executor, personId: string, most: number): Promise<number> {
  const unread = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.personId, personId), isUnread))
    .limit(most)
    .as('unread');
  const [row] = await db.select({ unread: count() }).from(unread);
  return row?.unread ?? 0;
}

/** @param id only this one @returns how many were unread */
export async function markRead(db: Executor, personId: string, now: Date, id?: string): Promise<number> {
  const result = await db
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        eq(notifications.personId, personId),
        isUnread,
        id === undefined ? undefined : eq(notifications.id, id),
      ),
    );
  return result.rowCount ?? 0;
}

/** The person whose page has this row. */
export async function findOwner(db: Executor, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ personId: notifications.personId })
    .from(notifications)
    .where(and(eq(notifications.id, id), isOnPage));
  return row?.personId;
}

export interface OptOut {
  readonly personId: string;
  readonly kind: string;
  readonly channel: Channel;
}

export async function listOptOuts(db: Executor, personIds: readonly string[]): Promise<OptOut[]> {
  return db
    .select()
    .from(notificationOptOuts)
    .where(inArray(notificationOptOuts.personId, [...personIds]));
}

/** @returns how many were not turned off before */
export async function insertOptOuts(db: Executor, optOuts: readonly OptOut[]): Promise<number> {
  if (optOuts.length === 0) return 0;
  const result = await db
    .insert(notificationOptOuts)
    .values([...optOuts])
    .onConflictDoNothing();
  return result.rowCount ?? 0;
}

export async function removeOptOut(db: Executor, { personId, kind, channel }: OptOut): Promise<number> {
  const result = await db
    .delete(notificationOptOuts)
    .where(
      and(
        eq(notificationOptOuts.personId, personId),
        eq(notificationOptOuts.kind, kind),
        eq(notificationOptOuts.channel, channel),
      ),
    );
  return result.rowCount ?? 0;
}

/** Whether the hour between two mails has passed, or was set by a clock that was ahead by more than an hour. */
const isOver = (now: Date) =>
  or(
    lte(notificationMailHours.nextAt, now),
    gt(notificationMailHours.nextAt, new Date(now.getTime() + 2 * chattyMailMinutes * minuteMs)),
  );

/**
 * Claims a person's next mail of chatty kinds, if it is due. Of concurrent processes one succeeds; the others wait for
 * its commit.
 */
export async function claimMail(
  db: Executor,
  personId: string,
  { now, nextAt }: { now: Date; nextAt: Date },
): Promise<boolean> {
  const result = await db
    .insert(notificationMailHours)
    .values({ personId, nextAt })
    .onConflictDoUpdate({
      target: notificationMailHours.personId,
      set: { nextAt },
      setWhere: isOver(now),
    });
  return result.rowCount === 1;
}

/** Takes the notifications that wait to be mailed to a person, the oldest first. */
export async function takeWaiting(db: Executor, personId: string, now: Date): Promise<NotificationRow[]> {
  const rows = await db
    .update(notifications)
    .set({ mailedAt: now })
    .where(and(eq(notifications.personId, personId), isWaiting))
    .returning();
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** People with waiting notifications whose next mail is due. */
export async function listDue(db: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ personId: notifications.personId })
    .from(notifications)
    .leftJoin(notificationMailHours, eq(notificationMailHours.personId, notifications.personId))
    .where(and(isWaiting, or(isNull(notificationMailHours.nextAt), isOver(now))))
    .limit(limit);
  return rows.map(({ personId }) => personId);
}

/** Deletes everything about a person. */
export async function removeAllOf(db: Executor, personId: string): Promise<void> {
  await db.delete(notifications).where(eq(notifications.personId, personId));
  await db.delete(notificationOptOuts).where(eq(notificationOptOuts.personId, personId));
  await db.delete(notificationMailHours).where(eq(notificationMailHours.personId, personId));
}

/** Removes up to `limit` notifications that are older than `before`. @returns how many */
export async function removeOld(db: Executor, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.createdAt, before))
    .orderBy(asc(notifications.createdAt))
    .limit(limit);
  const result = await db.delete(notifications).where(inArray(notifications.id, old));
  return result.rowCount ?? 0;
}
