/** SQL of a seller's changes of a phone. */
import { and, eq, isNull, sql } from 'drizzle-orm';

import { products } from '#db/tables/products.ts';
import { writeAndPublish } from '#server/platform/changes/write-and-publish.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { categoryTopic, marketTopic, productTopic } from './name-topics.ts';
import { listingColumns } from './repository.ts';

const editColumns = {
  ...listingColumns,
  id: products.id,
  state: products.state,
  wasCents: products.wasCents,
  revision: products.revision,
  createdAt: products.createdAt,
};

/** The listing of a phone that no admin has removed, its row locked until the transaction ends. */
export async function lockListing(tx: Transaction, id: string) {
  const [row] = await tx
    .select(editColumns)
    .from(products)
    .where(and(eq(products.id, id), isNull(products.takenDownAt)))
    .for('update');
  return row;
}

export type LockedListing = NonNullable<Awaited<ReturnType<typeof lockListing>>>;

type ListingChanges = Partial<Omit<typeof products.$inferInsert, 'id' | 'sellerId' | 'state'>> & {
  readonly categoryId: string;
  readonly revision: number;
};

/**
 * Stores the seller's changes of a phone. The site map names `updated_at` as the last change of a phone for sale; of a
 * paused one, it is still the time at which it was paused.
 */
export async function updateListing(tx: Transaction, id: string, changes: ListingChanges): Promise<void> {
  const topics = [productTopic(id), categoryTopic(changes.categoryId), marketTopic];
  const updatedAt = sql`case when ${products.state} = 'live' then now() else ${products.updatedAt} end`;
  await writeAndPublish(tx, topics, (shown) =>
    shown
      .update(products)
      .set({ ...changes, updatedAt })
      .where(eq(products.id, id)),
  );
}

/** The columns that only its seller sees. */
export async function findOwnColumns(db: Executor, id: string) {
  const [row] = await db
    .select({ phone: products.phone, deviceId: products.deviceId, revision: products.revision })
    .from(products)
    .where(eq(products.id, id));
  return row;
}
