import type { Person } from '#contract/access.ts';
import { dayMs } from '#contract/durations.ts';
import { toCents } from '#contract/money.ts';
import { maxProductsPerDay, type NewProduct, productErrors } from '#contract/products.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import { requirePresent } from '#server/users/service.ts';
import { factsOf } from './phone-facts.ts';
import * as repository from './repository.ts';
import { resolveCategory, resolveCity, resolveDevice, resolvePhotos } from './resolve-entry.ts';

const fail = failWith(productErrors);

/**
 * Lists a phone. Name, e-mail, photo, time and status are taken from the seller, whatever the body says.
 *
 * @param options.maxPerDay undefined if rate limits are off
 * @returns the id of the phone
 * @throws Failure products.category-unknown, products.device-unknown, products.device-of-another-category,
 *   products.city-unknown, products.image-unknown, products.photo-too-small, products.photos-disagree,
 *   products.too-many-today, request.unauthenticated
 */
export async function addProduct(
  db: Database,
  seller: Person,
  entry: NewProduct,
  options: { clock: Clock; publicUrl: string; maxPerDay: number | undefined },
): Promise<string> {
  const { clock, publicUrl, maxPerDay } = options;
  const now = clock.now();
  return db.transaction(async (tx) => {
    await requirePresent(tx, seller.id);
    await checkDailyLimit(tx, seller, now, maxPerDay);
    const categoryId = await resolveCategory(tx, entry.categoryId);
    const deviceId = await resolveDevice(tx, entry.deviceId ?? undefined, categoryId);
    const cityId = await resolveCity(tx, entry.cityId ?? undefined);
    const [imageId, ...morePhotoIds] = await resolvePhotos(tx, entry, { publicUrl });
    const id = newId(now);
    const row = {
      id,
      sellerId: seller.id,
      categoryId,
      imageId,
      morePhotoIds,
      deviceId,
      model: entry.model,
      phone: entry.phone,
      condition: entry.condition,
      location: entry.location,
      cityId,
      buyCents: toCents(entry.buy),
      sellCents: toCents(entry.sell),
      useYear: entry.useYear,
      ...factsOf(entry),
      accessories: [...new Set(entry.accessories)],
      description: entry.description ?? '',
      createdAt: now,
    };
    await repository.insertProduct(tx, row, { role: 'seller', id: seller.id });
    return id;
  });
}

/** {@link maxProductsPerDay}, scaled by the factor of all limits; undefined for no limit. */
export const dailyLimit = (rateLimitFactor: number): number | undefined =>
  rateLimitFactor === 0 ? undefined : Math.max(1, Math.round(maxProductsPerDay * rateLimitFactor));

/** Refuses a phone over the day's limit. @throws Failure products.too-many-today */
export async function checkDailyLimit(
  tx: Transaction,
  seller: Person,
  now: Date,
  maxPerDay: number | undefined,
): Promise<void> {
  if (maxPerDay === undefined) return;
  const dayAgo = new Date(now.getTime() - dayMs);
  const listed = await repository.countListedSince(tx, seller.id, dayAgo);
  if (listed >= maxPerDay) {
    const phones = maxPerDay === 1 ? '1 phone' : `${maxPerDay} phones`;
    throw fail('products.too-many-today', {
      detail: `You have listed ${phones} in a day. Please continue tomorrow.`,
    });
  }
}
