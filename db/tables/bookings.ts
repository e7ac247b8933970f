import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { BookingState } from '#contract/bookings.ts';
import type { StoredFacts } from '#contract/phone-facts.ts';

import { id, moment } from './columns.ts';
import { products } from './products.ts';
import { users } from './users.ts';

/**
 * The listing at the time of the booking: later changes do not affect it. Made by the function `listing_snapshot`
 * (migration `orders`). A fact is absent if the phone was booked before phones had that fact.
 */
export interface ListingSnapshot extends Partial<StoredFacts> {
  readonly sellerName: string;
  readonly phone: string;
  readonly model: string;
  readonly category: string;
  readonly deviceName: string | null;
  readonly condition: string;
  readonly location: string;
  readonly buyCents: number;
  readonly sellCents: number;
  readonly useYear: string;
  readonly accessories: readonly string[];
  readonly description: string;
  readonly listedAt: string;
  /** The booked revision of the listing; absent if it was booked before listings could be changed. */
  readonly revision?: number;
  /** Its pictures in their order. */
  readonly photoIds: readonly string[];
}

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
    /** The agreed price, which the payment must match. */
    sellCents: integer('sell_cents').notNull(),
    /** Null for unpaid bookings from before there were orders. */
    listing: jsonb('listing').$type<ListingSnapshot>(),
    userLocation: text('user_location').notNull(),
    phone: text('phone').notNull(),
    state: text('state').$type<BookingState>().notNull().default('held'),
    holdExpiresAt: moment('hold_expires_at').notNull(),
    /** When its buyer may hold the same phone again; null if they need not wait. */
    rebookAfter: moment('rebook_after'),
    archivedAt: moment('archived_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // One holder per phone: this index decides every race.
    uniqueIndex('bookings_one_holder')
      .on(table.productId)
      .where(sql`state in ('held', 'paid')`),
    index('bookings_by_buyer').on(table.buyerId, table.id.desc().nullsFirst()),
    // Written when a hold has ended, not when a phone is booked.
    index('bookings_waiting')
      .on(table.buyerId, table.productId)
      .where(sql`rebook_after is not null`),
    // Admins find the orders of either side by the digits of a phone number; only paid bookings have orders.
    index('bookings_paid_by_buyer_phone')
      .on(sql`regexp_replace(phone, '[^0-9]', '', 'g')`, table.id.desc().nullsFirst())
      .where(sql`state = 'paid'`),
    index('bookings_paid_by_seller_phone')
      .on(sql`regexp_replace(listing ->> 'phone', '[^0-9]', '', 'g')`, table.id.desc().nullsFirst())
      .where(sql`state = 'paid'`),
    index('bookings_held_by_expiry')
      .on(table.holdExpiresAt)
      .where(sql`state = 'held'`),
  ],
);
