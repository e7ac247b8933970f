/**
 * Tries that get slower: the first ones are free, each one after them has to wait twice as long as the one before, up
 * to a longest wait. Nothing is ever locked: after the wait the next try is granted.
 *
 * It counts in the database, so that all processes count together and none forgets.
 */
import { createHash } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';

import { tries } from '#db/tables/auth.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

export interface Slowdown {
  /** How many tries there are before the first wait. */
  readonly free: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** After so long without a try everything begins anew. */
  readonly forgottenAfterMs: number;
}

export interface TryGrant {
  /** How long to wait for the next try; 0 where this one is granted. */
  readonly waitMs: number;
  /** How long the try after this one has to wait. */
  readonly nextWaitMs: number;
  /** How often it was tried by now, refused tries included. */
  readonly count: number;
}

/** A limit moved by the factor that moves all of them; 0 lifts the waits, and still counts. */
export const scaled = (limit: Slowdown, factor: number): Slowdown =>
  factor === 0
    ? { ...limit, free: neverReached }
    : { ...limit, free: Math.max(1, Math.round(limit.free * factor)) };

const neverReached = 2 ** 31 - 1;

/** Takes one try of what `name` names, or says how long to wait for it. Of simultaneous tries each is counted. */
export async function takeTry(db: Executor, name: string, limit: Slowdown, now: Date): Promise<TryGrant> {
  const key = keyOf(name);
  const { free, firstWaitMs, longestWaitMs, forgottenAfterMs } = limit;
  const forgottenBefore = new Date(now.getTime() - forgottenAfterMs);
  const isForgotten = sql`${tries.lastAt} < ${forgottenBefore.toISOString()}::timestamptz`;
  const granted = sql`case when ${isForgotten} then 1 else ${tries.granted} + 1 end`;
  // 30 doublings are more than any wait; more would overflow.
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
      setWhere: sql`${tries.waitsUntil} <= ${now.toISOString()}::timestamptz or ${isForgotten}`,
    })
    .returning({
      waitsUntil: tries.waitsUntil,
      count: sql<number>`${tries.granted} + ${tries.refused}`,
    });
  if (taken === undefined) return refuseTry(db, key, now);
  return { waitMs: 0, nextWaitMs: Math.max(0, timeUntil(taken.waitsUntil, now)), count: taken.count };
}

/** Forgets some tries: the right password was among them. */
export async function forgetTries(db: Executor, names: readonly string[]): Promise<void> {
  for (const name of names) await db.delete(tries).where(eq(tries.key, keyOf(name)));
}

/** Removes what nobody has tried for so long that no limit remembers it. */
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
  // Forgotten at this very moment: the next try is granted.
  if (row === undefined) return { waitMs: 1, nextWaitMs: 1, count: 1 };
  const waitMs = Math.max(1, timeUntil(row.waitsUntil, now));
  return { waitMs, nextWaitMs: waitMs, count: row.count };
}

const timeUntil = (moment: Date, now: Date): number => moment.getTime() - now.getTime();

/** Not the present: of simultaneous tries the one that began earlier may be counted later. */
const noWait = new Date(0);

const later = (now: Date, waitMs: number): Date => new Date(now.getTime() + waitMs);

/** Names hold addresses, also of people who have no account here: only a hash is stored. */
const keyOf = (name: string): string => createHash('sha256').update(name).digest('base64url');
