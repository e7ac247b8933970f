import type { Person } from '#contract/access.ts';
import { type Advertisement, advertisementErrors } from '#contract/advertisements.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import * as repository from './repository.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, type Executor, newId, violatedIndex } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import { lockProduct, presentProduct } from '#server/products/service.ts';
import { recordStaffAction } from '#server/staff/service.ts';

export { advertisementTopic } from './repository.ts';

const fail = failWith(advertisementErrors);

/**
 * Advertises a phone on the home page.
 *
 * @returns the advertisement's id
 * @throws Failure advertisements.already-set (the unique index decides), advertisements.not-live
 */
export async function advertise(db: Database, productId: string): Promise<string> {
  try {
    return await db.transaction(async (tx) => {
      const product = await lockProduct(tx, productId);
      if (product?.state !== 'live' && product?.state !== 'reserved') throw fail('advertisements.not-live');
      const id = newId();
      await repository.insertAdvertisement(tx, id, productId);
      return id;
    });
  } catch (error) {
    if (violatedIndex(error) === 'advertisements_one_live')
      throw fail('advertisements.already-set', { cause: error });
    throw error;
  }
}

/** Advertised phones that are for sale, newest advertisement first. */
export async function listAdvertisements(
  db: Executor,
  { cursor, limit }: PageQuery,
): Promise<Page<Advertisement>> {
  const rows = await repository.listRunning(db, idAfter(cursor), limit + 1);
  const page = pageOf(rows, limit, ({ advertisementId }) => advertisementId);
  const present = (row: (typeof rows)[number]): Advertisement => ({
    ...presentProduct(row),
    _id: row.advertisementId,
    uniqId: row.id,
  });
  return { ...page, items: page.items.map(present) };
}

/** Ends a phone's advertisement; if an admin does it, this is recorded. @returns how many ended: 0 or 1 */
export async function stopAdvertising(
  db: Database,
  clock: Clock,
  productId: string,
  person: Person,
): Promise<number> {
  return db.transaction(async (tx) => {
    const product = await lockProduct(tx, productId);
    const ended = await repository.endAdvertisement(tx, productId);
    if (ended === 0 || product === undefined || product.sellerId === person.id) return ended;
    const about = { personId: product.sellerId, detail: product.model };
    await recordStaffAction(tx, {
      kind: 'advertisement-ended',
      actor: person.id,
      ...about,
      at: clock.now(),
    });
    return ended;
  });
}

/** Ends a phone's advertisement. @returns how many ended: 0 or 1 */
export const endAdvertisement = (db: Executor, productId: string): Promise<number> =>
  repository.endAdvertisement(db, productId);

/** Which of these phones are advertised. */
export const listAdvertised = repository.listAdvertised;
