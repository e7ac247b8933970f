/** SQL of orders together with their booking, listing and the two people. */
import { and, asc, desc, eq, ilike, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { orderMachine } from '#contract/orders-machine.ts';
import {
  type DisputeFilterName,
  disputeFilters,
  type OrderFilterName,
  orderFilters,
} from '#contract/orders-table.ts';
import { maxCounted, type ShownCount } from '#contract/table.ts';
import { bookings } from '#db/tables/bookings.ts';
import { stateChanges } from '#db/tables/events.ts';
import { orderLog, orders } from '#db/tables/orders.ts';
import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { isHeldBackOf } from '#server/payments/service.ts';
import { containsName } from '#server/platform/postgres/contains-name.ts';
import { containsPattern, countShown } from '#server/platform/postgres/count-shown.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { byTime, type TimePage } from '#server/platform/postgres/list-page.ts';
import { type SearchPage, searchedIds } from './find-searched.ts';
import type { QueuePlace } from './queue-place.ts';
import { isOpen } from './repository.ts';

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');
const actors = alias(users, 'actors');

/** Null once it is erased. */
const emailOf = (people: typeof buyers | typeof sellers) =>
  sql<string | null>`case
    when ${people.erasedAt} is null then coalesce(${people.removedEmail}, ${people.email})
  end`;

/** The id of a person who has a public page. */
const publicPageOf = (people: typeof buyers | typeof sellers) =>
  sql<string | null>`case
    when ${people.removedAt} is null and ${people.leavingAt} is null and ${people.suspendedAt} is null
      and ${people.role} <> 'admin' then ${people.id}
  end`;

const selectShown = (db: Executor) =>
  db
    .select({
      order: orders,
      listing: bookings.listing,
      meetingPlace: bookings.userLocation,
      buyerPhone: sql<string>`${bookings.phone}`.as('buyer_phone'),
      buyerName: sql<string>`${buyers.name}`.as('buyer_name'),
      buyerEmail: emailOf(buyers).as('buyer_email'),
      buyerPage: publicPageOf(buyers).as('buyer_page'),
      sellerName: sql<string>`${sellers.name}`.as('seller_name'),
      sellerEmail: emailOf(sellers).as('seller_email'),
      sellerPage: publicPageOf(sellers).as('seller_page'),
      hasDeletedSide: sql<boolean>`${buyers.removedAt} is not null or ${sellers.removedAt} is not null`.as(
        'has_deleted_side',
      ),
      isHeldBack: sql<boolean>`${isHeldBackOf(orders.id)}`.as('is_held_back'),
      isSellerSuspended: sql<boolean>`${sellers.suspendedAt} is not null`.as('is_seller_suspended'),
      isListingRemoved: sql<boolean>`exists(
        select from ${products} where ${products.id} = ${orders.productId} and ${products.takenDownAt} is not null
      )`.as('is_listing_removed'),
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.id))
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId));

/** An order with its booking, listing and people. */
export type ShownOrder = Awaited<ReturnType<typeof listShown>>[number];

/** Adopted orders that wait for a hand-over although the account of a side was deleted, and which side it is. */
export const listAdoptedOfRemoved = (db: Executor) =>
  db
    .select({ id: orders.id, isOfBuyer: sql<boolean>`${buyers.removedAt} is not null` })
    .from(orders)
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId))
    .where(
      and(
        eq(orders.state, 'paid'),
        eq(orders.isAdopted, true),
        or(isNotNull(buyers.removedAt), isNotNull(sellers.removedAt)),
      ),
    )
    .limit(1000);

/** The orders of these phones, at most one for each: its booking stays `paid`, whatever happens to the order. */
export async function listOfProducts(db: Executor, productIds: readonly string[]) {
  if (productIds.length === 0) return [];
  return db
    .select({
      productId: bookings.productId,
      orderId: orders.id,
      state: orders.state,
      listedAgainAs: orders.listedAgainAs,
    })
    .from(bookings)
    .innerJoin(orders, eq(orders.id, bookings.id))
    .where(and(inArray(bookings.productId, [...productIds]), inArray(bookings.state, ['held', 'paid'])));
}

/** One order with its booking, listing and people. */
export async function findShown(db: Executor, id: string): Promise<ShownOrder | undefined> {
  const [row] = await selectShown(db).where(eq(orders.id, id));
  return row;
}

export interface OrderFilter {
  /** Only this seller's sales. Their search matches a part of the model or of the buyer's name. */
  readonly sellerId?: string;
  readonly show?: OrderFilterName | undefined;
  readonly search?: string | undefined;
}

type OrderPage = OrderFilter & TimePage;

/** A page of orders, as a statement whose plan can be tested. */
export function listShown(db: Executor, { sort, afterId, limit, ...filter }: OrderPage) {
  const { order, rest } = byTime(orders.id, { sort, afterId });
  const only = and(matchesFilter(filter), rest);
  return selectShown(db)
    .where(and(only, matchesSearch(filter, { only: only ?? sql`true`, order, limit })))
    .orderBy(order)
    .limit(limit);
}

/** Counts orders, in total and by filter. */
export const countOrders = (db: Executor, filter: Omit<OrderFilter, 'show'>): Promise<ShownCount[]> =>
  countShown(db, [undefined, ...orderFilters], (show) => selectCounted({ ...filter, show }));

function selectCounted(filter: OrderFilter): SQL {
  const only = matchesFilter(filter) ?? sql`true`;
  const page = { only, order: desc(orders.id), limit: maxCounted + 1 };
  const found = matchesSearch(filter, page) ?? sql`true`;
  // Only a seller's search needs more tables than the orders.
  if (filter.sellerId === undefined) return sql`select 1 from ${orders} where ${only} and ${found}`;
  return sql`select 1 from ${orders} join ${bookings} on ${bookings.id} = ${orders.id}
    join ${users} as buyers on buyers.id = ${orders.buyerId} where ${only} and ${found}`;
}

const matchesFilter = ({ sellerId, show }: OrderFilter): SQL | undefined =>
  and(
    sellerId === undefined ? undefined : eq(orders.sellerId, sellerId),
    show === undefined ? undefined : shown[show],
  );

function matchesSearch(
  { sellerId, search = '' }: Omit<OrderFilter, 'show'>,
  page: SearchPage,
): SQL | undefined {
  if (search === '') return undefined;
  if (sellerId === undefined) return sql`${orders.id} in (${searchedIds(search, page)})`;
  const pattern = containsPattern(search);
  return or(ilike(sql`${bookings.listing} ->> 'model'`, pattern), containsName(buyers.name, search));
}

/** The states that an order entered, with who moved it. */
export async function listStates(db: Executor, orderId: string) {
  return db
    .select({
      id: stateChanges.id,
      at: stateChanges.at,
      state: sql<string>`${stateChanges.toState}`.as('entered_state'),
      role: stateChanges.role,
      detail: stateChanges.reason,
      name: actors.name,
    })
    .from(stateChanges)
    .leftJoin(actors, eq(actors.id, stateChanges.actor))
    .where(and(eq(stateChanges.subject, orderId), eq(stateChanges.machine, orderMachine.name)))
    .orderBy(asc(stateChanges.position));
}

/** The actions on an order that changed no state, with who did them. */
export async function listLog(db: Executor, orderId: string) {
  return db
    .select({
      id: orderLog.id,
      at: orderLog.at,
      kind: orderLog.kind,
      role: orderLog.role,
      detail: orderLog.detail,
      name: actors.name,
    })
    .from(orderLog)
    .leftJoin(actors, eq(actors.id, orderLog.actor))
    .where(eq(orderLog.orderId, orderId))
    .orderBy(asc(orderLog.position));
}

const isDispute = sql`(${orders.state} = 'disputed' or (${orders.state} = 'returning' and ${orders.isWithAdmin}))`;

const shown: Readonly<Record<OrderFilterName, SQL>> = {
  // The same conditions as in the partial indexes.
  open: isOpen,
  disputed: isDispute,
  ended: sql`${orders.state} in ('completed', 'cancelled', 'refunded')`,
};

/** While a bank holds the money back, nothing can be decided. */
const canBeDecided = sql`(${orders.isWithAdmin} and not ${isHeldBackOf(orders.id)})`;
const waitsForAdmin = sql`${isDispute} and ${canBeDecided}`;
const isLate = (now: Date) =>
  sql`${waitsForAdmin} and coalesce(${orders.dueAt}, '-infinity') < ${now.toISOString()}::timestamptz`;

/**
 * Disputes that wait for an admin come first, then by deadline. A dispute without a deadline was already late before an
 * upgrade. No index has this order: whether a bank holds the money is in another table, and few disputes are open.
 */
const queueOrder = sql`(not ${canBeDecided}), coalesce(${orders.dueAt}, '-infinity'), ${orders.id}`;

export interface DisputeFilter {
  readonly show?: DisputeFilterName | undefined;
  readonly search?: string | undefined;
  readonly now: Date;
}

export interface DisputePage extends DisputeFilter {
  readonly after: QueuePlace | undefined;
  readonly limit: number;
}

/** Open disputes: first those that wait for an admin, then the others, each group by deadline. */
export async function listDisputed(db: Executor, { after, limit, ...filter }: DisputePage) {
  const only = sql`${isShownDispute(filter)} and ${after === undefined ? sql`true` : isAfterPlace(after)}`;
  return selectShown(db)
    .where(and(only, matchesSearch(filter, { only, order: queueOrder, limit })))
    .orderBy(queueOrder)
    .limit(limit);
}

const isAfterPlace = ({ canBeDecided: isFirst, dueAt, id }: QueuePlace): SQL =>
  sql`(${queueOrder}) > (${!isFirst}, ${dueAt?.toISOString() ?? '-infinity'}::timestamptz, ${id})`;

/** Counts disputes, in total and by filter. */
export const countDisputed = (db: Executor, filter: Omit<DisputeFilter, 'show'>): Promise<ShownCount[]> =>
  countShown(db, [undefined, ...disputeFilters], (show) => {
    const only = isShownDispute({ ...filter, show });
    const found = matchesSearch(filter, { only, order: queueOrder, limit: maxCounted + 1 }) ?? sql`true`;
    return sql`select 1 from ${orders} where ${only} and ${found}`;
  });

function isShownDispute({ show, now }: DisputeFilter): SQL {
  if (show === undefined) return isDispute;
  return show === 'late' ? isLate(now) : waitsForAdmin;
}

/**
 * Disputes that wait for an admin beyond their deadline. The version before this one removed deadlines that had passed.
 */
export const countLateDecisions = (db: Executor, now: Date): Promise<number> =>
  db.$count(orders, isLate(now));

/** Disputes that wait for an admin. */
export const countWaiting = (db: Executor): Promise<number> => db.$count(orders, waitsForAdmin);
