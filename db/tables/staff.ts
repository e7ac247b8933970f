import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';

/**
 * What staff did that concerns other people. Append-only: triggers refuse any change. Ids are stored without references:
 * a row stays, whatever becomes of what it is about.
 */
export const staffActions = pgTable(
  'staff_actions',
  {
    id: id().primaryKey(),
    /** A `StaffActionKind` of `contract/staff.ts`. */
    kind: text('kind').notNull(),
    /** Who did it. */
    actor: id('actor').notNull(),
    /** Whom it is about. */
    personId: id('person_id'),
    /** Which order it is about. */
    orderId: id('order_id'),
    /** What exactly was done, such as the outcome of a decision. */
    detail: text('detail'),
    /** Of a list of the kind's. */
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
