import type { Person } from '#contract/access.ts';
import type { Clock } from '#server/platform/clock.ts';
import { newId, type Transaction } from '#server/platform/postgres/database.ts';
import { checkDailyLimit, dailyLimit } from './add-product.ts';
import * as repository from './repository.ts';

/**
 * Lists a phone again that its seller had listed before: a new listing with the same facts and photos, which the former
 * one keeps as well. The seller must be locked by `requirePresent`.
 *
 * @returns its id, or undefined if an admin removed the phone from the site
 * @throws Failure products.too-many-today
 */
export async function copyProduct(
  tx: Transaction,
  seller: Person,
  productId: string,
  { clock, rateLimitFactor }: { readonly clock: Clock; readonly rateLimitFactor: number },
): Promise<string | undefined> {
  const now = clock.now();
  await checkDailyLimit(tx, seller, now, dailyLimit(rateLimitFactor));
  const listing = await repository.findListing(tx, productId);
  if (listing === undefined) return undefined;
  const id = newId(now);
  await repository.insertProduct(tx, { ...listing, id, createdAt: now }, { role: 'seller', id: seller.id });
  return id;
}
