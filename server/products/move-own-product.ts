/** A seller's actions on their own phone: pause it, make it live again, mark it as sold elsewhere, list it again. */
import type { Person } from '#contract/access.ts';
import { editErrors, type OwnMove } from '#contract/products-edit.ts';
import { productMachine } from '#contract/products-machine.ts';
import { mayBecome } from '#contract/states.ts';
import type { Clock } from '#server/platform/clock.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import { requirePresent } from '#server/users/service.ts';
import { copyProduct } from './copy-product.ts';
import { refusalOf } from './edit-product.ts';
import { offerPrice } from './offer-price.ts';
import { moveProduct } from './repository.ts';
import { type OnProductRemoved, removeProductWithin } from './remove-product.ts';
import type { ListHolds, OnProductSold } from './service.ts';
import { type LockedListing, lockListing } from './store-edits.ts';

const fail = failWith(editErrors);

interface MoveOptions {
  readonly clock: Clock;
  readonly listHolds: ListHolds;
  readonly onProductSold: OnProductSold;
}

/**
 * Changes the state of a seller's own phone. The advertisement of a paused phone is shown again once it is live.
 *
 * @returns how many phones changed: 0 if it was in that state already
 * @throws Failure products.held (with `state` and `heldUntil`), products.not-editable (with `state`),
 *   products.not-found
 */
export async function moveOwnProduct(
  db: Database,
  id: string,
  seller: Person,
  to: OwnMove,
  { clock, listHolds, onProductSold }: MoveOptions,
): Promise<number> {
  return db.transaction(async (tx) => {
    const before = await lockOwn(tx, id, seller);
    if (before.state === to) return 0;
    if (!mayBecome(productMachine, before.state, to, 'seller'))
      throw await refusalOf(tx, id, before.state, listHolds);
    await moveProduct(tx, id, to, { actor: { role: 'seller', id: seller.id } });
    if (to === 'sold_elsewhere') await onProductSold(tx, id);
    else await offerPrice(tx, before, to === 'live' ? before.sellCents : null, clock.now());
    return 1;
  });
}

interface RelistOptions {
  readonly clock: Clock;
  readonly rateLimitFactor: number;
  readonly onProductRemoved: readonly OnProductRemoved[];
}

/**
 * Lists a phone again that was sold elsewhere. The new listing replaces the former one, which is removed: of two
 * simultaneous calls the second is refused.
 *
 * @returns the id of the new listing
 * @throws Failure products.not-relistable (with `state`), products.too-many-today, products.not-found
 */
export async function relistProduct(
  db: Database,
  id: string,
  seller: Person,
  { onProductRemoved, ...options }: RelistOptions,
): Promise<string> {
  return db.transaction(async (tx) => {
    const { state } = await lockOwn(tx, id, seller);
    if (state !== 'sold_elsewhere') throw fail('products.not-relistable', { fields: { state } });
    const relistedAs = await copyProduct(tx, seller, id, options);
    if (relistedAs === undefined) throw fail('products.not-found');
    // After the copy, which uses the same pictures.
    await removeProductWithin(tx, id, { role: 'seller', id: seller.id }, onProductRemoved);
    return relistedAs;
  });
}

/**
 * The seller's phone, locked after the seller, so that a concurrent suspension also hides a phone that becomes live.
 */
async function lockOwn(tx: Transaction, id: string, seller: Person): Promise<LockedListing> {
  await requirePresent(tx, seller.id);
  const listing = await lockListing(tx, id);
  if (listing === undefined || listing.state === 'removed') throw fail('products.not-found');
  return listing;
}
