import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
} from 'drizzle-orm/pg-core';

import type { OrderState } from '#contract/orders-machine.ts';
import type { OfferKind, ProblemReason, StatementKind } from '#contract/orders-problems.ts';
import type { Role } from '#contract/states.ts';

import { bookings } from './bookings.ts';
import { id, moment } from './columns.ts';
import { products } from './products.ts';
import { users } from './users.ts';

const isOpen = sql`state in ('paid', 'sent', 'handed_over', 'disputed', 'returning')`;

/** The order that a payment creates. It has the id of its booking. */
export const orders = pgTable(
  'orders',
  {
    id: id()
      .primaryKey()
      .references(() => bookings.id),
    // These four are copied from the booking and the phone, where they never change: lists are read by them.
    productId: id('product_id')
      .notNull()
      .references(() => products.id),
    buyerId: id('buyer_id')
      .notNull()
      .references(() => users.id),
    sellerId: id('seller_id')
      .notNull()
      .references(() => users.id),
    amountCents: integer('amount_cents').notNull(),
    state: text('state').$type<OrderState>().notNull().default('paid'),
    // The fee at the time of the payment.
    feePercent: doublePrecision('fee_percent').notNull(),
    feeFixedCents: integer('fee_fixed_cents').notNull(),
    vatPercent: doublePrecision('vat_percent').notNull(),
    feeCents: integer('fee_cents').notNull(),
    /** The tax within the fee. */
    vatCents: integer('vat_cents').notNull(),
    /** What the seller got from the operator's own money, after the buyer was refunded. */
    madeGoodCents: integer('made_good_cents').notNull().default(0),
    /** How often the order was reopened after it had ended. */
    corrections: smallint('corrections').notNull().default(0),
    /** What was refunded to the buyer, or is being refunded. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    delivery: text('delivery', { enum: ['meeting', 'parcel'] })
      .notNull()
      .default('meeting'),
    parcelAddress: text('parcel_address'),
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    sentAt: moment('sent_at'),
    deliveredAt: moment('delivered_at'),
    returnCarrier: text('return_carrier'),
    returnTrackingNumber: text('return_tracking_number'),
    returnSentAt: moment('return_sent_at'),
    /** A keyed hash of the code's digits, and the code encrypted for the buyer to see. Null once it is useless. */
    codeHash: text('code_hash'),
    codeSealed: text('code_sealed'),
    /** The number of wrong codes, over all codes of the order. */
    wrongCodes: smallint('wrong_codes').notNull().default(0),
    codeLockedUntil: moment('code_locked_until'),
    /** The ticked items of the checklist. */
    checked: text('checked')
      .array()
      .notNull()
      .default(sql`'{}'`),
    problem: text('problem').$type<ProblemReason>(),
    problemText: text('problem_text'),
    /** Whether the buyer had the phone when the problem was reported. */
    buyerHasPhone: boolean('buyer_has_phone').notNull().default(false),
    /** The seller has answered the problem, so not answering has no more consequences. */
    isAnswered: boolean('is_answered').notNull().default(false),
    /** The open offer of a dispute: a statement of its side. */
    offerId: id('offer_id'),
    offerBy: text('offer_by', { enum: ['buyer', 'seller'] }),
    offerKind: text('offer_kind').$type<OfferKind>(),
    /** The amount of an offered part. */
    offerCents: integer('offer_cents'),
    /** Whether an admin has to decide: the seller's time to answer is over, or there is nothing for them to answer. */
    isWithAdmin: boolean('is_with_admin').notNull().default(false),
    // Automatic deadlines. Stored, so that an outage can postpone them.
    /** The deadline of the state. */
    dueAt: moment('due_at'),
    /** When the requested cancellation takes effect. */
    cancelDueAt: moment('cancel_due_at'),
    cancelAskedBy: text('cancel_asked_by', { enum: ['buyer', 'system'] }),
    remindAt: moment('remind_at'),
    reminders: smallint('reminders').notNull().default(0),
    /** For a booking that was paid before there were orders: it is never refunded automatically. */
    isAdopted: boolean('is_adopted').notNull().default(false),
    listedAgainAs: id('listed_again_as').references(() => products.id),
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('orders_by_seller').on(table.sellerId, table.id.desc().nullsFirst()),
    index('orders_open_by_seller').on(table.sellerId, table.id.desc().nullsFirst()).where(isOpen),
    index('orders_by_buyer').on(table.buyerId, table.id.desc().nullsFirst()),
    // The number on a receipt.
    index('orders_by_number').on(sql`right(replace(id::text, '-', ''), 12)`),
    index('orders_open').on(table.id.desc().nullsFirst()).where(isOpen),
    index('orders_disputed')
      .on(sql`(not is_with_admin)`, sql`coalesce(due_at, '-infinity')`, table.id)
      .where(sql`state = 'disputed' or (state = 'returning' and is_with_admin)`),
    index('orders_due')
      .on(sql`least(due_at, cancel_due_at, remind_at)`)
      .where(isOpen),
    check('orders_amounts', sql`amount_cents > 0 and fee_cents between 0 and amount_cents`),
    check(
      'orders_offer',
      sql`num_nulls(offer_id, offer_by, offer_kind) in (0, 3) and (offer_kind is not distinct from 'part') = (offer_cents is not null)`,
    ),
    check('orders_refunded', sql`refunded_cents between 0 and amount_cents`),
  ],
);

/** A side's statements in a dispute. Append-only: triggers refuse every change except an erasure's. */
export const orderStatements = pgTable(
  'order_statements',
  {
    id: id().primaryKey(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    role: text('role', { enum: ['buyer', 'seller'] }).notNull(),
    personId: id('person_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<StatementKind>().notNull(),
    text: text('text'),
    offerKind: text('offer_kind').$type<OfferKind>(),
    offerCents: integer('offer_cents'),
    at: moment('at').notNull(),
  },
  (table) => [index('order_statements_by_order').on(table.orderId, table.id)],
);

/**
 * Photos of disputes, for the two sides and staff. Those in a statement cannot be changed, because a trigger refuses
 * it; others are removed after a day.
 */
export const orderPhotos = pgTable(
  'order_photos',
  {
    id: id().primaryKey(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    /** Who uploaded it. */
    ownerId: id('owner_id')
      .notNull()
      .references(() => users.id),
    /** The statement that it is part of; null until then. */
    statementId: id('statement_id').references(() => orderStatements.id),
    place: smallint('place').notNull().default(0),
    /** Its secret name in the storage. */
    file: text('file').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    preview: text('preview').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('order_photos_by_order').on(table.orderId),
    index('order_photos_unused')
      .on(table.createdAt)
      .where(sql`statement_id is null`),
  ],
);

/**
 * What happened to an order besides its transitions, for the timeline. Append-only: triggers refuse every change except an
 * erasure's.
 */
export const orderLog = pgTable(
  'order_log',
  {
    /** The same as its event's. */
    id: id().primaryKey(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    /** One of `orderLogKinds` in `contract/orders-machine.ts`. */
    kind: text('kind').notNull(),
    role: text('role').$type<Role>().notNull(),
    actor: id('actor'),
    detail: text('detail'),
    at: moment('at').notNull().defaultNow(),
    /** The order of an order's entries, assigned while its row is locked. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [index('order_log_by_order').on(table.orderId, table.position)],
);
