/** SQL of orders with what is shown of them: booking, listing and the two people. */
import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { orderMachine } from '#contract/orders-machine.ts';
import { bookings } from '#db/tables/bookings.ts';
import { stateChanges } from '#db/tables/events.ts';
import { orderLog, orders } from '#db/tables/orders.ts';
import { users } from '#db/tables/users.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { searchedIds } from './find-searched.ts';

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');
const actors = alias(users, 'actors');

const emailOf = (people: typeof buyers | typeof sellers) =>
  sql<string>`coalesce(${people.removedEmail}, ${people.email})`;

/** Whose public page there is. */
const pageOf = (people: typeof buyers | typeof sellers) =>
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
      buyerPage: pageOf(buyers).as('buyer_page'),
      sellerName: sql<string>`${sellers.name}`.as('seller_name'),
      sellerEmail: emailOf(sellers).as('seller_email'),
      sellerPage: pageOf(sellers).as('seller_page'),
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.id))
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId));

/** An order with what is shown of it. */
export type ShownOrder = Awaited<ReturnType<typeof listShown>>[number];

/** The orders of these phones. Their bookings stay `paid`, whatever becomes of the order: one a phone, found by an index. */
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

/** One order with what is shown of it. */
export async function findShown(db: Executor, id: string): Promise<ShownOrder | undefined> {
  const [row] = await selectShown(db).where(eq(orders.id, id));
  return row;
}

export interface OrderFilter {
  readonly sellerId?: string;
  readonly show: 'open' | 'ended' | undefined;
  readonly search?: string | undefined;
  readonly beforeId: string | undefined;
  readonly limit: number;
}

/** Orders, newest first. */
export const listShown = async (db: Executor, filter: OrderFilter) => selectFiltered(db, filter);

/** The statement of {@link listShown}, apart for those who look at its plan. */
export function selectFiltered(db: Executor, filter: OrderFilter) {
  const { sellerId, show, search, beforeId, limit } = filter;
  const only = and(
    sellerId === undefined ? undefined : eq(orders.sellerId, sellerId),
    showing(show),
    beforeId === undefined ? undefined : lt(orders.id, beforeId),
  );
  const isFound =
    search === undefined || search === ''
      ? undefined
      : sql`${orders.id} in (${searchedIds(search, { only: only ?? sql`true`, limit })})`;
  return selectShown(db).where(and(only, isFound)).orderBy(desc(orders.id)).limit(limit);
}

function showing(show: OrderFilter['show']): SQL | undefined {
  if (show === undefined) return undefined;
  // As the partial indexes have it.
  return show === 'open'
    ? sql`${orders.state} in ('paid', 'sent', 'handed_over', 'disputed', 'returning')`
    : sql`${orders.state} in ('completed', 'cancelled', 'refunded')`;
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

/** What was done with an order beside that. */
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

/** Of whom disputes are waited for, and until when. Late ones of the version before this one have no time any more. */
const queuePlace = sql`(not ${orders.isWithAdmin}, coalesce(${orders.dueAt}, '-infinity'), ${orders.id})`;
const isDispute = sql`(${orders.state} = 'disputed' or (${orders.state} = 'returning' and ${orders.isWithAdmin}))`;
const isLate = (now: Date) =>
  sql`${orders.isWithAdmin} and coalesce(${orders.dueAt}, '-infinity') < ${now.toISOString()}::timestamptz`;

export interface DisputeFilter {
  readonly show: 'waiting' | 'late' | undefined;
  readonly afterId: string | undefined;
  readonly limit: number;
  readonly now: Date;
}

/** Open disputes: first what waits for an admin, each group by its deadline, the oldest first. */
export async function listDisputed(db: Executor, { show, afterId, limit, now }: DisputeFilter) {
  const isAfter = sql`${queuePlace} > (
    select (not is_with_admin), coalesce(due_at, '-infinity'), id from orders as last where id = ${afterId})`;
  return selectShown(db)
    .where(
      and(
        isDispute,
        show === 'waiting' ? eq(orders.isWithAdmin, true) : undefined,
        show === 'late' ? isLate(now) : undefined,
        afterId === undefined ? undefined : isAfter,
      ),
    )
    .orderBy(sql`(not ${orders.isWithAdmin})`, sql`coalesce(${orders.dueAt}, '-infinity')`, asc(orders.id))
    .limit(limit);
}

/** Disputes that wait for an admin beyond their time; the version before this one took the time away. */
export async function countLateDecisions(db: Executor, now: Date): Promise<number> {
  const { rows } = await db.execute<{ late: string }>(sql`
    select count(*) as late from ${orders}
    where state in ('disputed', 'returning') and is_with_admin
      and (due_at is null or due_at < ${now.toISOString()}::timestamptz)`);
  return Number(rows[0]?.late ?? 0);
}

/** Disputes that wait for an admin. */
export const countWaiting = (db: Executor): Promise<number> =>
  db.$count(orders, and(isDispute, eq(orders.isWithAdmin, true)));
