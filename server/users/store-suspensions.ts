/** SQL of suspensions, and of `users.suspended_at`, which the guard and the reservation read. */
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';

import { suspensions, users } from '#db/tables/users.ts';
import { personTopic, sellerTopic } from './name-topics.ts';
import { writeAndPublish } from '#server/platform/changes/write-and-publish.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';

export type SuspensionRow = typeof suspensions.$inferSelect;

const isOngoing = isNull(suspensions.endedAt);

/** A person's current suspension. */
export async function findSuspension(db: Executor, personId: string): Promise<SuspensionRow | undefined> {
  const [row] = await db
    .select()
    .from(suspensions)
    .where(and(eq(suspensions.personId, personId), isOngoing));
  return row;
}

/** {@link findSuspension}, locked until the transaction ends. */
export async function lockSuspension(tx: Transaction, personId: string): Promise<SuspensionRow | undefined> {
  const [row] = await tx
    .select()
    .from(suspensions)
    .where(and(eq(suspensions.personId, personId), isOngoing))
    .for('update');
  return row;
}

/** Begins a suspension. The person must be locked, and have no current one. */
export async function insertSuspension(
  tx: Transaction,
  row: Pick<SuspensionRow, 'personId' | 'reason' | 'startedAt' | 'until'>,
): Promise<void> {
  await tx.insert(suspensions).values({ id: newId(row.startedAt), ...row });
  await setSuspendedAt(tx, row.personId, row.startedAt);
}

/** Ends a person's current suspension. */
export async function endSuspensionOf(tx: Transaction, personId: string, at: Date): Promise<void> {
  await tx
    .update(suspensions)
    .set({ endedAt: at })
    .where(and(eq(suspensions.personId, personId), isOngoing));
  await setSuspendedAt(tx, personId, null);
}

async function setSuspendedAt(tx: Transaction, id: string, suspendedAt: Date | null): Promise<void> {
  await writeAndPublish(tx, [personTopic(id), sellerTopic(id)], (shown) =>
    shown.update(users).set({ suspendedAt }).where(eq(users.id, id)),
  );
}

/** Stores a person's appeal. @returns whether it is the first in this suspension */
export async function insertAppeal(
  tx: Transaction,
  personId: string,
  { text, at }: { readonly text: string; readonly at: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(suspensions)
    .set({ appeal: text, appealedAt: at })
    .where(and(eq(suspensions.personId, personId), isOngoing, isNull(suspensions.appealedAt)));
  return rowCount === 1;
}

/** Stores an admin's answer. @returns whether there was an unanswered appeal */
export async function insertAnswer(
  tx: Transaction,
  personId: string,
  { words, at }: { readonly words: string; readonly at: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(suspensions)
    .set({ answer: words, answeredAt: at })
    .where(
      and(
        eq(suspensions.personId, personId),
        isOngoing,
        isNotNull(suspensions.appealedAt),
        isNull(suspensions.answeredAt),
      ),
    );
  return rowCount === 1;
}

/** How many appeals wait for an answer, and whose is the oldest; null if none waits. */
export async function findWaitingAppeals(db: Executor): Promise<{ count: number; personId: string } | null> {
  const [oldest] = await db
    .select({ personId: suspensions.personId, count: sql<number>`count(*) over ()::int` })
    .from(suspensions)
    .where(and(isOngoing, isNotNull(suspensions.appealedAt), isNull(suspensions.answeredAt)))
    .orderBy(asc(suspensions.appealedAt))
    .limit(1);
  return oldest ?? null;
}

/** The people whose suspension has expired, the longest ago first. */
export async function listRunOut(db: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ personId: suspensions.personId })
    .from(suspensions)
    .where(and(isOngoing, lte(suspensions.until, now)))
    .orderBy(asc(suspensions.until))
    .limit(limit);
  return rows.map(({ personId }) => personId);
}

/** Whether a person is suspended now. */
export async function isSuspended(db: Executor, personId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, personId), isNotNull(users.suspendedAt)));
  return rows.length > 0;
}

/** Whether a person's phones may be live: the person is neither suspended nor leaving. */
export async function mayOffer(db: Executor, personId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, personId), isNull(users.suspendedAt), isNull(users.leavingAt)));
  return rows.length > 0;
}

/** Removes all data about the suspensions of an erased person. */
export async function removeSuspensionsOf(tx: Transaction, personId: string): Promise<void> {
  await tx.delete(suspensions).where(eq(suspensions.personId, personId));
}
