import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';
import { users } from './users.ts';

/** Copies of people's data that they requested. Removed after a day, file and row. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: id().primaryKey(),
    personId: id('person_id')
      .notNull()
      .references(() => users.id),
    /** The secret prefix of its parts' names in the storage. */
    file: text('file').notNull(),
    /** How many parts were begun: each is recorded before it is written. */
    parts: integer('parts').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    requestedAt: moment('requested_at').notNull(),
    /** Null while it is being made. */
    readyAt: moment('ready_at'),
    /** When it is removed. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('data_exports_one_running')
      .on(table.personId)
      .where(sql`ready_at is null`),
    index('data_exports_of_person').on(table.personId, table.id.desc().nullsFirst()),
    index('data_exports_by_end').on(table.expiresAt),
  ],
);
