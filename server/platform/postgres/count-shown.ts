import { type SQL, sql } from 'drizzle-orm';

import { maxCounted, type ShownCount } from '#contract/table.ts';
import type { Executor } from './database.ts';

/**
 * Counts what a list shows for each of its filters, each up to {@link maxCounted}, in one statement.
 *
 * @param selections by the value of `show`, null for the list without one: a select of the rows, without a limit
 */
export async function countShown<Show extends string>(
  db: Executor,
  selections: ReadonlyMap<Show | null, SQL>,
): Promise<ShownCount[]> {
  const counts = [...selections.values()].map(
    (rows) => sql`(select count(*) from (${rows} limit ${maxCounted + 1}) as counted)`,
  );
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select json_build_array(${sql.join(counts, sql`, `)}) as counts`,
  );
  const found = rows[0]?.counts ?? [];
  return [...selections.keys()].map((show, place) => {
    const count = found[place] ?? 0;
    return { show, count: Math.min(count, maxCounted), isCapped: count > maxCounted };
  });
}

/** Text as a pattern of `like` that finds it anywhere: its own `%` and `_` mean themselves. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
