import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';

import { productMachine, type ProductState } from '#contract/products-machine.ts';
import type { Actor } from '#contract/states.ts';
import { images } from '#db/tables/media.ts';
import { categories, devices, products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { writeAndPublish } from '#server/platform/changes/write-and-publish.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';
import { type Change, create, storedMachine, transition } from '#server/platform/states/transition.ts';
import { categoryTopic, marketTopic, offerTopic, productTopic, liveAgainTopic } from './name-topics.ts';
import { factColumns } from './phone-facts.ts';
import { joinsImage, joinsSeller, productColumns } from './present-product.ts';

export type CategoryRow = typeof categories.$inferSelect;
export type NewProductRow = Omit<typeof products.$inferInsert, 'searchDocument'>;
export type DeviceRow = typeof devices.$inferSelect;

export async function listCategories(db: Executor): Promise<CategoryRow[]> {
  return db.select().from(categories).orderBy(asc(categories.position), asc(categories.name));
}

/** How many phones of each category are for sale; categories without any are left out. */
export async function countLiveByCategory(db: Executor) {
  return db
    .select({ categoryId: products.categoryId, count: count() })
    .from(products)
    .where(sql`${products.state} = 'live'`)
    .groupBy(products.categoryId);
}

/** The models with the most phones for sale, the most first. */
export async function countLiveByModel(db: Executor, limit: number) {
  const live = db
    .select({ deviceId: products.deviceId, count: count().as('live_count') })
    .from(products)
    .where(sql`${products.state} = 'live' and ${products.deviceId} is not null`)
    .groupBy(products.deviceId)
    .orderBy(desc(count()), asc(products.deviceId))
    .limit(limit)
    .as('live');
  return db
    .select({ name: devices.name, count: live.count })
    .from(live)
    .innerJoin(devices, eq(devices.id, live.deviceId))
    .orderBy(desc(live.count), asc(devices.name));
}

export async function findCategory(db: Executor, id: string): Promise<CategoryRow | undefined> {
  const [row] = await db.select().from(categories).where(eq(categories.id, id));
  return row;
}

/** The catalogue's models of a category, newest first. */
export async function listDevices(db: Executor, categoryId: string): Promise<DeviceRow[]> {
  return db
    .select()
    .from(devices)
    .where(eq(devices.categoryId, categoryId))
    .orderBy(desc(devices.year), asc(devices.name));
}

export async function findDevice(db: Executor, id: string): Promise<DeviceRow | undefined> {
  const [row] = await db.select().from(devices).where(eq(devices.id, id));
  return row;
}

/** The states of the phones in a list: `market` is what a seller offers, including booked phones. */
const shownStates = {
  live: sql`${products.state} = 'live'`,
  market: sql`${products.state} in ('live', 'reserved')`,
} as const;

export interface ProductFilter {
  readonly sellerId?: string | undefined;
  readonly show: keyof typeof shownStates;
  readonly beforeId: string | undefined;
  readonly limit: number;
}

export async function listProducts(db: Executor, filter: ProductFilter) {
  return db
    .select(productColumns)
    .from(products)
    .innerJoin(users, joinsSeller)
    .innerJoin(images, joinsImage)
    .where(
      and(
        shownStates[filter.show],
        filter.sellerId === undefined ? undefined : eq(products.sellerId, filter.sellerId),
        isBefore(products.id, filter.beforeId),
      ),
    )
    .orderBy(desc(products.id))
    .limit(filter.limit);
}

/** Whether a phone is neither removed nor taken down; a sold one counts even if its seller's list hides it. */
const isNotRemoved = and(ne(products.state, 'removed'), isNull(products.takenDownAt));

/** The seller of a phone that is not removed; undefined for a removed or unknown one. */
export async function findSellerId(db: Executor, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ sellerId: products.sellerId })
    .from(products)
    .where(and(eq(products.id, id), isNotRemoved));
  return row?.sellerId;
}

/** Which of these phones this person sells. */
export async function listOwnIds(db: Executor, sellerId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, [...ids]), eq(products.sellerId, sellerId)));
  return rows.map(({ id }) => id);
}

/** The sellers of these phones, in any state, by phone. */
export async function listSellers(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, sellerId: products.sellerId })
    .from(products)
    .where(inArray(products.id, [...ids]));
  return new Map(rows.map(({ id, sellerId }) => [id, sellerId]));
}

/** A phone's own columns, in any state. */
export async function findProduct(db: Executor, id: string) {
  const [row] = await db.select(stateColumns).from(products).where(eq(products.id, id));
  return row;
}

/** The columns that a seller enters about a phone. */
export const listingColumns = {
  sellerId: products.sellerId,
  categoryId: products.categoryId,
  imageId: products.imageId,
  model: products.model,
  phone: products.phone,
  condition: products.condition,
  location: products.location,
  cityId: products.cityId,
  buyCents: products.buyCents,
  sellCents: products.sellCents,
  useYear: products.useYear,
  deviceId: products.deviceId,
  ...factColumns,
  accessories: products.accessories,
  description: products.description,
  morePhotoIds: products.morePhotoIds,
};

/** The listing of a phone that no admin has removed; undefined for any other. */
export async function findListing(db: Executor, id: string) {
  const [row] = await db
    .select(listingColumns)
    .from(products)
    .where(and(eq(products.id, id), isNull(products.takenDownAt)));
  return row;
}

/** A phone that an admin has removed. */
export async function findTakenDown(db: Executor, id: string) {
  const [row] = await db
    .select({ sellerId: products.sellerId, model: products.model, state: products.state })
    .from(products)
    .where(and(eq(products.id, id), isNotNull(products.takenDownAt)));
  return row;
}

const stateColumns = {
  id: products.id,
  state: products.state,
  sellerId: products.sellerId,
  sellCents: products.sellCents,
  model: products.model,
  revision: products.revision,
};

/** A phone's state, its row locked until the transaction ends. */
export async function lockProduct(db: Executor, id: string) {
  const [row] = await db.select(stateColumns).from(products).where(eq(products.id, id)).for('update');
  return row;
}

/** The phones of a seller in these states, their rows locked until the transaction ends. */
export async function lockProductsOf(tx: Transaction, sellerId: string, states: readonly ProductState[]) {
  return tx
    .select(stateColumns)
    .from(products)
    .where(and(eq(products.sellerId, sellerId), inArray(products.state, [...states])))
    .orderBy(products.id)
    .for('update');
}

/** The phones of a seller that are not removed. */
export async function listIdsOfSeller(db: Executor, sellerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.sellerId, sellerId), isNotRemoved))
    .orderBy(products.id);
  return rows.map(({ id }) => id);
}

export async function countListedSince(db: Executor, sellerId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ listed: count() })
    .from(products)
    .where(and(eq(products.sellerId, sellerId), gt(products.createdAt, since)));
  return row?.listed ?? 0;
}

const machine = storedMachine(productMachine, products);

export async function insertProduct(tx: Transaction, row: NewProductRow, actor: Actor): Promise<void> {
  const topics = [categoryTopic(row.categoryId), offerTopic(row.sellerId), marketTopic];
  await writeAndPublish(tx, topics, (shown) =>
    create(tx, machine, row.id, actor, shown.insert(products).values(row)),
  );
}

/** Changes a phone's state. @throws Error if its machine has no such transition */
export async function moveProduct(
  tx: Transaction,
  id: string,
  to: ProductState,
  change: Change,
): Promise<void> {
  await transition(tx, machine, id, to, change);
  tx.$changes.publish(productTopic(id), marketTopic);
  if (to !== 'live') return;
  const [product] = await tx
    .select({ categoryId: products.categoryId, sellerId: products.sellerId })
    .from(products)
    .where(eq(products.id, id));
  if (product === undefined) return;
  tx.$changes.publish(categoryTopic(product.categoryId), offerTopic(product.sellerId), liveAgainTopic);
}

/** Removes a bought phone from its seller's list. @returns how many rows changed */
export async function archiveSold(db: Executor, id: string): Promise<number> {
  const isListed = and(inArray(products.state, ['sold', 'withdrawn']), isNull(products.archivedAt));
  const { rowCount } = await writeAndPublish(db, [productTopic(id)], (shown) =>
    shown
      .update(products)
      .set({ archivedAt: sql`now()` })
      .where(and(eq(products.id, id), isListed)),
  );
  return rowCount ?? 0;
}

/** Takes a phone off the site, in any state. @returns how many rows changed: 0 if it was off already */
export async function markTakenDown(db: Executor, id: string): Promise<number> {
  const { rowCount } = await writeAndPublish(db, [productTopic(id)], (shown) =>
    shown
      .update(products)
      .set({ takenDownAt: sql`now()`, archivedAt: sql`coalesce(${products.archivedAt}, now())` })
      .where(and(eq(products.id, id), isNull(products.takenDownAt))),
  );
  return rowCount ?? 0;
}

export async function listPictureIds(db: Executor, id: string): Promise<string[]> {
  const [row] = await db
    .select({ imageId: products.imageId, morePhotoIds: products.morePhotoIds })
    .from(products)
    .where(eq(products.id, id));
  return row === undefined ? [] : [row.imageId, ...row.morePhotoIds];
}
