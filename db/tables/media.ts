import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';

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
    /** Those that exist as AVIF too: all, or none where it would not be smaller; null while that is open. */
    avifWidths: integer('avif_widths').array(),
    /** How often AVIF was begun: a picture that cannot be encoded is not tried for ever. */
    avifAttempts: smallint('avif_attempts').notNull().default(0),
    /** A CSS background in the picture's colours; empty for what an older version stored while this one was starting. */
    preview: text('preview').notNull().default(''),
    /** The shorter side of the picture as it came, in pixels; null for those from before it was stored. */
    shortSide: integer('short_side'),
    /** Read by the version before this one, which may still run during an upgrade; the next version drops it. */
    thumbhash: text('thumbhash').notNull().default(''),
    /**
     * `pending`: files are being written; `withheld`: only removed phones or people had it, its JPEG is kept under
     * another name for a dispute; `removing`: files are being removed; `removed`: they are gone, and rows still name it.
     * Only a stored one is shown.
     */
    state: text('state', { enum: ['pending', 'stored', 'withheld', 'removing', 'removed'] })
      .notNull()
      .default('stored'),
    withheldAt: moment('withheld_at'),
    /** When it was last uploaded or given back by a client: the sweep spares it for a day from here. */
    touchedAt: moment('touched_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('images_hash_key').on(table.hash),
    index('images_by_touch').on(table.touchedAt),
    index('images_without_avif')
      .on(table.avifAttempts, table.id)
      .where(sql`avif_widths is null and state = 'stored'`),
  ],
);
