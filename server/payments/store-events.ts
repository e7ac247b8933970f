/** SQL of the inbox of the processor's events. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';

import { processorEvents } from '#db/tables/payments.ts';
import { countBy } from '#server/platform/postgres/count-by.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';

export type ProcessorEventRow = typeof processorEvents.$inferSelect;

type NewEvent = Omit<typeof processorEvents.$inferInsert, 'nextAttemptAt'>;

/** Stores those events that are not in the inbox. @returns the ids of their rows */
export async function insertEvents(tx: Transaction, events: readonly NewEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = await tx
    .insert(processorEvents)
    .values(events.map((event) => ({ ...event, nextAttemptAt: event.receivedAt })))
    .onConflictDoNothing({ target: processorEvents.eventId })
    .returning({ id: processorEvents.id });
  return rows.map(({ id }) => id);
}

const isWaiting = and(isNull(processorEvents.processedAt), isNull(processorEvents.failedAt));

/** 15 seconds after the first attempt, then twice as long each time, at most an hour. */
const pause = sql`least(interval '15 seconds' * power(2, least(${processorEvents.attempts}, 10)), interval '1 hour')`;

/**
 * Claims an event that is due and schedules its next attempt, so that nobody else claims it meanwhile. If the process
 * dies while it handles the event, the next attempt follows.
 *
 * @param id only this one
 */
export async function claimDueEvent(
  db: Executor,
  now: Date,
  id?: string,
): Promise<ProcessorEventRow | undefined> {
  const due = db
    .select({ id: processorEvents.id })
    .from(processorEvents)
    .where(
      and(
        isWaiting,
        lte(processorEvents.nextAttemptAt, now),
        id === undefined ? undefined : eq(processorEvents.id, id),
      ),
    )
    .orderBy(asc(processorEvents.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(processorEvents)
    .set({
      attempts: sql`${processorEvents.attempts} + 1`,
      nextAttemptAt: sql`${now.toISOString()}::timestamptz + ${pause}`,
    })
    // Not `in`: a subquery there may run again for each row, and would claim one more each time.
    .where(eq(processorEvents.id, due))
    .returning();
  return row;
}

/** The outcome of an attempt: processed, or failed, and given up if `failedAt` is set. */
export async function storeAttempt(
  db: Executor,
  id: string,
  outcome: { processedAt: Date; lastError: null } | { lastError: string; failedAt: Date | null },
): Promise<void> {
  await db.update(processorEvents).set(outcome).where(eq(processorEvents.id, id));
}

/** Queues an event again that was given up. @returns how many: 0 if somebody else did it before */
export async function requeueEvent(db: Executor, id: string, now: Date): Promise<number> {
  const result = await db
    .update(processorEvents)
    .set({ attempts: 0, nextAttemptAt: now, failedAt: null })
    .where(and(eq(processorEvents.id, id), isNotNull(processorEvents.failedAt)));
  return result.rowCount ?? 0;
}

export async function findFailedEvent(db: Executor, id: string): Promise<ProcessorEventRow | undefined> {
  const [row] = await db
    .select()
    .from(processorEvents)
    .where(and(eq(processorEvents.id, id), isNotNull(processorEvents.failedAt)));
  return row;
}

export async function listFailedEvents(
  db: Executor,
  beforeId: string | undefined,
  limit: number,
): Promise<ProcessorEventRow[]> {
  return db
    .select()
    .from(processorEvents)
    .where(and(isNotNull(processorEvents.failedAt), isBefore(processorEvents.id, beforeId)))
    .orderBy(desc(processorEvents.id))
    .limit(limit);
}

/** How many were given up, by type. */
export const countFailedEvents = (db: Executor): Promise<ReadonlyMap<string, number>> =>
  countBy(db, processorEvents.type, isNotNull(processorEvents.failedAt));

/** Removes events that were processed before a moment. @returns how many */
export async function removeProcessedEvents(db: Executor, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ id: processorEvents.id })
    .from(processorEvents)
    .where(lt(processorEvents.processedAt, before))
    .limit(limit);
  const result = await db.delete(processorEvents).where(inArray(processorEvents.id, old));
  return result.rowCount ?? 0;
}
