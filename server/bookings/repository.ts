import { and, count, eq, getTableColumns, inArray, isNull, lt, max, or, sql } from 'drizzle-orm';

import { bookingMachine, type BookingState } from '#contract/bookings.ts';
import { bookings } from '#db/tables/bookings.ts';
import { products } from '#db/tables/products.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { type Change, storedMachine, transition } from '#server/platform/states/transition.ts';
import { isNotCancelledByBuyer } from './select-bookings.ts';

/** The buyer's id; undefined for an unknown booking. */
export async function findBuyerId(db: Executor, id: string): Promise<string | undefined> {
  const [row] = await db.select({ buyerId: bookings.buyerId }).from(bookings).where(eq(bookings.id, id));
  return row?.buyerId;
}

/** The buyers' ids, by booking. */
export async function listBuyerIds(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: bookings.id, buyerId: bookings.buyerId })
    .from(bookings)
    .where(inArray(bookings.id, [...ids]));
  return new Map(rows.map(({ id, buyerId }) => [id, buyerId]));
}

/** Which of these bookings are paid: only they have orders. */
export async function listPaidAmong(db: Executor, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(inArray(bookings.id, [...ids]), eq(bookings.state, 'paid')));
  return new Set(rows.map(({ id }) => id));
}

/** The two sides of these bookings, by booking. */
export async function listParties(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { buyerId: string; sellerId: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: bookings.id, buyerId: bookings.buyerId, sellerId: products.sellerId })
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(inArray(bookings.id, [...ids]));
  return new Map(rows.map(({ id, ...parties }) => [id, parties]));
}

/** The row of a booking, in any state. */
export async function findBookingState(db: Executor, id: string) {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  return row;
}

/**
 * A booking with the current state of its phone, both rows locked until the transaction ends. PostgreSQL locks the
 * tables of a row in the order of the list: the phone first.
 */
export async function lockWithProduct(tx: Transaction, id: string) {
  const [row] = await tx
    .select({
      ...getTableColumns(bookings),
      productState: products.state,
      productRevision: products.revision,
      sellerId: products.sellerId,
    })
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(eq(bookings.id, id))
    .for('update', { of: [products, bookings] });
  return row;
}

/** How many unpaid holds a person has, and the one that ends first; null if there are none. */
export async function findUnpaid(
  db: Executor,
  buyerId: string,
): Promise<{ count: number; model: string; until: string; bookingId: string } | null> {
  const rows = await db
    .select({ bookingId: bookings.id, until: bookings.holdExpiresAt, model: products.model })
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(and(eq(bookings.buyerId, buyerId), sql`${bookings.state} = 'held'`))
    .orderBy(bookings.holdExpiresAt);
  const [first] = rows;
  if (first === undefined) return null;
  return { ...first, count: rows.length, until: first.until.toISOString() };
}

export async function countHeld(db: Executor, buyerId: string): Promise<number> {
  const [row] = await db
    .select({ held: count() })
    .from(bookings)
    .where(and(eq(bookings.buyerId, buyerId), eq(bookings.state, 'held')));
  return row?.held ?? 0;
}

const machine = storedMachine(bookingMachine, bookings);

/** Moves a booking to another state. @throws Error if its machine has no such transition */
export const moveBooking = (tx: Transaction, id: string, to: BookingState, change: Change): Promise<void> =>
  transition(tx, machine, id, to, change);

/** Sets until when the buyer of an ended booking may not hold its phone again. */
export async function setRebookAfter(tx: Transaction, id: string, rebookAfter: Date): Promise<void> {
  await tx.update(bookings).set({ rebookAfter }).where(eq(bookings.id, id));
}

/** When a buyer may hold a phone again that they held before; undefined if they need not wait. */
export async function findRebookAfter(
  db: Executor,
  buyerId: string,
  productId: string,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ rebookAfter: max(bookings.rebookAfter) })
    .from(bookings)
    .where(and(eq(bookings.buyerId, buyerId), eq(bookings.productId, productId)));
  return row?.rebookAfter ?? undefined;
}

/**
 * Takes a booking off its buyer's list. One that they cancelled is not on it: it appears there if it was paid late and
 * refunded.
 */
export async function archive(db: Executor, id: string): Promise<number> {
  const result = await db
    .update(bookings)
    .set({ archivedAt: sql`now()` })
    .where(and(eq(bookings.id, id), isNull(bookings.archivedAt), isNotCancelledByBuyer));
  return result.rowCount ?? 0;
}

/** Puts a booking back on its buyer's list. */
export async function showAgain(tx: Transaction, id: string): Promise<void> {
  await tx.update(bookings).set({ archivedAt: null }).where(eq(bookings.id, id));
}

/** The unpaid booking of a phone. */
export async function findHeldOf(db: Executor, productId: string) {
  const [row] = await db
    .select({ id: bookings.id, holdExpiresAt: bookings.holdExpiresAt })
    .from(bookings)
    .where(and(eq(bookings.productId, productId), eq(bookings.state, 'held')));
  return row;
}

/** When the unpaid hold of each of these phones ends; phones without a hold are left out. */
export async function listHolds(
  db: Executor,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select({ productId: bookings.productId, holdExpiresAt: bookings.holdExpiresAt })
    .from(bookings)
    .where(and(inArray(bookings.productId, [...productIds]), eq(bookings.state, 'held')));
  return new Map(rows.map(({ productId, holdExpiresAt }) => [productId, holdExpiresAt]));
}

/** Unpaid bookings of a buyer, in the order in which their phones are locked. */
export async function listHeldOfBuyer(db: Executor, buyerId: string): Promise<{ id: string }[]> {
  return db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.buyerId, buyerId), eq(bookings.state, 'held')))
    .orderBy(bookings.productId);
}

/** The unpaid bookings of a seller's phones. */
export async function listHeldOfSeller(db: Executor, sellerId: string): Promise<{ id: string }[]> {
  return db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(and(eq(products.sellerId, sellerId), eq(bookings.state, 'held')))
    .orderBy(bookings.productId);
}

/** The phones of unpaid bookings whose hold has expired, the longest ago first. */
export async function listRunOut(db: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ productId: bookings.productId })
    .from(bookings)
    .where(and(eq(bookings.state, 'held'), lt(bookings.holdExpiresAt, now)))
    .orderBy(bookings.holdExpiresAt)
    .limit(limit);
  return rows.map(({ productId }) => productId);
}

const statesWithPicture: readonly BookingState[] = ['paid', 'refunded'];

/** Whether buyer and seller may still see the phone's picture after it was withheld: only if the booking was paid. */
export const keepsPicture = (state: BookingState): boolean => statesWithPicture.includes(state);

/** Whether a person is buyer or seller in a paid booking of a phone with this picture. */
export async function isPartyOfPicture(db: Executor, pictureId: string, personId: string): Promise<boolean> {
  const isPaid = inArray(bookings.state, [...statesWithPicture]);
  const isParty = or(eq(bookings.buyerId, personId), eq(products.sellerId, personId));
  const hasPicture = or(
    eq(products.imageId, pictureId),
    sql`${products.morePhotoIds} @> array[${pictureId}::uuid]`,
  );
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(and(hasPicture, isPaid, isParty))
    .limit(1);
  return rows.length > 0;
}

/** Stores the current listing with a booking from before listings were stored. */
export async function rememberListing(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`
    update bookings set listing = listing_snapshot(products) from products
    where bookings.id = ${id} and bookings.listing is null and products.id = bookings.product_id`);
}
