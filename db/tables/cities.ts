import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** The cities that people can choose: GeoNames' data, updated to the version's list at every start. */
export const cities = pgTable(
  'cities',
  {
    /** GeoNames' id. */
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    /** With its country, and with its region if the country has several cities of the name. */
    label: text('label').notNull(),
    /** The label normalised by `search_normal()`; typed text is compared with its beginning. */
    labelKey: text('label_key').notNull(),
    /** ISO 3166-1, two letters. */
    country: text('country').notNull(),
    /** In degrees. */
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    population: integer('population').notNull(),
    /**
     * Whether a phone was ever listed there; set by the trigger of `products`. Other cities are skipped in searches.
     */
    isUsed: boolean('is_used').notNull().default(false),
    /** The degree of latitude and longitude of its position, as one number. */
    area: integer('area')
      .notNull()
      .generatedAlwaysAs(sql`(floor(latitude)::integer + 90) * 360 + floor(longitude)::integer + 180`),
  },
  (table) => [
    index('cities_by_label').on(table.labelKey.op('text_pattern_ops')),
    // For nearby cities with phones: a band of latitudes, limited by longitude.
    index('cities_used_by_position')
      .on(table.latitude, table.longitude)
      .where(sql`is_used`),
  ],
);
