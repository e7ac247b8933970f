/** The phones of a seller who is suspended or leaving: out of sight, and back when neither holds any more. */
import type { Actor } from '#contract/states.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import * as repository from './repository.ts';
import { mayOffer } from '#server/users/service.ts';

/** Hides what a seller has for sale. What somebody holds is hidden when the hold ends without a payment. */
export async function hideProductsOf(tx: Transaction, sellerId: string, actor: Actor): Promise<void> {
  // Those that are held, too: a hold that ends at this moment is waited for.
  for (const { id, state } of await repository.lockProductsOf(tx, sellerId, ['live', 'reserved']))
    if (state === 'live') await repository.moveProduct(tx, id, 'hidden', { actor });
}

/** Shows again what was hidden, unless there is another reason to hide it. */
export async function showProductsOf(tx: Transaction, sellerId: string, actor: Actor): Promise<void> {
  const phones = await repository.lockProductsOf(tx, sellerId, ['hidden', 'reserved']);
  if (!(await mayOffer(tx, sellerId))) return;
  for (const { id, state } of phones)
    if (state === 'hidden') await repository.moveProduct(tx, id, 'live', { actor });
}

/**
 * Gives a phone back to the market whose hold has ended: out of sight while its seller is suspended or leaving. The
 * phone must be locked, so that either of both is seen here or waits for it.
 */
export async function freeProduct(tx: Transaction, id: string, actor: Actor): Promise<void> {
  const product = await repository.findProduct(tx, id);
  const isHidden = product !== undefined && !(await mayOffer(tx, product.sellerId));
  await repository.moveProduct(tx, id, isHidden ? 'hidden' : 'live', { actor });
}
