import { sql } from 'drizzle-orm';

import type { DomainEvent, EventKind } from '#contract/events.ts';
import type { Jobs, Queue } from '#server/platform/jobs/jobs.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';

/** A queue for events of these kinds; `server/subscriptions.ts` has to list it for each of them. */
export type EventQueue<Kind extends EventKind> = Queue<DomainEvent<Kind>>;

/**
 * Declares the handler of a queue of events. It runs in a transaction that also stores the event's receipt, so its
 * writes happen once for each event, however often its job runs. Calls to external services (the card processor)
 * belong in a job of their own, which the handler enqueues, or in `jobs.handle` if repeating them is harmless.
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
