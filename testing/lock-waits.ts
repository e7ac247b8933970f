import { sql } from 'drizzle-orm';

import type { Executor } from '#server/platform/postgres/database.ts';

/** How many statements wait for a lock in this database. */
export async function lockWaits(db: Executor): Promise<number> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
