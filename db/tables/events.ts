import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';

/**
 * Events, each written in the transaction of its change. Append-only: triggers refuse every change except an erasure's,
 * and every deletion except that of old events (`prune-events.ts`).
 */
export const events = pgTable('events', {
  id: id().primaryKey(),
  /** `booking.paid`: see `contract/events.ts`. */
  kind: text('kind').notNull(),
  subject: id('subject').notNull(),
  /** The person who caused it; null if it was automatic. */
  actor: id('actor'),
  data: jsonb('data').notNull(),
  at: moment('at').notNull().defaultNow(),
});

/** Events that were not yet sent to the queues of their subscribers. */
export const eventOutbox = pgTable('event_outbox', { eventId: id('event_id').primaryKey() });

/** Which queue has handled which event, so that a repeated job finds that it is done. */
export const eventReceipts = pgTable(
  'event_receipts',
  {
    queue: text('queue').notNull(),
    eventId: id('event_id').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.queue, table.eventId] })],
);

/** Every transition of every state machine, with who made it and why. Append-only: triggers refuse every change except an erasure's. */
export const stateChanges = pgTable(
  'state_changes',
  {
    /** The same as its event's. */
    id: id().primaryKey(),
    machine: text('machine').notNull(),
    subject: id('subject').notNull(),
    /** Null if the row was created. */
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    role: text('role', { enum: ['buyer', 'seller', 'admin', 'system'] }).notNull(),
    actor: id('actor'),
    reason: text('reason'),
    at: moment('at').notNull().defaultNow(),
    /** The order of a subject's changes, assigned while its row is locked, independent of clocks. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [index('state_changes_by_subject').on(table.subject, table.position)],
);
