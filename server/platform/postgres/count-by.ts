import { count, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Executor } from './database.ts';

/** Counts the rows of a column's table that meet a condition, by the values of the column. */
export async function countBy(
  db: Executor,
  column: PgColumn,
  condition: SQL | undefined,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ value: column, count: count() })
    .from(column.table)
    .where(condition)
    .groupBy(column);
  return new Map(rows.map(({ value, count: found }) => [String(value), found]));
}
