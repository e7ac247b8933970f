import { sql } from 'drizzle-orm';

import type { Person } from '#contract/access.ts';
import { isId } from '#contract/id.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import { system } from '#contract/states.ts';
import { type Category, type Device, type Market, type Product, productErrors } from '#contract/products.ts';
import { products } from '#db/tables/products.ts';
import { type PictureReference, referencesById, referencesInArray } from '#server/media/service.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { ProductReads } from './prepare-reads.ts';
import { presentProduct } from './present-product.ts';
import * as repository from './repository.ts';
import { listOwn, type OwnFacts, type OwnQuery } from './show-own.ts';
import { findPersonByEmail, isOneself } from '#server/users/service.ts';

const fail = failWith(productErrors);

export {
  categoryTopic,
  marketTopic,
  offerTopic,
  productTopic,
  liveAgainTopic,
  topicsOf,
} from './name-topics.ts';
export {
  joinsImage,
  joinsSeller,
  pictureStateColumns,
  presentPictureForParties,
  presentProduct,
  productColumns,
} from './present-product.ts';
export { listChangesSince } from './record-changes.ts';
export { copyProduct } from './copy-product.ts';
export { freeProduct, hideProductsOf, showProductsOf } from './hide-products.ts';
export { formerPriceDeadline } from './offer-price.ts';
export { countOwn, type ListAdvertised, type ListHolds, type ListOrders } from './show-own.ts';
export { prepareProductReads, type ProductReads } from './prepare-reads.ts';
export { readTakenDownNotices } from './notify-removal.ts';
export { isProductShown } from './shown-products.ts';
export { type OnProductRemoved, removeProductsOf, removeProductWithin } from './remove-product.ts';

const isNotRemoved = sql`state <> 'removed' and taken_down_at is null`;

/** The pictures of existing phones, which are public. */
export const productPictures: readonly PictureReference[] = [
  referencesById(products.imageId, isNotRemoved),
  referencesInArray(products.morePhotoIds, isNotRemoved),
];

/** The pictures of any phones, including removed ones. */
export const formerProductPictures: readonly PictureReference[] = [
  referencesById(products.imageId),
  referencesInArray(products.morePhotoIds),
];

/** The ids of a phone's pictures. */
export const listPictureIds = repository.listPictureIds;

/** Implemented by a later domain, in the transaction that sells a phone: its advertisement ends. */
export type OnProductSold = (tx: Transaction, productId: string) => Promise<void>;

/** All categories, in the order of the catalogue. */
export async function listCategories(reads: ProductReads): Promise<Category[]> {
  const rows = await reads.listCategories();
  return rows.map(presentCategory);
}

/** The number of phones for sale, by category and for the most frequent models. */
export async function getMarket(reads: ProductReads): Promise<Market> {
  const { categories, models } = await reads.countMarket();
  return { categories: categories.map(({ categoryId, count }) => ({ _id: categoryId, count })), models };
}

/**
 * One category.
 *
 * @throws Failure products.category-not-found
 */
export async function getCategory(reads: ProductReads, id: string): Promise<Category> {
  const rows = await reads.listCategories();
  const row = rows.find((category) => category.id === id);
  if (row === undefined) throw fail('products.category-not-found');
  return presentCategory(row);
}

/**
 * The catalogue's models of a category, newest first; empty if we know no model of the maker.
 *
 * @throws Failure products.category-not-found
 */
export async function listDevices(db: Executor, reads: ProductReads, categoryId: string): Promise<Device[]> {
  const rows = await repository.listDevices(db, categoryId);
  if (rows.length === 0) await getCategory(reads, categoryId);
  return rows.map(({ id, name, model, year, storageGb, colours }) => ({
    _id: id,
    name,
    model,
    categoryId,
    year,
    storageGb,
    colours,
  }));
}

/**
 * The live phones of a category, newest first.
 *
 * @throws Failure products.category-not-found
 */
export async function listProductsOfCategory(
  reads: ProductReads,
  categoryId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<Product>> {
  const rows = await reads.listLiveOfCategory(categoryId, idAfter(cursor), limit + 1);
  if (rows.length === 0) await getCategory(reads, categoryId);
  return presentPage(rows, limit, presentProduct);
}

/** Phones of one seller or of all: live ones, newest first; owners and admins see every state. */
export async function listProducts(
  db: Executor,
  viewer: Person | undefined,
  {
    email,
    seller: sellerId,
    ...query
  }: OwnQuery & { readonly email?: string | undefined; readonly seller?: string | undefined },
  facts: OwnFacts,
): Promise<Page<Product>> {
  const isOwn = viewer !== undefined && email !== undefined && isOneself(viewer, email);
  const seller = email === undefined ? undefined : await findPersonByEmail(db, email);
  if (email !== undefined && seller === undefined) return { items: [] };
  // What a seller offers is the same for every viewer.
  if (sellerId === undefined && (isOwn || viewer?.isAdmin === true))
    return listOwn(db, { ...query, sellerId: seller?.id }, facts);
  const rows = await repository.listProducts(db, {
    sellerId: sellerId ?? seller?.id,
    show: sellerId === undefined ? 'live' : 'market',
    beforeId: idAfter(query.cursor),
    limit: query.limit + 1,
  });
  return presentPage(rows, query.limit, presentProduct);
}

/** Which of these phones a person sells, in any state. */
export const listOwnIds = (db: Executor, person: Person, ids: readonly string[]): Promise<string[]> =>
  repository.listOwnIds(db, person.id, ids);

/** Whether a phone is this person's; undefined for a removed or unknown one. */
export async function ownsProduct(db: Executor, id: string, person: Person): Promise<boolean | undefined> {
  const sellerId = isId(id) ? await repository.findSellerId(db, id) : undefined;
  return sellerId === undefined ? undefined : sellerId === person.id;
}

/** Sells a phone whose payment was settled. @throws Error if it is neither live nor reserved */
export async function sellProduct(tx: Transaction, id: string, onSold: OnProductSold): Promise<void> {
  await repository.moveProduct(tx, id, 'sold', { actor: system });
  await onSold(tx, id);
}

/** A phone's state, seller and price, in any state; undefined for an unknown one. */
export const findProduct = repository.findProduct;

/** The sellers of these phones, in any state, by phone. */
export const listSellers = repository.listSellers;

/** A phone with its row locked, for the domains that change its state; undefined for an unknown one. */
export const lockProduct = repository.lockProduct;

/** Changes a phone's state. @throws Error if its machine has no such transition */
export const moveProduct = repository.moveProduct;

function presentPage<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
): Page<Item> {
  const page = pageOf(rows, limit, ({ id }) => id);
  return { ...page, items: page.items.map(present) };
}

const presentCategory = ({ id, name, img }: repository.CategoryRow): Category => ({
  _id: id,
  category: name,
  img,
});
