import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';
import { images } from './media.ts';
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

/** Phones. The seller's name, photo and verification are joined, never copied. */
export const products = pgTable(
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
    buyCents: integer('buy_cents').notNull(),
    sellCents: integer('sell_cents').notNull(),
    useYear: text('use_year').notNull(),
    state: text('state', { enum: ['live', 'reserved', 'sold', 'removed'] })
      .notNull()
      .default('live'),
    /** When its seller took a sold phone off his list. */
    archivedAt: moment('archived_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('products_live_by_category')
      .on(table.categoryId, table.id.desc().nullsFirst())
      .where(sql`state = 'live'`),
    index('products_live')
      .on(table.id.desc().nullsFirst())
      .where(sql`state = 'live'`),
    index('products_by_seller').on(table.sellerId, table.id.desc().nullsFirst()),
    index('products_by_image').on(table.imageId),
    check('products_prices', sql`buy_cents > 0 and sell_cents > 0`),
  ],
);
