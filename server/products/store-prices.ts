/** SQL of the prices at which phones were on offer. */
import { and, asc, eq, lte } from 'drizzle-orm';

import { priceChanges, products } from '#db/tables/products.ts';
import { writeAndPublish } from '#server/platform/changes/write-and-publish.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import type { Offer } from './former-price.ts';
import { productTopic } from './name-topics.ts';

/** The prices in the order of time; empty if the price never changed. */
export async function listPrices(db: Executor, productId: string): Promise<Offer[]> {
  return db
    .select({ cents: priceChanges.cents, at: priceChanges.at })
    .from(priceChanges)
    .where(eq(priceChanges.productId, productId))
    .orderBy(asc(priceChanges.position));
}

export async function insertPrices(
  tx: Transaction,
  productId: string,
  offers: readonly Offer[],
): Promise<void> {
  for (const offer of offers) await tx.insert(priceChanges).values({ id: newId(), productId, ...offer });
}

/** Sets the former price that is shown; undefined for none. */
export async function setFormerPrice(
  tx: Transaction,
  productId: string,
  was: { readonly cents: number; readonly until: Date } | undefined,
): Promise<void> {
  await writeAndPublish(tx, [productTopic(productId)], (shown) =>
    shown
      .update(products)
      .set({ wasCents: was?.cents ?? null, wasUntil: was?.until ?? null })
      .where(eq(products.id, productId)),
  );
}

/** Phones whose former price has been shown long enough. */
export async function listOutdated(db: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(lte(products.wasUntil, now))
    .orderBy(asc(products.wasUntil))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function isOutdated(db: Executor, productId: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), lte(products.wasUntil, now)));
  return rows.length > 0;
}
