/** Removes phones: by their seller, by an admin, or together with their seller. */
import type { Person } from '#contract/access.ts';
import type { Actor } from '#contract/states.ts';
import type { Clock } from '#server/platform/clock.ts';
import { emit } from '#server/platform/events/emit.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import * as repository from './repository.ts';

/**
 * Implemented by later domains, in the transaction that removes a phone: they end its advertisement and its unpaid
 * booking.
 */
export type OnProductRemoved = (tx: Transaction, productId: string, actor: Actor) => Promise<void>;

export interface Removal {
  readonly clock: Clock;
  readonly onProductRemoved: readonly OnProductRemoved[];
}

/**
 * Removes a phone. If it was bought, it remains as its buyer's order: its seller removes it from their list, an admin
 * from the site. An admin's removal is recorded as a decision about its seller.
 *
 * @returns how many phones were removed: 0 if it was removed already
 */
export async function removeProduct(
  db: Database,
  id: string,
  person: Person,
  { clock, onProductRemoved }: Removal,
): Promise<number> {
  return db.transaction(async (tx) => {
    const listing = await repository.findListing(tx, id);
    const isOwn = listing?.sellerId === person.id;
    const actor = { role: isOwn ? 'seller' : 'admin', id: person.id } as const;
    const removed = await removeProductWithin(tx, id, actor, onProductRemoved);
    if (removed === 0 || listing === undefined || isOwn) return removed;
    const about = { personId: listing.sellerId, detail: listing.model };
    await recordStaffAction(tx, { kind: 'listing-removed', actor: person.id, ...about, at: clock.now() });
    return removed;
  });
}

/**
 * {@link removeProduct} within a transaction that does more. A phone that an admin removes no longer has a page, sold
 * or not.
 */
export async function removeProductWithin(
  tx: Transaction,
  id: string,
  actor: Actor,
  onRemoved: readonly OnProductRemoved[],
): Promise<number> {
  const product = await repository.lockProduct(tx, id);
  if (product === undefined) return 0;
  const hasOrder = product.state === 'sold' || product.state === 'withdrawn';
  if (hasOrder && actor.role !== 'admin') return repository.archiveSold(tx, id);
  const isOnMarket = !hasOrder && product.state !== 'removed';
  if (isOnMarket) await repository.moveProduct(tx, id, 'removed', { actor });
  const removed = actor.role === 'admin' ? await repository.markTakenDown(tx, id) : Number(isOnMarket);
  if (removed > 0) for (const end of onRemoved) await end(tx, id, actor);
  // Sellers are not notified of phones that they have removed themselves.
  if (removed > 0 && actor.role === 'admin' && product.state !== 'removed')
    await emit(tx, 'product.taken-down', { subject: id, actor, data: {} });
  return removed;
}

/** Removes every phone of a removed seller. */
export async function removeProductsOf(
  tx: Transaction,
  sellerId: string,
  actor: Actor,
  onRemoved: readonly OnProductRemoved[],
): Promise<void> {
  for (const id of await repository.listIdsOfSeller(tx, sellerId))
    await removeProductWithin(tx, id, actor, onRemoved);
}
