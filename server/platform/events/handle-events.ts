import { sql } from 'drizzle-orm';

import type { DomainEvent, EventKind } from '#contract/events.ts';
import type { Jobs, Queue } from '#server/platform/jobs/jobs.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';

/** A queue that gets events of these kinds, once `server/subscriptions.ts` names it for them. */
export type EventQueue<Kind extends EventKind> = Queue<DomainEvent<Kind>>;

/**
 * Declares what follows the events of a queue. The handler runs in a transaction that also stores the event's receipt,
 * so what it writes is written once for each event, however often its job runs. Work outside of the database (a call
 * to the card processor) belongs into a job of its own, which the handler enqueues, or into `jobs.handle` where
 * repeating it is harmless.
 */
export function handleEvents<Kind extends EventKind>(
  jobs: Jobs,
  db: Database,
  events: EventQueue<Kind>,
  handler: (tx: Transaction, event: DomainEvent<Kind>) => Promise<void>,
): void {
  jobs.handle(events, (event) =>
    db.transaction(async (tx) => {
      const { rowCount } = await tx.execute(sql`
        insert into event_receipts (queue, event_id) values (${events.name}, ${event.id}) on conflict do nothing`);
      if (rowCount === 1) await handler(tx, event);
    }),
  );
}
