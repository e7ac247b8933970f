import { isDeepStrictEqual } from 'node:util';

import type { Person } from '#contract/access.ts';
import { toCents } from '#contract/money.ts';
import { editErrors, isEditable, type OwnListing, type ProductChanges } from '#contract/products-edit.ts';
import type { ProductState } from '#contract/products-machine.ts';
import type { Clock } from '#server/platform/clock.ts';
import { emit } from '#server/platform/events/emit.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import { requirePresent } from '#server/users/service.ts';
import { offerPrice } from './offer-price.ts';
import { factsOf } from './phone-facts.ts';
import { selectDetails } from './prepare-reads.ts';
import { changedFacts, recordChanges } from './record-changes.ts';
import { resolveCategory, resolveCity, resolveDevice, resolvePhotos } from './resolve-entry.ts';
import type { ListHolds } from './service.ts';
import { presentDetails } from './show-product.ts';
import { findOwnColumns, type LockedListing, lockListing, updateListing } from './store-edits.ts';

const fail = failWith(editErrors);

export interface EditOptions {
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly listHolds: ListHolds;
}

/**
 * A seller's own phone with everything that they can change, in any state.
 *
 * @throws Failure products.not-found
 */
export async function getOwnListing(db: Database, id: string, listHolds: ListHolds): Promise<OwnListing> {
  // The version is read first: if it is older than the rest, changes are refused needlessly, but none is overwritten.
  const own = await findOwnColumns(db, id);
  const [details] = await selectDetails(db, id);
  if (own === undefined || details === undefined) throw fail('products.not-found');
  const heldUntil = (await listHolds(db, [id])).get(id)?.toISOString();
  const { phone, deviceId, revision } = own;
  return { ...presentDetails(details), phone, deviceId: deviceId ?? undefined, version: revision, heldUntil };
}

/**
 * Changes a phone while nobody holds it. A buyer who books it at the same time either gets the former version, and the
 * changes are refused, or gets the new price: the phone's row lock decides.
 *
 * @returns the version now, and whether anything is different
 * @throws Failure products.held (with `state` and `heldUntil`), products.not-editable (with `state`),
 *   products.changed-meanwhile (with `version`), products.not-found, and the failures about the fields of a new phone
 *   (see `addProduct`)
 */
export async function editProduct(
  db: Database,
  id: string,
  seller: Person,
  changes: ProductChanges,
  { clock, publicUrl, listHolds }: EditOptions,
): Promise<{ version: number; isChanged: boolean }> {
  return db.transaction(async (tx) => {
    await requirePresent(tx, seller.id);
    const before = await lockListing(tx, id);
    if (before === undefined || before.state === 'removed') throw fail('products.not-found');
    const changed = await resolveChanges(tx, before, changes, publicUrl);
    if (!isEditable(before.state)) throw await refusalOf(tx, id, before.state, listHolds);
    if (changes.version !== undefined && changes.version !== before.revision)
      throw fail('products.changed-meanwhile', { fields: { version: before.revision } });
    const facts = changedFacts(before, changed);
    const isOtherNumber = changed.phone !== undefined && changed.phone !== before.phone;
    // With a new version, the late payment of a buyer who booked the same phone would be refunded.
    if (facts.length === 0 && !isOtherNumber) return { version: before.revision, isChanged: false };
    const version = before.revision + 1;
    await updateListing(tx, id, { ...changed, revision: version });
    await recordChanges(tx, id, { facts, revision: version });
    // The price of a paused phone counts as offered only after its return.
    if (changed.sellCents !== before.sellCents && before.state === 'live')
      await offerPrice(tx, before, changed.sellCents, clock.now());
    await emit(tx, 'product.edited', {
      subject: id,
      actor: { role: 'seller', id: seller.id },
      data: { version },
    });
    return { version, isChanged: true };
  });
}

/** Why a phone in this state cannot be changed. */
export async function refusalOf(tx: Transaction, id: string, state: ProductState, listHolds: ListHolds) {
  const heldUntil = (await listHolds(tx, [id])).get(id)?.toISOString();
  if (state !== 'reserved' || heldUntil === undefined)
    return fail('products.not-editable', { fields: { state } });
  return fail('products.held', { fields: { state, heldUntil } });
}

/** The whole listing with the changes applied; absent fields keep their value. */
async function resolveChanges(
  tx: Transaction,
  before: LockedListing,
  changes: ProductChanges,
  publicUrl: string,
) {
  const { model = before.model, categoryId: toCategory, deviceId, ...rest } = changes;
  const categoryId = toCategory === undefined ? before.categoryId : await resolveCategory(tx, toCategory);
  const isOther = model !== before.model || categoryId !== before.categoryId;
  // The seller chose the catalogue's model for this name and category: if either changes, it no longer applies.
  const asBefore = isOther ? null : before.deviceId;
  const [imageId, ...morePhotoIds] = await resolveChangedPhotos(tx, before, changes, publicUrl);
  return {
    model,
    categoryId,
    deviceId: deviceId === undefined ? asBefore : await resolveDevice(tx, deviceId ?? undefined, categoryId),
    imageId,
    morePhotoIds,
    phone: rest.phone,
    condition: rest.condition,
    location: rest.location,
    cityId: await resolveChangedCity(tx, before, changes),
    buyCents: rest.buy === undefined ? before.buyCents : toCents(rest.buy),
    sellCents: rest.sell === undefined ? before.sellCents : toCents(rest.sell),
    useYear: rest.useYear,
    ...factsOf(rest),
    accessories: accessoriesAfter(before, changes),
    description: rest.description === undefined ? before.description : (rest.description ?? ''),
  };
}

/** The same ones in another order, such as that of the form, are no change. */
function accessoriesAfter({ accessories: before }: LockedListing, { accessories }: ProductChanges): string[] {
  if (accessories === undefined) return before;
  const named = new Set(accessories);
  return isDeepStrictEqual(named, new Set(before)) ? before : [...named];
}

/** If the place changes without a new city, the former city is removed. */
async function resolveChangedCity(tx: Transaction, before: LockedListing, changes: ProductChanges) {
  const { location = before.location, cityId } = changes;
  if (cityId !== undefined) return resolveCity(tx, cityId ?? undefined);
  return location === before.location ? before.cityId : null;
}

async function resolveChangedPhotos(
  tx: Transaction,
  { imageId, morePhotoIds }: LockedListing,
  { image, photos }: ProductChanges,
  publicUrl: string,
): Promise<[string, ...string[]]> {
  const options = { publicUrl, known: [imageId, ...morePhotoIds] };
  const [first = image] = photos ?? [];
  if (first !== undefined && photos != null)
    return resolvePhotos(tx, { image: image ?? first, photos }, options);
  if (image === undefined) return [imageId, ...morePhotoIds];
  const [cover] = await resolvePhotos(tx, { image }, options);
  return [cover, ...morePhotoIds.filter((id) => id !== cover)];
}
