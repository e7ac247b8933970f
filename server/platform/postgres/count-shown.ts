import { type SQL, sql } from 'drizzle-orm';

import { maxCounted, type ShownCount } from '#contract/table.ts';
import type { Executor } from './database.ts';

/**
 * Counts the rows of a list for each of its filters, each up to {@link maxCounted}, in one statement.
 *
 * @param shows the values of `show`; undefined for the list without one
 * @param select the rows of the list with this value, without a limit
 */
export async function countShown<Show extends string | undefined>(
  db: Executor,
  shows: readonly Show[],
  select: (show: Show) => SQL,
): Promise<ShownCount[]> {
  const counts = shows.map(
    (show) => sql`(select count(*) from (${select(show)} limit ${maxCounted + 1}) as counted)`,
  );
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select json_build_array(${sql.join(counts, sql`, `)}) as counts`,
  );
  const found = rows[0]?.counts ?? [];
  return shows.map((show, place) => {
    const count = found[place] ?? 0;
    return { show: show ?? null, count: Math.min(count, maxCounted), isCapped: count > maxCounted };
  });
}

/** A pattern of `like` that matches the text anywhere; `%` and `_` in it are escaped. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
