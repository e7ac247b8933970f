/** SQL of the comparisons. */
import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';

import { reconciliations } from '#db/tables/reconciliation.ts';
import { users } from '#db/tables/users.ts';
import { type Executor, newId } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';

export type RunRow = typeof reconciliations.$inferSelect;

/** The index that is violated if a comparison is already running. */
export const oneRunning = 'reconciliations_one_running';

const isRunning = isNull(reconciliations.endedAt);

/** Stores a new comparison. @returns its id. @throws the violation of {@link oneRunning} while another one runs */
export async function insertRun(db: Executor, requestedBy: string | null, now: Date): Promise<string> {
  const id = newId();
  await db.insert(reconciliations).values({ id, requestedBy, startedAt: now, seenAt: now });
  return id;
}

/**
 * Ends a comparison without progress for so long: its process has died. One with progress that far in the future has
 * died as well, after it ran with a clock that was ahead.
 */
export async function endSilentRuns(db: Executor, now: Date, silentMs: number): Promise<void> {
  const isSilent = or(
    lt(reconciliations.seenAt, new Date(now.getTime() - silentMs)),
    gt(reconciliations.seenAt, new Date(now.getTime() + silentMs)),
  );
  await db
    .update(reconciliations)
    .set({ endedAt: now, failure: 'It was broken off.' })
    .where(and(isRunning, isSilent));
}

export async function findRunning(db: Executor, id: string): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(reconciliations)
    .where(and(eq(reconciliations.id, id), isRunning));
  return row;
}

/** Records the progress of a comparison. */
export async function recordProgress(
  db: Executor,
  id: string,
  { seenAt, movements, readTo }: { seenAt: Date; movements: number; readTo: Date | null },
): Promise<void> {
  await db
    .update(reconciliations)
    .set({
      seenAt,
      movements: sql`${reconciliations.movements} + ${movements}`,
      readTo: sql`greatest(${reconciliations.readTo}, ${readTo?.toISOString() ?? null}::timestamptz)`,
    })
    .where(eq(reconciliations.id, id));
}

/** Ends a running comparison. */
export async function endRun(
  db: Executor,
  id: string,
  end: Pick<RunRow, 'endedAt'> &
    Partial<Pick<RunRow, 'failure' | 'ledgerCents' | 'processorCents' | 'differences'>>,
): Promise<void> {
  await db
    .update(reconciliations)
    .set(end)
    .where(and(eq(reconciliations.id, id), isRunning));
}

/** The newest comparison that was finished. */
export const findLastFinished = (db: Executor, now: Date): Promise<RunRow | undefined> =>
  findLast(db, now, and(isNotNull(reconciliations.endedAt), isNull(reconciliations.failure)));

/** The newest comparison; without those that began later than `now`, by a clock that was ahead. */
export async function findLast(db: Executor, now: Date, filter?: SQL): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(reconciliations)
    .where(and(lte(reconciliations.startedAt, now), filter))
    .orderBy(desc(reconciliations.id))
    .limit(1);
  return row;
}

/** The time of the newest movement that any comparison has read, by the processor's clock. */
export async function findReadTo(db: Executor): Promise<Date | undefined> {
  const [row] = await db
    .select({ readTo: sql<string | null>`max(${reconciliations.readTo})` })
    .from(reconciliations);
  const readTo = row?.readTo ?? null;
  return readTo === null ? undefined : new Date(readTo);
}

/** Comparisons with the address of the person who requested them, newest first. */
export async function listRuns(db: Executor, beforeId: string | undefined, limit: number) {
  return db
    .select({ run: reconciliations, requestedBy: users.email })
    .from(reconciliations)
    .leftJoin(users, eq(users.id, reconciliations.requestedBy))
    .where(isBefore(reconciliations.id, beforeId))
    .orderBy(desc(reconciliations.id))
    .limit(limit);
}
