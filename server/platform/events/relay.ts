/**
 * Hands events to the queues of their subscribers. Emitting writes the event's id to `event_outbox`; the relay removes
 * ids from it and creates their jobs in one transaction. So it does not matter in which order transactions commit, how
 * many processes relay at once, or when one of them is killed: an id stays until its jobs exist.
 */
import { sql } from 'drizzle-orm';

import type { DomainEvent, EventKind } from '#contract/events.ts';
import type { Jobs, Queue } from '#server/platform/jobs/jobs.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';

/** For each kind of event, the queues that get it. A queue gets an event once, because the event's id is the job's. */
export type Subscriptions = { readonly [Kind in EventKind]: readonly Queue<DomainEvent<Kind>>[] };

export interface RelayOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'enqueueAll'>;
  readonly subscriptions: Subscriptions;
  /**
   * Called with events after they were relayed. It is not called again if it fails, so it must not do anything
   * essential.
   */
  readonly onRelayed?: (events: readonly DomainEvent[]) => Promise<void>;
}

const batchSize = 200;

/** Relays the events in the outbox, in the order in which they were emitted. @returns how many */
export async function relayEvents(options: RelayOptions): Promise<number> {
  let relayed = 0;
  for (let taken = batchSize; taken === batchSize; relayed += taken) {
    const events = await options.db.transaction((tx) => relayBatch(tx, options));
    taken = events.length;
    if (taken > 0) await options.onRelayed?.(events);
  }
  return relayed;
}

async function relayBatch(
  tx: Transaction,
  { jobs, subscriptions }: RelayOptions,
): Promise<readonly DomainEvent[]> {
  const events = await takeEvents(tx, Object.keys(subscriptions));
  const byQueue = Map.groupBy(
    events.flatMap((event) => subscriptions[event.kind].map((queue) => ({ event, name: queue.name }))),
    ({ name }) => name,
  );
  for (const [name, items] of byQueue) {
    await jobs.enqueueAll(
      tx,
      { name },
      items.map(({ event }) => ({ id: event.id, data: event })),
    );
  }
  return events;
}

/**
 * A kind that this process does not know is left to a newer process. Events are looked up one by one: the planner does
 * not know the size of the outbox, so a join would read all events that were ever emitted.
 */
async function takeEvents(tx: Transaction, kinds: readonly string[]): Promise<DomainEvent[]> {
  const { rows } = await tx.execute<DomainEvent & Record<string, unknown>>(sql`
    with taken as (
      delete from event_outbox where event_id in (
        select event_id from event_outbox
        where (select kind from events where id = event_id) = any(${sql.param(kinds)})
        order by event_id limit ${batchSize} for update skip locked
      ) returning event_id
    )
    select id, kind, subject, actor, data, to_json(at) as at from events
    where id = any(array(select event_id from taken)) order by id`);
  return rows;
}
