import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';
import { users } from './users.ts';

/** Pictures that were uploaded and re-encoded; their files are named by the hash. */
export const images = pgTable(
  'images',
  {
    id: id().primaryKey(),
    /** Who uploaded it first; null for the product's own pictures. */
    ownerId: id('owner_id').references(() => users.id),
    hash: text('hash').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    widths: integer('widths').array().notNull(),
    /** The widths that exist as AVIF: all, or none if it would not be smaller; null while undecided. */
    avifWidths: integer('avif_widths').array(),
    /** The number of attempts to make AVIF, so that a picture that cannot be encoded is given up. */
    avifAttempts: smallint('avif_attempts').notNull().default(0),
    /** A CSS background in the picture's colours; empty if an older version stored it while this one was starting. */
    preview: text('preview').notNull().default(''),
    /** The shorter side of the uploaded picture, in pixels; null for pictures from before this column. */
    shortSide: integer('short_side'),
    /** Read by the previous version, which may still run during an upgrade; the next version drops it. */
    thumbhash: text('thumbhash').notNull().default(''),
    /**
     * `pending`: files are being written; `withheld`: only removed phones or people had it, its JPEG is kept under
     * another name for a dispute; `removing`: files are being removed; `removed`: they are gone, but rows still
     * reference it. Only a stored one is shown.
     */
    state: text('state', { enum: ['pending', 'stored', 'withheld', 'removing', 'removed'] })
      .notNull()
      .default('stored'),
    withheldAt: moment('withheld_at'),
    /** When it was last uploaded or referenced by a client: the sweep spares it for a day from then. */
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
