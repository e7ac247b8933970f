/** SQL of the photos of disputes. */
import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';

import { orderPhotos } from '#db/tables/orders.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';

export type PhotoRow = typeof orderPhotos.$inferSelect;

export async function insertPhoto(db: Executor, row: typeof orderPhotos.$inferInsert): Promise<void> {
  await db.insert(orderPhotos).values(row);
}

export async function findPhoto(db: Executor, id: string): Promise<PhotoRow | undefined> {
  const [row] = await db.select().from(orderPhotos).where(eq(orderPhotos.id, id));
  return row;
}

/**
 * Attaches photos that a person has uploaded for an order to their statement, in the order of `ids`.
 *
 * @returns false if one of them is not theirs or is part of a statement already
 */
export async function attachPhotos(
  tx: Transaction,
  { orderId, ownerId, statementId }: Pick<PhotoRow, 'orderId' | 'ownerId'> & { readonly statementId: string },
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return true;
  const { rowCount } = await tx.execute(sql`
    update ${orderPhotos} set statement_id = ${statementId}, place = shown.place - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as shown (id, place)
    where ${orderPhotos.id} = shown.id and order_id = ${orderId} and owner_id = ${ownerId} and statement_id is null`);
  return rowCount === ids.length;
}

/** The photos of an order's dispute, each statement's in their order. */
export async function listPhotos(db: Executor, orderId: string): Promise<PhotoRow[]> {
  return db
    .select()
    .from(orderPhotos)
    .where(and(eq(orderPhotos.orderId, orderId), isNotNull(orderPhotos.statementId)))
    .orderBy(asc(orderPhotos.place), asc(orderPhotos.id));
}

/** Photos from before a time that are part of no statement; if there are more, random ones, so that none is left out. */
export async function listUnusedPhotos(db: Executor, before: Date, limit: number): Promise<PhotoRow[]> {
  return db
    .select()
    .from(orderPhotos)
    .where(and(isNull(orderPhotos.statementId), lt(orderPhotos.createdAt, before)))
    .orderBy(sql`random()`)
    .limit(limit);
}

/** Deletes a photo that is part of no statement. @returns whether it existed */
export async function deletePhoto(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .delete(orderPhotos)
    .where(and(eq(orderPhotos.id, id), isNull(orderPhotos.statementId)))
    .returning({ id: orderPhotos.id });
  return rows.length === 1;
}
