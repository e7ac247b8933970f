import { sql } from 'drizzle-orm';

import type { Database } from '#server/platform/postgres/database.ts';

/** Rows that one transaction deletes: few enough that nobody waits for its locks. */
const batchSize = 1_000;

/**
 * Deletes events, and the receipts of their handling, from before `before`, in batches. Nothing reads an event once it
 * was relayed and handled: what happened to an order is in the histories (`state_changes`, `order_log`), which stay.
 * An event that was never relayed stays, too.
 *
 * @param queues the queues that have receipts
 * @returns how many events were deleted
 */
export async function pruneEvents(db: Database, before: Date, queues: readonly string[]): Promise<number> {
  const firstKept = firstIdOf(before);
  const deleted = await inBatches(() =>
    db.transaction(async (tx) => {
      // The trigger of the append-only table allows deletes with this setting only.
      await tx.execute(sql`select set_config('ringback.pruning', 'on', true)`);
      const { rowCount } = await tx.execute(sql`
        delete from events where id in (
          select id from events where id < ${firstKept}
            and not exists (select from event_outbox where event_id = events.id)
          order by id limit ${batchSize})`);
      return rowCount ?? 0;
    }),
  );
  for (const queue of queues) {
    await inBatches(async () => {
      const { rowCount } = await db.execute(sql`
        delete from event_receipts where queue = ${queue} and event_id in (
          select event_id from event_receipts where queue = ${queue} and event_id < ${firstKept}
          order by event_id limit ${batchSize})`);
      return rowCount ?? 0;
    });
  }
  return deleted;
}

/** Runs `deleteSome` until it deletes less than a full batch. @returns how many rows were deleted */
async function inBatches(deleteSome: () => Promise<number>): Promise<number> {
  let all = 0;
  let last = batchSize;
  while (last === batchSize) {
    last = await deleteSome();
    all += last;
  }
  return all;
}

/** The smallest UUIDv7 of a time (RFC 9562 section 5.7), which begins in 1970. Ids are ordered by time, and indexed. */
function firstIdOf(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
