import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';

import { id } from './columns.ts';
import { devices } from './products.ts';

/** Places where phones are sold, each in one spelling; a trigger of `products` adds to it (migration 0001). */
export const places = pgTable(
  'places',
  {
    /** Lower case, without accents, single blanks: the form that the facet compares. */
    key: text('key').primaryKey(),
    /** The spelling of the first phone there. */
    label: text('label').notNull(),
  },
  () => [index('places_similar').using('gin', sql`key gin_trgm_ops`)],
);

/**
 * What search words may mean: the words of models, makers and places, by which typing errors are corrected, and their
 * whole names for suggestions. Filled from `categories`, `devices` and `places`.
 */
export const searchTerms = pgTable(
  'search_terms',
  {
    kind: text('kind', { enum: ['word', 'model', 'maker', 'place'] }).notNull(),
    /** Normalised by `search_normal()`. */
    term: text('term').notNull(),
    /** As it is shown. */
    label: text('label').notNull(),
    /** Higher is more likely meant: newer models, words of many models. */
    weight: integer('weight').notNull(),
    /** A model's row in `devices`, by which the search knows whether it is for sale. */
    deviceId: id('device_id').references(() => devices.id),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.term] }),
    index('search_terms_similar').using('gin', sql`term gin_trgm_ops`),
  ],
);
