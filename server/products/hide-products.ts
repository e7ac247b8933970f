/** Hides the phones of a seller who is suspended or leaving, and shows them again when neither applies any longer. */
import type { Actor } from '#contract/states.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import * as repository from './repository.ts';
import { mayOffer } from '#server/users/service.ts';

/** Hides what a seller has for sale. Phones on hold are hidden when the hold ends without a payment. */
export async function hideProductsOf(tx: Transaction, sellerId: string, actor: Actor): Promise<void> {
  // Also locks phones on hold, to wait for a hold that ends at this moment.
  for (const { id, state } of await repository.lockProductsOf(tx, sellerId, ['live', 'reserved']))
    if (state === 'live') await repository.moveProduct(tx, id, 'hidden', { actor });
}

/** Shows hidden phones again, unless there is another reason to hide them. */
export async function showProductsOf(tx: Transaction, sellerId: string, actor: Actor): Promise<void> {
  const phones = await repository.lockProductsOf(tx, sellerId, ['hidden', 'reserved']);
  if (!(await mayOffer(tx, sellerId))) return;
  for (const { id, state } of phones)
    if (state === 'hidden') await repository.moveProduct(tx, id, 'live', { actor });
}

/**
 * Offers a phone again after its hold, or hides it if its seller is suspended or leaving. The phone must be locked, so
 * that a concurrent suspension is seen here or waits.
 */
export async function freeProduct(tx: Transaction, id: string, actor: Actor): Promise<void> {
  const product = await repository.findProduct(tx, id);
  const isHidden = product !== undefined && !(await mayOffer(tx, product.sellerId));
  await repository.moveProduct(tx, id, isHidden ? 'hidden' : 'live', { actor });
}
