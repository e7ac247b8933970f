import { sql } from 'drizzle-orm';

import type { EventKind, Events } from '#contract/events.ts';
import { type Actor } from '#contract/states.ts';
import { newId, type Transaction } from '#server/platform/postgres/database.ts';

/** Published after the commit of every transaction that emitted an event, so that the relay runs. */
export const eventsTopic = 'events';

export interface NewEvent<Kind extends EventKind> {
  /** The id of the object of the event. */
  readonly subject: string;
  readonly actor: Actor;
  readonly data: Events[Kind];
}

/**
 * Emits a domain event: it is stored in the transaction of the change, and after the commit handed to the queues that
 * `server/subscriptions.ts` lists. The events of a state machine are emitted by `transition()`.
 */
export async function emit<Kind extends EventKind>(
  tx: Transaction,
  kind: Kind,
  { subject, actor, data }: NewEvent<Kind>,
): Promise<void> {
  await tx.execute(sql`
    with emitted as (
      insert into events (id, kind, subject, actor, data)
      values (${newId()}, ${kind}, ${subject}, ${idOf(actor)}, ${JSON.stringify(data)})
      returning id
    )
    insert into event_outbox (event_id) select id from emitted`);
  tx.$changes.publish(eventsTopic);
}

/** The person's id; null for the product itself. */
export const idOf = (actor: Actor): string | null => (actor.role === 'system' ? null : actor.id);
