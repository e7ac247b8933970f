import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';

import { id } from './columns.ts';
import { devices } from './products.ts';

/** Places where phones are sold, each in one spelling; a trigger of `products` adds to it (migration 0001). */
export const places = pgTable(
  'places',
  {
    /** Lower case, without accents, single blanks: what the facet compares. */
    key: text('key').primaryKey(),
    /** As it was first written. */
    label: text('label').notNull(),
  },
  () => [index('places_similar').using('gin', sql`key gin_trgm_ops`)],
);

/**
 * What a search may mean: the words of models, makers and places, against which typing errors are corrected, and their
 * whole names, which complete what is being typed. Filled from `categories`, `devices` and `places`.
 */
export const searchTerms = pgTable(
  'search_terms',
  {
    kind: text('kind', { enum: ['word', 'model', 'maker', 'place'] }).notNull(),
    /** Normalised as `search_normal()` does it. */
    term: text('term').notNull(),
    /** As it is shown. */
    label: text('label').notNull(),
    /** Higher is more likely meant: newer models, words of many models. */
    weight: integer('weight').notNull(),
    /** A model's row in `devices`, by which is known whether anybody sells it. */
    deviceId: id('device_id').references(() => devices.id),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.term] }),
    index('search_terms_similar').using('gin', sql`term gin_trgm_ops`),
  ],
);
