/** SQL of single orders. Lists are in `select-orders.ts`. */
import { and, eq, getTableColumns, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import {
  type OrderLogKind,
  orderMachine,
  openOrderStates,
  type OrderState,
} from '#contract/orders-machine.ts';
import { type Actor, system } from '#contract/states.ts';
import { bookings } from '#db/tables/bookings.ts';
import { images } from '#db/tables/media.ts';
import { orders } from '#db/tables/orders.ts';
import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import type { PictureReference } from '#server/media/service.ts';
import { findCharge, isHeldBackOf } from '#server/payments/service.ts';
import { eventsTopic, idOf } from '#server/platform/events/emit.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { type Change, create, storedMachine, transition } from '#server/platform/states/transition.ts';

export type OrderRow = typeof orders.$inferSelect;

/** The columns that may change, except the state. */
export type OrderChanges = Partial<Omit<OrderRow, FixedColumn | 'state' | 'updatedAt'>>;

/** The columns that never change after the order was created. */
type FixedColumn =
  | 'id'
  | 'productId'
  | 'buyerId'
  | 'sellerId'
  | 'amountCents'
  | 'feePercent'
  | 'feeFixedCents'
  | 'vatPercent'
  | 'isAdopted'
  | 'createdAt';

const machine = storedMachine(orderMachine, orders);

/** Adds an order in its first state, unless there is one. */
export async function insertOrder(
  tx: Transaction,
  row: Omit<typeof orders.$inferInsert, 'state'>,
): Promise<void> {
  await create(tx, machine, row.id, system, tx.insert(orders).values(row).onConflictDoNothing());
}

export async function findOrder(db: Executor, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  return row;
}

/** A locked order, with the facts about its listing and its money. */
export interface LockedOrder extends OrderRow {
  /** The processor's id of the charge that paid it. */
  readonly charge: string | undefined;
  /** Whether a bank holds its money back. */
  readonly hasOpenChargeback: boolean;
  /** Whether an admin has removed its listing. */
  readonly isListingRemoved: boolean;
  readonly isSellerSuspended: boolean;
}

/**
 * An order, locked until the transaction ends. Its phone and its booking are locked before it: PostgreSQL locks the
 * tables of a row in the order of the list.
 */
export async function lockOrder(tx: Transaction, id: string): Promise<LockedOrder | undefined> {
  const [row] = await tx
    .select({ order: orders, takenDownAt: products.takenDownAt, suspendedAt: users.suspendedAt })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.sellerId))
    .innerJoin(bookings, eq(bookings.id, orders.id))
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(eq(orders.id, id))
    .for('update', { of: [products, bookings, orders] });
  if (row === undefined) return undefined;
  // A separate statement after the locks: the locking statement does not see what others have committed while it
  // waited.
  const { transactionId: charge, hasOpenChargeback } = await findCharge(tx, id);
  const isListingRemoved = row.takenDownAt !== null;
  const isSellerSuspended = row.suspendedAt !== null;
  return { ...row.order, charge, hasOpenChargeback, isListingRemoved, isSellerSuspended };
}

/** Moves an order to another state. @throws Error if its machine has no such transition */
export const moveOrderState = (
  tx: Transaction,
  id: string,
  to: OrderState,
  change: Change,
  changes: OrderChanges,
): Promise<void> => transition(tx, machine, id, to, change, changes);

/** How many orders of a person were completed, as seller and as buyer. */
export async function countCompleted(
  db: Executor,
  userId: string,
): Promise<{ sold: number; bought: number }> {
  const countOf = (side: PgColumn) => db.$count(orders, and(eq(side, userId), eq(orders.state, 'completed')));
  const [sold, bought] = await Promise.all([countOf(orders.sellerId), countOf(orders.buyerId)]);
  return { sold, bought };
}

/** The columns of an order without an offer. */
export const noOffer = { offerId: null, offerBy: null, offerKind: null, offerCents: null } as const;

/** Changes columns of a locked order, except its state. @throws Error if there is no such order */
export async function changeOrder(tx: Transaction, id: string, changes: OrderChanges): Promise<void> {
  const { rowCount } = await tx
    .update(orders)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(orders.id, id));
  if (rowCount !== 1) throw new Error(`The order ${id} is missing`);
}

interface LogEntry {
  readonly actor: Actor;
  readonly detail?: string | null;
}

/** Records in the timeline an action that changes no state, and emits its event. */
export const appendToLog = (
  tx: Transaction,
  orderId: string,
  kind: OrderLogKind,
  entry: LogEntry,
): Promise<void> => appendToLogs(tx, [orderId], kind, entry);

/** The same for many orders. */
export async function appendToLogs(
  tx: Transaction,
  orderIds: readonly string[],
  kind: OrderLogKind,
  { actor, detail = null }: LogEntry,
): Promise<void> {
  const ids = orderIds.map(() => newId());
  await tx.execute(sql`
    with logged as (
      insert into order_log (id, order_id, kind, role, actor, detail, at)
      select id, order_id, ${kind}, ${actor.role}, ${idOf(actor)}::uuid, ${detail}, clock_timestamp()
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(orderIds)}::uuid[]) as entry (id, order_id)
      returning *
    ), emitted as (
      insert into events (id, kind, subject, actor, data, at)
      select id, 'order.' || kind, order_id, actor, jsonb_build_object('role', role, 'detail', detail), at from logged
      returning id
    )
    insert into event_outbox (event_id) select id from emitted`);
  tx.$changes.publish(eventsTopic);
}

/** A condition on `orders`, written as in the partial indexes. */
export const isOpen = sql`${orders.state} in (${sql.raw(openOrderStates.map((state) => `'${state}'`).join(', '))})`;

/** The pictures of the phones of open orders, which show what was bought, also after a phone was removed. */
export const openOrderPictures: readonly PictureReference[] = [
  sql`${images.id} in (
    select unnest(array_append(${products.morePhotoIds}, ${products.imageId}))
    from ${orders} join ${products} on ${products.id} = ${orders.productId}
    where ${isOpen} and (${products.state} = 'removed' or ${products.takenDownAt} is not null))`,
];

/** The time of the next automatic action on an order; the index `orders_due` has the same expression. */
const nextDue = sql`least(due_at, cancel_due_at, remind_at)`;

/**
 * Whether an order's deadline would move its money while a bank holds it: `run-deadlines.ts` then does nothing until
 * the bank has decided, which takes weeks.
 */
const isAtRest = sql`case ${orders.state}
  when 'sent' then false
  when 'disputed' then not (is_answered or is_adopted or buyer_has_phone)
  when 'returning' then not (is_adopted and return_sent_at is not null)
  else true end and ${isHeldBackOf(orders.id)}`;

/**
 * Open orders with a due action, the longest due first. Without those that wait for an admin, whose decision is not
 * automatic, and without those that wait for a bank, which would fill the limit.
 */
export async function listDueOrders(db: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isOpen,
        eq(orders.isWithAdmin, false),
        lt(nextDue, sql`${now.toISOString()}::timestamptz`),
        sql`not (${isAtRest})`,
      ),
    )
    .orderBy(nextDue)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Moves every deadline of every open order. @returns the ids of those that had one */
export async function moveDeadlines(tx: Transaction, byMs: number): Promise<string[]> {
  const rows = await tx
    .update(orders)
    .set({
      dueAt: movedBy(byMs, 'due_at'),
      cancelDueAt: movedBy(byMs, 'cancel_due_at'),
      remindAt: movedBy(byMs, 'remind_at'),
    })
    .where(and(isOpen, isNotNull(nextDue)))
    .returning({ id: orders.id });
  return rows.map(({ id }) => id);
}

/** Moves every deadline of one locked order, and the end of its pause after wrong codes. */
export async function moveDeadlinesOf(tx: Transaction, id: string, byMs: number): Promise<void> {
  await tx
    .update(orders)
    .set({
      dueAt: movedBy(byMs, 'due_at'),
      cancelDueAt: movedBy(byMs, 'cancel_due_at'),
      remindAt: movedBy(byMs, 'remind_at'),
      codeLockedUntil: movedBy(byMs, 'code_locked_until'),
    })
    .where(eq(orders.id, id));
}

const movedBy = (ms: number, column: string) =>
  sql`${sql.identifier(column)} + ${ms} * interval '1 millisecond'`;

/** A person's open orders, on either side, each with its phone's model. */
export const listOpenOf = (db: Executor, personId: string): Promise<(OrderRow & { model: string })[]> =>
  db
    .select({ ...getTableColumns(orders), model: products.model })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .where(and(isOpen, or(eq(orders.buyerId, personId), eq(orders.sellerId, personId))));

/** Paid bookings without an order. */
export async function listUnordered(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${bookings} where state = 'paid'
      and not exists (select from ${orders} where ${orders.id} = ${bookings.id}) limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The orders with these ids, by id. */
export async function listByIds(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
