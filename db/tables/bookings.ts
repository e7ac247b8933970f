import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';
import { products } from './products.ts';
import { users } from './users.ts';

export const bookings = pgTable(
  'bookings',
  {
    id: id().primaryKey(),
    productId: id('product_id')
      .notNull()
      .references(() => products.id),
    buyerId: id('buyer_id')
      .notNull()
      .references(() => users.id),
    /** The price agreed on, which the payment must match. */
    sellCents: integer('sell_cents').notNull(),
    userLocation: text('user_location').notNull(),
    phone: text('phone').notNull(),
    state: text('state', { enum: ['held', 'paid', 'cancelled', 'expired', 'refunded'] })
      .notNull()
      .default('held'),
    holdExpiresAt: moment('hold_expires_at').notNull(),
    /** When its buyer may hold the same phone again; null where they need not wait. */
    rebookAfter: moment('rebook_after'),
    archivedAt: moment('archived_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // One phone, one holder: this index decides every race.
    uniqueIndex('bookings_one_holder')
      .on(table.productId)
      .where(sql`state in ('held', 'paid')`),
    index('bookings_by_buyer').on(table.buyerId, table.id.desc().nullsFirst()),
    // Written when a hold has ended, not when a phone is booked.
    index('bookings_waiting')
      .on(table.buyerId, table.productId)
      .where(sql`rebook_after is not null`),
    index('bookings_held_by_expiry')
      .on(table.holdExpiresAt)
      .where(sql`state = 'held'`),
  ],
);
