import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';

/**
 * Actions of staff that concern other people. Append-only: triggers refuse every change except an erasure's. Ids are stored without
 * references, so that a row remains whatever happens to its subject.
 */
export const staffActions = pgTable(
  'staff_actions',
  {
    id: id().primaryKey(),
    /** A `StaffActionKind` of `contract/staff.ts`. */
    kind: text('kind').notNull(),
    /** Who did it. */
    actor: id('actor').notNull(),
    /** The person concerned. */
    personId: id('person_id'),
    /** The order concerned. */
    orderId: id('order_id'),
    /** The details, such as the outcome of a decision. */
    detail: text('detail'),
    /** One of the kind's reasons. */
    reason: text('reason'),
    words: text('words'),
    at: moment('at').notNull(),
    /** The order of all entries. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    index('staff_actions_by_order').on(table.orderId, table.position),
    index('staff_actions_by_person').on(table.personId, table.position),
    index('staff_actions_by_actor').on(table.actor, table.position),
  ],
);
