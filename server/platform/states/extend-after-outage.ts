import { sql } from 'drizzle-orm';

import type { Database, Transaction } from '#server/platform/postgres/database.ts';

/** So long without a run of the deadlines is an outage; a restart is none. */
const outageMs = 10 * 60_000;

/** What moves deadlines by the length of an outage. */
export type Extend = (tx: Transaction, byMs: number) => Promise<void>;

/**
 * Remembers that deadlines are run now. Where they were not run for longer than ten minutes nobody could act in time:
 * everything that people had to do by then gets as much time as they lost, once, in whichever process comes first. The
 * database's clock measures, since it is the same one for all processes.
 *
 * @returns the length of the outage in milliseconds; 0 where there was none
 */
export function extendAfterOutage(db: Database, extensions: readonly Extend[]): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`insert into deadline_runs (id, ran_at) values ('deadlines', now()) on conflict do nothing`,
    );
    const { rows } = await tx.execute<{ gap: string }>(sql`
      select extract(epoch from clock_timestamp() - ran_at) * 1000 as gap from deadline_runs
      where id = 'deadlines' for update`);
    const gapMs = Math.round(Number(rows[0]?.gap ?? 0));
    await tx.execute(sql`update deadline_runs set ran_at = clock_timestamp() where id = 'deadlines'`);
    if (gapMs < outageMs) return 0;
    for (const extend of extensions) await extend(tx, gapMs);
    return gapMs;
  });
}
