import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Cities that a place is chosen from: GeoNames' data, brought up to the version's list at every start. */
export const cities = pgTable(
  'cities',
  {
    /** GeoNames' own. */
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    /** With its country, and its region where the country has several of the name. */
    label: text('label').notNull(),
    /** The label normalised by `search_normal()`: what is typed is a beginning of it. */
    labelKey: text('label_key').notNull(),
    /** ISO 3166-1, two letters. */
    country: text('country').notNull(),
    /** In degrees. */
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    population: integer('population').notNull(),
    /** Whether a phone was ever listed there; set by the trigger of `products`. Others need not be looked at. */
    isUsed: boolean('is_used').notNull().default(false),
    /** The degree of latitude and longitude that it lies in, as one number. */
    area: integer('area')
      .notNull()
      .generatedAlwaysAs(sql`(floor(latitude)::integer + 90) * 360 + floor(longitude)::integer + 180`),
  },
  (table) => [
    index('cities_by_label').on(table.labelKey.op('text_pattern_ops')),
    // What lies near and has phones: a band of latitudes, of which the longitudes leave a part.
    index('cities_used_by_position')
      .on(table.latitude, table.longitude)
      .where(sql`is_used`),
  ],
);
