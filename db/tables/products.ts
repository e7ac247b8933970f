import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { ProductState } from '#contract/products-machine.ts';

import { cities } from './cities.ts';
import { id, moment, searchDocument } from './columns.ts';
import { images } from './media.ts';
import { shownTable } from './shown-table.ts';
import { users } from './users.ts';

export const categories = pgTable(
  'categories',
  {
    id: id().primaryKey(),
    name: text('name').notNull(),
    img: text('img').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [uniqueIndex('categories_name_key').on(table.name)],
);

/** The catalogue's models, which sellers choose from; updated to the version's list at every start. */
export const devices = pgTable(
  'devices',
  {
    id: id().primaryKey(),
    /** Stable, so that seeding again updates the row. */
    slug: text('slug').notNull(),
    categoryId: id('category_id')
      .notNull()
      .references(() => categories.id),
    model: text('model').notNull(),
    /** Maker and model as one name. */
    name: text('name').notNull(),
    year: integer('year').notNull(),
    storageGb: integer('storage_gb').array().notNull(),
    colours: text('colours').array().notNull(),
  },
  (table) => [
    uniqueIndex('devices_slug_key').on(table.slug),
    index('devices_by_category').on(table.categoryId, table.year.desc().nullsFirst()),
  ],
);

const isLive = sql`state = 'live'`;

/** Phones. The seller's name, photo and verification are joined, never copied. */
export const products = shownTable(
  'products',
  {
    id: id().primaryKey(),
    sellerId: id('seller_id')
      .notNull()
      .references(() => users.id),
    categoryId: id('category_id')
      .notNull()
      .references(() => categories.id),
    imageId: id('image_id')
      .notNull()
      .references(() => images.id),
    model: text('model').notNull(),
    phone: text('phone').notNull(),
    condition: text('condition').notNull(),
    location: text('location').notNull(),
    /** Set if its seller chose the place from the list of cities; otherwise no distance is shown. */
    cityId: integer('city_id').references(() => cities.id),
    buyCents: integer('buy_cents').notNull(),
    sellCents: integer('sell_cents').notNull(),
    /** The price before it was lowered, for as long as that is shown; `server/products/offer-price.ts` decides. */
    wasCents: integer('was_cents'),
    wasUntil: moment('was_until'),
    /** Incremented with each change by its seller. */
    revision: integer('revision').notNull().default(1),
    useYear: text('use_year').notNull(),
    deviceId: id('device_id').references(() => devices.id),
    storageGb: integer('storage_gb'),
    colour: text('colour'),
    networkLock: text('network_lock', { enum: ['unlocked', 'locked'] }),
    /** In per cent of the original capacity. */
    batteryHealth: smallint('battery_health'),
    accessories: text('accessories')
      .array()
      .notNull()
      .default(sql`'{}'`),
    description: text('description').notNull().default(''),
    /** The photos after the first, which is `image_id`, in their order. */
    morePhotoIds: id('more_photo_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    state: text('state').$type<ProductState>().notNull().default('live'),
    /** When its seller removed a sold phone from their list. */
    archivedAt: moment('archived_at'),
    /** When an admin took it off the site, in any state: its page is gone, but an order of it remains. */
    takenDownAt: moment('taken_down_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** The place in the form of `places` and the facet; written by the same trigger as the following column. */
    placeKey: text('place_key'),
    /**
     * Words of maker, model, place, facts and description, and a lexeme for each facet (`=colour:black`), so that one
     * index answers both. A trigger writes it (its newest version: migration 0036): nothing else may.
     */
    searchDocument: searchDocument('search_document')
      .notNull()
      .default(sql`''`),
  },
  (table) => [
    // Without `fastupdate`: every search would have to read the list of pending entries after every listing.
    index('products_search').using('gin', table.searchDocument).with({ fastupdate: false }).where(isLive),
    index('products_live_by_price').on(table.sellCents, table.id.desc().nullsFirst()).where(isLive),
    index('products_live_by_category_price')
      .on(table.categoryId, table.sellCents, table.id.desc().nullsFirst())
      .where(isLive),
    // Contains, in addition to the order, the columns by which a model's phones are counted, so that the index alone is
    // read. The battery is not among them: with a battery limit, the phones are read too.
    index('products_live_by_device')
      .on(
        table.deviceId,
        table.id.desc().nullsFirst(),
        table.condition,
        table.storageGb,
        table.colour,
        table.networkLock,
        table.placeKey,
        table.sellCents,
      )
      .where(isLive),
    // For the search's suggestions: whether any phone is at a place.
    index('products_by_place')
      .on(table.placeKey)
      .where(sql`state <> 'removed' and taken_down_at is null`),
    // City by city, the nearest first (see `server/search/walk-distance.ts`).
    index('products_live_by_city').on(table.cityId, table.id.desc().nullsFirst()).where(isLive),
    index('products_live_by_category_city')
      .on(table.categoryId, table.cityId, table.id.desc().nullsFirst())
      .where(isLive),
    index('products_by_was_until')
      .on(table.wasUntil)
      .where(sql`was_until is not null`),
    index('products_by_more_photos').using('gin', table.morePhotoIds),
    index('products_live_by_category').on(table.categoryId, table.id.desc().nullsFirst()).where(isLive),
    index('products_live').on(table.id.desc().nullsFirst()).where(isLive),
    // For the table of all phones (see `server/products/list-table.ts`): by words, by state, by price.
    index('products_by_model').using('gin', table.model.op('gin_trgm_ops')),
    index('products_by_state')
      .on(table.state, table.id.desc().nullsFirst())
      .where(sql`state <> 'live'`),
    index('products_by_price').on(table.sellCents, table.id),
    index('products_by_seller').on(table.sellerId, table.id.desc().nullsFirst()),
    index('products_by_image').on(table.imageId),
    check('products_prices', sql`buy_cents > 0 and sell_cents > 0`),
  ],
);

/**
 * The prices at which a phone was on offer, and since when, from its listing on. The first two rows are written with
 * the first change: until then the listing itself has the price. Append-only: triggers refuse any change.
 */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: id().primaryKey(),
    productId: id('product_id')
      .notNull()
      .references(() => products.id),
    /** Null while it is not on offer. */
    cents: integer('cents'),
    at: moment('at').notNull(),
    /** The order of all changes. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [index('price_changes_by_product').on(table.productId, table.position)],
);

/** The facts visible to buyers that each change of a listing has changed; a change without any has no row. */
export const listingChanges = pgTable(
  'listing_changes',
  {
    productId: id('product_id')
      .notNull()
      .references(() => products.id),
    /** The phone's revision after the change. */
    revision: integer('revision').notNull(),
    /** Names of `contract/phone-changes.ts`. */
    facts: text('facts').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.revision] })],
);

/** The price below which a phone is cheaper than most; computed by `server/products/jobs.ts`. */
export const priceBounds = pgTable(
  'price_bounds',
  {
    deviceId: id('device_id')
      .notNull()
      .references(() => devices.id),
    condition: text('condition').notNull(),
    belowCents: integer('below_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.condition] })],
);
