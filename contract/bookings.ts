/** Bookings: one phone, one holder, until they pay or the hold ends. */
import * as z from 'zod/mini';

import { alsoSuspended, notOwner, ownOnly, ownOrAdmin } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById, Id } from './id.ts';
import { pageQuery } from './page.ts';
import { shownFacts } from './phone-changes.ts';
import { PictureInfo } from './picture.ts';
import { Deleted, Inserted, notAcknowledged } from './replies.ts';
import type { Machine, StateEvents } from './states.ts';
import { ShownCount, showParameter, sortParameter, tableSearch, timeOrders } from './table.ts';
import { Line, PhoneNumber } from './text.ts';

export const bookingStates = ['held', 'paid', 'cancelled', 'expired', 'refunded'] as const;
export type BookingState = (typeof bookingStates)[number];

/**
 * The states of a booking until its payment, after which there is an order. `expired → paid` is a payment that arrives
 * late while the phone is still free; `refunded` is one that arrives when it is not.
 */
export const bookingMachine = {
  name: 'booking',
  first: 'held',
  transitions: {
    held: {
      paid: { by: ['system'] },
      cancelled: { by: ['buyer', 'seller', 'admin'] },
      // The default; the setting `BOOKING_HOLD_MINUTES` replaces it.
      expired: { by: ['system'], after: { minutes: 1440 } },
      refunded: { by: ['system'] },
    },
    paid: { refunded: { by: ['system'] } },
    cancelled: { refunded: { by: ['system'] } },
    expired: { paid: { by: ['system'] }, refunded: { by: ['system'] } },
    refunded: {},
  },
} as const satisfies Machine<'booking', BookingState>;

/** Who may end an unpaid booking. */
export const bookingEnders = ['buyer', 'seller', 'admin'] as const;
export type BookingEnder = (typeof bookingEnders)[number];

/** The reason in the event of a booking that ended because its seller or an admin removed the phone. */
export const phoneRemoved = 'The phone was removed.';

export interface BookingEvents extends StateEvents<typeof bookingMachine> {
  /** A buyer removed a booking whose hold had expired from their list: it can no longer be paid late. */
  'booking.given-up': Record<string, never>;
}

/**
 * Limits that keep unpaid holds from blocking the market. `RATE_LIMIT_FACTOR` multiplies `maxHeld`; 0 turns all
 * of them off, so that every hold lasts `BOOKING_HOLD_MINUTES`.
 */
export const holdLimits = {
  /** Unpaid phones that one buyer may hold at a time, with a confirmed e-mail address and without. */
  maxHeld: { confirmed: 10, unconfirmed: 3 },
  /** How long a hold lasts at most without a confirmed address. */
  unconfirmedMinutes: 120,
  /** How long a buyer waits before they may hold a phone again after their hold on it expired or they cancelled it. */
  rebookMinutes: 60,
} as const;

/**
 * Where the money of a payment is that came after its booking had ended: held by the buyer's bank, which has still to
 * decide; going or gone back to the buyer's card; waiting for another way, since the card refused it; or given back
 * without the card.
 */
export const latePaymentStates = ['at-bank', 'returning', 'delayed', 'elsewhere'] as const;
export type LatePaymentState = (typeof latePaymentStates)[number];

export const Booking = z.object({
  _id: z.string(),
  productId: z.string(),
  model: z.string(),
  image: z.string(),
  picture: z.optional(PictureInfo),
  seller: z.string(),
  sell: z.number(),
  userLocation: z.string(),
  phone: z.string(),
  userEmail: z.string(),
  user: z.string(),
  paid: z.boolean(),
  state: z.enum(bookingStates),
  /** Who ended it unpaid. Null in every other state. */
  endedBy: z.nullable(z.enum(bookingEnders)),
  /** Whether it ended because its phone was removed. */
  isPhoneRemoved: z.boolean(),
  /** Null if no payment came after the booking had ended. */
  latePayment: z.nullable(z.enum(latePaymentStates)),
  time: z.string(),
  /** When an unpaid booking frees the phone; null once paid. */
  holdExpiresAt: z.nullable(z.string()),
  /** The processor's id of the payment that paid it. */
  transactionId: z.nullable(z.string()),
  /** The order that the payment made, which has the booking's id; null for a booking that was not paid in time. */
  orderId: z.nullable(z.string()),
  /** Of the order: see `contract/orders-machine.ts`. */
  orderState: z.nullable(z.string()),
  /** What the order waits for, whether it is the buyer's turn, and until when. */
  orderNext: z.nullable(
    z.object({ step: z.string(), isYourTurn: z.boolean(), until: z.nullable(z.string()) }),
  ),
  /** The order's buyer gets the phone as a parcel: nobody meets at `userLocation`. */
  isParcel: z.boolean(),
  /** The buyer's bank holds the payment back: no money moves until it has decided. */
  isHeldBack: z.boolean(),
});
export type Booking = z.infer<typeof Booking>;

/** The largest integer that the database stores. */
const maxVersion = 2 ** 31 - 1;

/**
 * What the server knows about buyer, seller and phone is optional and never stored. A booking with an outdated `sell`
 * is refused, and so is one with an outdated `version` if anything that buyers see has changed since.
 */
export const NewBooking = z.object({
  productId: Id,
  userLocation: Line('The meeting location', 'Please enter the meeting location', 200),
  phone: PhoneNumber('Please enter your phone number'),
  sell: z.optional(z.number('The price is a number')),
  /** The `version` of the phone that the buyer saw; left out, only the price is compared. */
  version: z.optional(
    z
      .int('The version is a whole number')
      .check(z.gte(1, 'The version is at least 1'), z.lte(maxVersion, 'There is no such version')),
  ),
});
export type NewBooking = z.infer<typeof NewBooking>;

export const bookingErrors = {
  'bookings.already-booked': [409, 'This Product Already Booked'],
  'bookings.not-for-sale': [409, 'This phone is not for sale at the moment.'],
  'bookings.sold': [409, 'This phone is sold.'],
  'bookings.price-changed': [409, 'The price of this phone has changed.'],
  'bookings.phone-changed': [409, 'The seller has changed this phone since you opened it.'],
  'bookings.too-many-held': [
    429,
    'You have reached the limit of unpaid phones. Pay for one or delete one first.',
  ],
  'bookings.held-recently': [
    409,
    'You held this phone a short while ago. Give others a chance to book it first.',
  ],
  'bookings.own-product': [403, 'This is your own phone.'],
  'bookings.order-open': [409, 'This order is still open. It can be taken off the list when it has ended.'],
  'bookings.not-found': [404, 'There is no such booking.'],
} as const satisfies ErrorTable;

/** The facts that have changed since the buyer looked, as `changed` of the error reply lists them. */
export const ChangedFact = z.object({
  field: z.enum(shownFacts),
  /** The new value; null if it was removed, or does not fit into a line. */
  now: z.nullable(z.string()),
});
export type ChangedFact = z.infer<typeof ChangedFact>;

export const bookProduct = endpoint({
  method: 'POST',
  path: '/bookedProduct',
  summary:
    'Book a phone; exactly one of any number of simultaneous buyers is acknowledged. 409 with the new `sell` after a stale price, with `version` and `changed` after a stale version',
  access: notOwner('body.productId'),
  body: NewBooking,
  reply: z.extend(Inserted, { holdExpiresAt: z.string() }),
  errors: bookingErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

/** The states in which a buyer's list has bookings; `cancelled` with `ended` only. */
export const bookingFilters = [
  'held',
  'paid',
  'refunded',
  'cancelled',
] as const satisfies readonly BookingState[];
export type BookingFilterName = (typeof bookingFilters)[number];

/** What bookings are searched for: part of the phone's model or of its seller's name. */
const bookingFilter = { search: tableSearch };

export const listBookings = endpoint({
  method: 'GET',
  path: '/bookedProduct',
  summary: 'One buyer’s bookings, newest first unless `sort` says otherwise',
  access: alsoSuspended(ownOrAdmin('query.userEmail')),
  query: z.object({
    ...pageQuery,
    userEmail: z.optional(z.string()),
    /** 1: also those that others have ended, until their buyer deletes them, and ended ones whose late payment is under way. */
    ended: z.optional(z.literal(['', '1'], 'ended is 1, or left out')),
    ...bookingFilter,
    show: showParameter(bookingFilters),
    sort: sortParameter(timeOrders),
  }),
  reply: z.array(Booking),
  paged: true,
});

export const countBookings = endpoint({
  method: 'GET',
  path: '/bookedProduct/counts',
  summary:
    'How many of one buyer’s bookings a search finds, in all and by `show`, with those that others ended; each up to 1,000',
  access: alsoSuspended(ownOrAdmin('query.userEmail')),
  query: z.object({ userEmail: z.optional(z.string()), ...bookingFilter }),
  reply: z.array(ShownCount),
});

export const getBooking = endpoint({
  method: 'GET',
  path: '/bookedProduct/:_id',
  summary: 'One booking',
  access: alsoSuspended(ownOrAdmin('params._id')),
  params: ById,
  reply: Booking,
  errors: bookingErrors,
});

export const removeBooking = endpoint({
  method: 'DELETE',
  path: '/bookedProduct',
  summary:
    'Cancel an unpaid booking, which frees the phone; a paid one is only taken off the list, once its order has ended',
  access: ownOnly('query.id'),
  query: z.object({ id: Id }),
  reply: Deleted,
  errors: bookingErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});
