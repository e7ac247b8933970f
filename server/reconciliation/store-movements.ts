/** SQL of the processor's movements. */
import { sql } from 'drizzle-orm';

import { processorMovements } from '#db/tables/reconciliation.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import type { Movement } from './read-movement.ts';

/** Adds movements; known ones are not changed. @returns how many were new */
export async function insertMovements(db: Executor, movements: readonly Movement[]): Promise<number> {
  if (movements.length === 0) return 0;
  const { rowCount } = await db
    .insert(processorMovements)
    .values([...movements])
    .onConflictDoNothing();
  return rowCount ?? 0;
}

/** The sum of an event's movements at the processor. */
export interface MovementSum {
  readonly cents: number;
  readonly at: Date;
  readonly source: string | null;
  readonly charge: string | null;
}

/** The movements of these events, by the event's key. */
export async function sumMovements(
  db: Executor,
  keys: readonly string[],
): Promise<ReadonlyMap<string, MovementSum>> {
  const { rows } = await db.execute<{
    key: string;
    cents: string;
    at: string;
    source: string | null;
    charge: string | null;
  }>(sql`
    select key, sum(cents) as cents, min(at) as at, max(source) as source, max(charge) as charge
    from ${processorMovements} where key = any(${sql.param(keys)}) group by key`);
  return new Map(
    rows.map(({ key, cents, at, ...about }) => [key, { cents: Number(cents), at: new Date(at), ...about }]),
  );
}

/** The events of the movements within a time. */
export async function listMovedKeys(db: Executor, from: Date, to: Date): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select distinct key from ${processorMovements}
    where at >= ${from.toISOString()} and at < ${to.toISOString()}`);
  return rows.map(({ key }) => key);
}

/** The sum of all movements: the processor's balance, if all are copied. */
export async function sumAllMovements(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ cents: string }>(
    sql`select coalesce(sum(cents), 0) as cents from ${processorMovements}`,
  );
  return Number(rows[0]?.cents ?? 0);
}

/** The time of the first copied movement. */
export async function findFirstMovement(db: Executor): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select min(at) as at from ${processorMovements}`,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? undefined : new Date(at);
}
