/** SQL of bookings with their phones, as their buyers list them. */
import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';

import {
  type BookingEnder,
  type BookingFilterName,
  bookingFilters,
  bookingMachine,
  type BookingState,
  phoneRemoved,
} from '#contract/bookings.ts';
import type { ShownCount } from '#contract/table.ts';
import { bookings } from '#db/tables/bookings.ts';
import { images } from '#db/tables/media.ts';
import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { containsName } from '#server/platform/postgres/contains-name.ts';
import { containsPattern, countShown } from '#server/platform/postgres/count-shown.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { byTime, type TimePage } from '#server/platform/postgres/list-page.ts';
import { joinsImage, joinsSeller, pictureStateColumns, productColumns } from '#server/products/service.ts';

/** Who cancelled a booking, from its history. Null for every other state. */
const endedBy = sql<BookingEnder | null>`(
  select role from state_changes
  where machine = ${bookingMachine.name} and subject = ${bookings.id} and to_state = 'cancelled'
    and ${bookings.state} = 'cancelled')`;

/** Whether its history says that it ended because its phone was removed. */
const isPhoneRemoved = sql<boolean>`exists (
  select from state_changes
  where machine = ${bookingMachine.name} and subject = ${bookings.id} and to_state = 'cancelled'
    and ${bookings.state} = 'cancelled' and reason = ${phoneRemoved})`;

/** The bookings on the buyer's list: held, paid or refunded. */
const isShown = inArray(bookings.state, ['held', 'paid', 'refunded']);

/** Bookings that somebody else than the buyer ended. */
const isEndedByOthers = and(eq(bookings.state, 'cancelled'), sql`${endedBy} <> 'buyer'`);

/** Bookings that their buyer did not cancel. */
export const isNotCancelledByBuyer = sql`${endedBy} is distinct from 'buyer'`;

const bookingColumns = {
  ...productColumns,
  ...pictureStateColumns,
  bookingId: bookings.id,
  buyerId: bookings.buyerId,
  bookedCents: bookings.sellCents,
  userLocation: bookings.userLocation,
  buyerPhone: sql<string>`${bookings.phone}`.as('buyer_phone'),
  bookingState: sql<BookingState>`${bookings.state}`.as('booking_state'),
  endedBy: endedBy.as('ended_by'),
  isPhoneRemoved: isPhoneRemoved.as('is_phone_removed'),
  holdExpiresAt: bookings.holdExpiresAt,
  bookedAt: sql<Date>`${bookings.createdAt}`.mapWith(bookings.createdAt).as('booked_at'),
};

const selectBookings = (db: Executor) =>
  db
    .select(bookingColumns)
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .innerJoin(users, joinsSeller)
    .innerJoin(images, joinsImage);

export type BookingRow = Awaited<ReturnType<typeof listOfBuyer>>[number];

export interface BookingFilter {
  /** Includes bookings that were not ended by the buyer. */
  readonly withEnded: boolean;
  /** Ended bookings that are included although their buyer ended them or was late. */
  readonly latePaid: readonly string[];
  readonly search?: string | undefined;
  readonly show?: BookingFilterName | undefined;
}

export type BookingPage = BookingFilter & TimePage;

export async function listOfBuyer(
  db: Executor,
  buyerId: string,
  { sort, afterId, limit, ...filter }: BookingPage,
) {
  const { order, rest } = byTime(bookings.id, { sort, afterId });
  return selectBookings(db)
    .where(and(matchesFilter(buyerId, filter), rest))
    .orderBy(order)
    .limit(limit);
}

/** How many bookings a buyer has, in all and in each state. */
export const countOfBuyer = (
  db: Executor,
  buyerId: string,
  filter: Omit<BookingFilter, 'show'>,
): Promise<ShownCount[]> =>
  countShown(
    db,
    [undefined, ...bookingFilters],
    (show) => sql`select 1 from ${bookings}
      join ${products} on ${products.id} = ${bookings.productId} join ${users} on ${joinsSeller}
      where ${matchesFilter(buyerId, { ...filter, show })}`,
  );

function matchesFilter(
  buyerId: string,
  { withEnded, latePaid, search = '', show }: BookingFilter,
): SQL | undefined {
  const pattern = containsPattern(search);
  return and(
    eq(bookings.buyerId, buyerId),
    withEnded ? or(isShown, isEndedByOthers, inArray(bookings.id, [...latePaid])) : isShown,
    isNull(bookings.archivedAt),
    show === undefined ? undefined : eq(bookings.state, show),
    search === '' ? undefined : or(ilike(products.model, pattern), containsName(users.name, search)),
  );
}

/** A booking with its phone, in any state. */
export async function findBooking(db: Executor, id: string): Promise<BookingRow | undefined> {
  const [row] = await selectBookings(db).where(eq(bookings.id, id));
  return row;
}
