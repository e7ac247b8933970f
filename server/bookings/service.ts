import type { Person } from '#contract/access.ts';
import { type Booking, bookingErrors, type BookingFilterName, type NewBooking } from '#contract/bookings.ts';
import { isId } from '#contract/id.ts';
import { toCents } from '#contract/money.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import type { ShownCount, TimeOrder } from '#contract/table.ts';
import type { Reserve } from './book-product.ts';
import { expireHoldOf } from './end-holds.ts';
import { reasonOfRefusal } from './explain-refusal.ts';
import { type HoldRules, rebookAfter } from './hold-rules.ts';
import { presentBookings, type Relations } from './present-booking.ts';
import * as repository from './repository.ts';
import { type BookingFilter, countOfBuyer, findBooking, listOfBuyer } from './select-bookings.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, type Executor, newId } from '#server/platform/postgres/database.ts';
import { emit } from '#server/platform/events/emit.ts';
import type { FindSignedIn } from '#server/auth/service.ts';
import { failWith } from '#server/platform/failure.ts';
import type { TokenHolder } from '#server/platform/http/http-guard.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import { findProduct, freeProduct } from '#server/products/service.ts';
import { findPersonByEmail, isOneself, listContacts } from '#server/users/service.ts';

export { prepareReservation, type Reserve } from './book-product.ts';
export { cancelHoldOf, cancelHoldsOfBuyer, cancelHoldsOnPhonesOf, holdDeadline } from './end-holds.ts';
export { holdRules } from './hold-rules.ts';
export type { FindLatePayments, FindOrders, FindTransactions, ListLatePaid } from './present-booking.ts';
export { findUnpaid, lockWithProduct, showAgain } from './repository.ts';

const fail = failWith(bookingErrors);

export interface BookingOptions {
  readonly reserve: Reserve;
  readonly clock: Clock;
  readonly rules: HoldRules;
  readonly findSignedIn: FindSignedIn;
}

/** Whether a booking's order is still open. The orders domain implements it. */
export type HasOpenOrder = (db: Executor, bookingId: string) => Promise<boolean>;

/**
 * Books a phone for a buyer. Of any number of simultaneous buyers exactly one succeeds.
 *
 * @param buyer from a valid token; the statement itself checks that they still exist and are signed in
 * @returns the booking's id and when its hold ends
 * @throws Failure bookings.already-booked, bookings.not-for-sale, bookings.sold, bookings.price-changed (with the new
 *   `sell`), bookings.phone-changed (both with `version` and, if the request has a version, `changed`),
 *   bookings.own-product, bookings.too-many-held, bookings.held-recently (with `bookableAt`), request.not-found,
 *   request.unauthenticated, request.suspended
 */
export async function bookProduct(
  db: Database,
  buyer: TokenHolder,
  entry: NewBooking,
  options: BookingOptions,
): Promise<{ id: string; holdExpiresAt: Date }> {
  const { reserve, clock, rules } = options;
  const now = clock.now();
  const { productId, userLocation, phone, sell, version } = entry;
  const sellCents = sell === undefined ? undefined : toCents(sell);
  const who = { buyerId: buyer.id, sessionId: buyer.sessionId };
  const reservation = {
    ...who,
    id: newId(now),
    productId,
    userLocation,
    phone,
    sellCents,
    version,
    now,
    ...rules,
  };
  const holdExpiresAt = await reserve(reservation);
  if (holdExpiresAt !== undefined) return { id: reservation.id, holdExpiresAt };
  // An expired hold blocks nobody: it is ended by the periodic job, another buyer's call, or here.
  await expireHoldOf(db, productId, now);
  const product = await findProduct(db, productId);
  const reason = await reasonOfRefusal(db, { buyer, entry, product, now }, options);
  // Without a reason, buyers can see nothing that has changed since their version, so the current version is booked.
  const retried = { ...reservation, version: version === undefined ? undefined : product?.revision };
  const secondTry = reason === undefined ? await reserve(retried) : undefined;
  if (secondTry === undefined) throw reason ?? fail('bookings.already-booked');
  return { id: reservation.id, holdExpiresAt: secondTry };
}

interface ListQuery extends PageQuery {
  readonly userEmail?: string | undefined;
  readonly ended?: string | undefined;
  readonly search?: string | undefined;
  readonly show?: BookingFilterName | undefined;
  readonly sort?: TimeOrder | undefined;
}

/** One buyer's bookings, newest first unless `sort` says otherwise. */
export async function listBookings(
  db: Executor,
  viewer: Person,
  { userEmail, ended, search, show, sort = 'newest', cursor, limit }: ListQuery,
  relations: Relations,
): Promise<Page<Booking>> {
  const buyer = await findBuyer(db, viewer, userEmail);
  if (buyer === undefined) return { items: [] };
  const filter = await readFilter(db, buyer.id, { withEnded: ended === '1', search, show }, relations);
  const paging = { sort, afterId: idAfter(cursor), limit: limit + 1 };
  const rows = await listOfBuyer(db, buyer.id, { ...filter, ...paging });
  const page = pageOf(rows, limit, ({ bookingId }) => bookingId);
  return { ...page, items: await presentBookings(db, page.items, relations) };
}

/** Counts one buyer's bookings that match a search, in total and by state, including those that others have ended. */
export async function countBookings(
  db: Executor,
  viewer: Person,
  { userEmail, search }: Pick<ListQuery, 'userEmail' | 'search'>,
  relations: Pick<Relations, 'listLatePaid'>,
): Promise<ShownCount[]> {
  const buyer = await findBuyer(db, viewer, userEmail);
  if (buyer === undefined) return [];
  return countOfBuyer(db, buyer.id, await readFilter(db, buyer.id, { withEnded: true, search }, relations));
}

/** Bookings that ended and were paid late are listed with those that others ended: the buyer's money is under way. */
const readFilter = async (
  db: Executor,
  buyerId: string,
  filter: Omit<BookingFilter, 'latePaid'>,
  { listLatePaid }: Pick<Relations, 'listLatePaid'>,
): Promise<BookingFilter> => ({
  ...filter,
  latePaid: filter.withEnded ? await listLatePaid(db, buyerId) : [],
});

const findBuyer = async (db: Executor, viewer: Person, email: string | undefined) =>
  email === undefined || isOneself(viewer, email) ? viewer : findPersonByEmail(db, email);

/**
 * One booking, in any state.
 *
 * @throws Failure bookings.not-found
 */
export async function getBooking(db: Executor, id: string, relations: Relations): Promise<Booking> {
  const row = await findBooking(db, id);
  if (row === undefined) throw fail('bookings.not-found');
  const [booking] = await presentBookings(db, [row], relations);
  if (booking === undefined) throw fail('bookings.not-found');
  return booking;
}

/** When the unpaid holds of phones end, by phone: `ListHolds` of the products. */
export const listHolds = repository.listHolds;

/** Whether a person is buyer or seller in a paid booking of a phone with this picture. */
export const isPartyOfPicture = repository.isPartyOfPicture;

/** Whether a booking is this person's; undefined for an unknown one. */
export async function ownsBooking(db: Executor, id: string, person: Person): Promise<boolean | undefined> {
  const buyerId = isId(id) ? await repository.findBuyerId(db, id) : undefined;
  return buyerId === undefined ? undefined : buyerId === person.id;
}

/**
 * Cancels a buyer's own unpaid booking, which frees its phone; any other booking is only hidden from their list.
 *
 * @returns 1 if the booking was cancelled or hidden, 0 if nothing was left to do
 * @throws Failure bookings.order-open
 */
export async function removeBooking(
  db: Database,
  id: string,
  buyer: Person,
  { now, hasOpenOrder }: { readonly now: Date; readonly hasOpenOrder: HasOpenOrder },
): Promise<number> {
  const actor = { role: 'buyer', id: buyer.id } as const;
  return db.transaction(async (tx) => {
    const booking = await repository.lockWithProduct(tx, id);
    if (booking === undefined) return 0;
    if (booking.state === 'held') {
      await repository.moveBooking(tx, id, 'cancelled', { actor });
      await repository.setRebookAfter(tx, id, rebookAfter(now));
      await freeProduct(tx, booking.productId, actor);
      return 1;
    }
    if (await hasOpenOrder(tx, id)) throw fail('bookings.order-open');
    const archived = await repository.archive(tx, id);
    // An expired hold may still be paid late, unless the buyer gives it up.
    if (archived > 0 && booking.state === 'expired')
      await emit(tx, 'booking.given-up', { subject: id, actor, data: {} });
    return archived;
  });
}

/** The two sides of these bookings, by booking. */
export const listParties = repository.listParties;

/** The row of a booking without its phone; undefined for an unknown one. */
export const findBookingState = repository.findBookingState;

/**
 * The two sides of a booking and the phone's name, for notifications.
 *
 * @throws Failure bookings.not-found
 */
export async function getParties(db: Executor, id: string) {
  const row = await findBooking(db, id);
  if (row === undefined) throw fail('bookings.not-found');
  const { model, id: productId, buyerId, sellerId } = row;
  return { model, productId, buyerId, sellerId };
}

/** Names and addresses of the buyers, by booking. */
export async function listBuyers(
  db: Executor,
  bookingIds: readonly string[],
): Promise<ReadonlyMap<string, { name: string; email: string }>> {
  const buyerIds = await repository.listBuyerIds(db, bookingIds);
  const contacts = await listContacts(db, [...new Set(buyerIds.values())]);
  return new Map(
    [...buyerIds].flatMap(([bookingId, buyerId]) => {
      const contact = contacts.get(buyerId);
      return contact === undefined ? [] : [[bookingId, { name: contact.name, email: contact.email }]];
    }),
  );
}

/** Which of these bookings are paid. */
export const listPaidAmong = repository.listPaidAmong;

/** Stores the current listing with a booking from before listings were stored. */
export const rememberListing = repository.rememberListing;

/** Moves a booking to another state. @throws Error if its machine has no such transition */
export const moveBooking = repository.moveBooking;
