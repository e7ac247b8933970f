import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';
import { users } from './users.ts';

/** Pictures that were uploaded and re-encoded; their files are named by the hash. */
export const images = pgTable(
  'images',
  {
    id: id().primaryKey(),
    /** Who brought it first; null for what the product brings itself. */
    ownerId: id('owner_id').references(() => users.id),
    hash: text('hash').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    widths: integer('widths').array().notNull(),
    thumbhash: text('thumbhash').notNull(),
    /** `pending`: files are being written; `removing`: files are being removed. Only a stored one is shown. */
    state: text('state', { enum: ['pending', 'stored', 'removing'] })
      .notNull()
      .default('stored'),
    /** When it was last uploaded or given back by a client: the sweep spares it for a day from here. */
    touchedAt: moment('touched_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('images_hash_key').on(table.hash), index('images_by_touch').on(table.touchedAt)],
);
