import { describePicture } from '#contract/media.ts';
import type { ProductState } from '#contract/products-machine.ts';
import { type Product, type ProductDetails, productErrors } from '#contract/products.ts';
import { failWith } from '#server/platform/failure.ts';
import { presentFacts } from './phone-facts.ts';
import type { DetailsRow, ProductReads } from './prepare-reads.ts';
import { presentImage, presentProduct } from './present-product.ts';

const fail = failWith(productErrors);

/**
 * A phone with everything that its page shows; it may be for sale, booked or sold.
 *
 * @throws Failure products.taken-down for one that an admin removed from the site, products.not-found for one that its
 *   seller removed or that never existed
 */
export async function getProduct(reads: ProductReads, id: string): Promise<ProductDetails> {
  const row = await reads.findDetails(id);
  if (row === undefined)
    throw fail((await reads.isTakenDown(id)) ? 'products.taken-down' : 'products.not-found');
  return presentDetails(row);
}

/**
 * Up to 8 live phones similar to this one.
 *
 * @throws Failure products.taken-down, products.not-found
 */
export async function listSimilar(reads: ProductReads, id: string): Promise<Product[]> {
  const rows = await reads.listSimilar(id);
  if (rows.length === 0) await getProduct(reads, id);
  return rows.map(presentProduct);
}

/** The presented row of `selectDetails`. */
export const presentDetails = (row: DetailsRow): ProductDetails => ({
  ...presentProduct(row),
  category: row.categoryName,
  photos: [presentImage(row), ...row.morePhotos.map(describePicture)],
  deviceName: row.deviceName ?? undefined,
  ...presentFacts(row),
  accessories: row.accessories,
  description: row.description,
  sellerSince: row.sellerSince.toISOString(),
  // A sold phone cannot be edited, and the only state after a sale is its reversal: its last change is the sale.
  soldAt: isSold(row.state) ? row.updatedAt.toISOString() : undefined,
});

const isSold = (state: ProductState): boolean => state === 'sold' || state === 'sold_elsewhere';
