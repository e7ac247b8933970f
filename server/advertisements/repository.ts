import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';

import { advertisements } from '#db/tables/advertisements.ts';
import { images } from '#db/tables/media.ts';
import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { topicsIfWritten, writeAndPublish } from '#server/platform/changes/write-and-publish.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';
import { joinsImage, joinsSeller, productColumns } from '#server/products/service.ts';

/** The topic of advertisements that begin or end. */
export const advertisementTopic = 'advertisements';

const isRunning = isNull(advertisements.endedAt);

export async function listRunning(db: Executor, beforeId: string | undefined, limit: number) {
  return db
    .select({ ...productColumns, advertisementId: advertisements.id })
    .from(advertisements)
    .innerJoin(products, eq(products.id, advertisements.productId))
    .innerJoin(users, joinsSeller)
    .innerJoin(images, joinsImage)
    .where(and(isRunning, sql`${products.state} = 'live'`, isBefore(advertisements.id, beforeId)))
    .orderBy(desc(advertisements.id))
    .limit(limit);
}

export async function insertAdvertisement(db: Executor, id: string, productId: string): Promise<void> {
  await writeAndPublish(db, [advertisementTopic], (shown) =>
    shown.insert(advertisements).values({ id, productId }),
  );
}

/** Ends the running advertisement of a phone. @returns how many ended: 0 or 1 */
export async function endAdvertisement(db: Executor, productId: string): Promise<number> {
  const { rowCount } = await writeAndPublish(db, topicsIfWritten(advertisementTopic), (shown) =>
    shown
      .update(advertisements)
      .set({ endedAt: sql`now()` })
      .where(and(eq(advertisements.productId, productId), isRunning)),
  );
  return rowCount ?? 0;
}

/** Which of these phones are advertised. */
export async function listAdvertised(
  db: Executor,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ productId: advertisements.productId })
    .from(advertisements)
    .where(and(inArray(advertisements.productId, [...productIds]), isRunning));
  return new Set(rows.map(({ productId }) => productId));
}
