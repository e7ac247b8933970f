/**
 * Attempts that get slower: the first ones are free; each further one has to wait twice as long as the one before, up
 * to a longest wait. Nothing is ever locked: after the wait the next attempt is granted.
 *
 * The counts are in the database, so that all processes share them and a restart keeps them.
 */
import { createHash } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';

import { tries } from '#db/tables/auth.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

export interface Slowdown {
  /** How many attempts are free. */
  readonly free: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** After this time without an attempt the count starts again. */
  readonly forgottenAfterMs: number;
}

export interface TryGrant {
  /** How long to wait for the next attempt; 0 if this one is granted. */
  readonly waitMs: number;
  /** How long the attempt after this one has to wait. */
  readonly nextWaitMs: number;
  /** The number of attempts so far, including refused ones. */
  readonly count: number;
}

/** A limit scaled by the factor of all limits; 0 removes the waits, but still counts. */
export const scaled = (limit: Slowdown, factor: number): Slowdown =>
  factor === 0
    ? { ...limit, free: neverReached }
    : { ...limit, free: Math.max(1, Math.round(limit.free * factor)) };

const neverReached = 2 ** 31 - 1;

/** Counts one attempt at `name`, or says how long to wait for it. Concurrent attempts are counted individually. */
export async function takeTry(db: Executor, name: string, limit: Slowdown, now: Date): Promise<TryGrant> {
  const key = keyOf(name);
  const { free, firstWaitMs, longestWaitMs, forgottenAfterMs } = limit;
  const forgottenBefore = new Date(now.getTime() - forgottenAfterMs);
  const isForgotten = sql`${tries.lastAt} < ${forgottenBefore.toISOString()}::timestamptz`;
  // A later end was set by a clock that was ahead. The minute is for simultaneous attempts, which may be counted in
  // another order than they began.
  const longestUntil = later(now, longestWaitMs + 60_000);
  const isTooLong = sql`${tries.waitsUntil} > ${longestUntil.toISOString()}::timestamptz`;
  const granted = sql`case when ${isForgotten} then 1 else ${tries.granted} + 1 end`;
  // 30 doublings exceed any wait; more would overflow.
  const waitMs = sql`least(${longestWaitMs}::float8, ${firstWaitMs}::float8 * 2 ^ least(30, ${granted} - ${free}))`;
  const waitsUntil = (count: typeof granted) =>
    sql`case when ${count} < ${free} then ${noWait.toISOString()}::timestamptz
      else ${now.toISOString()}::timestamptz + ${waitMs} * interval '1 ms' end`;
  const first = { key, granted: 1, lastAt: now, waitsUntil: free > 1 ? noWait : later(now, firstWaitMs) };
  const [taken] = await db
    .insert(tries)
    .values(first)
    .onConflictDoUpdate({
      target: tries.key,
      set: {
        granted,
        refused: sql`case when ${isForgotten} then 0 else ${tries.refused} end`,
        lastAt: now,
        waitsUntil: waitsUntil(granted),
      },
      setWhere: sql`${tries.waitsUntil} <= ${now.toISOString()}::timestamptz or ${isForgotten} or ${isTooLong}`,
    })
    .returning({
      waitsUntil: tries.waitsUntil,
      count: sql<number>`${tries.granted} + ${tries.refused}`,
    });
  if (taken === undefined) return refuseTry(db, key, now);
  return { waitMs: 0, nextWaitMs: Math.max(0, timeUntil(taken.waitsUntil, now)), count: taken.count };
}

/** Deletes some counts, after a right password. */
export async function resetTries(db: Executor, names: readonly string[]): Promise<void> {
  for (const name of names) await db.delete(tries).where(eq(tries.key, keyOf(name)));
}

/** Removes counts that are too old for any limit. */
export async function sweepTries(db: Executor, before: Date): Promise<void> {
  await db.delete(tries).where(sql`${tries.lastAt} < ${before.toISOString()}::timestamptz`);
}

async function refuseTry(db: Executor, key: string, now: Date): Promise<TryGrant> {
  const [row] = await db
    .update(tries)
    .set({ refused: sql`${tries.refused} + 1` })
    .where(eq(tries.key, key))
    .returning({
      waitsUntil: tries.waitsUntil,
      count: sql<number>`${tries.granted} + ${tries.refused}`,
    });
  // The count was deleted at this moment: the next attempt is granted.
  if (row === undefined) return { waitMs: 1, nextWaitMs: 1, count: 1 };
  const waitMs = Math.max(1, timeUntil(row.waitsUntil, now));
  return { waitMs, nextWaitMs: waitMs, count: row.count };
}

const timeUntil = (moment: Date, now: Date): number => moment.getTime() - now.getTime();

/** Not the current time: concurrent attempts may be counted in another order than they began. */
const noWait = new Date(0);

const later = (now: Date, waitMs: number): Date => new Date(now.getTime() + waitMs);

/** The names contain e-mail addresses, also of people without an account, so only a hash is stored. */
const keyOf = (name: string): string => createHash('sha256').update(name).digest('base64url');
