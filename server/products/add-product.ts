import type { Person } from '#contract/access.ts';
import type { FieldError } from '#contract/errors.ts';
import { isId } from '#contract/id.ts';
import { toCents } from '#contract/money.ts';
import { maxProductsPerDay, minPhotoSide, type NewProduct, productErrors } from '#contract/products.ts';
import { isCity } from '#server/cities/service.ts';
import { resolvePictures } from '#server/media/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import { keepPresent } from '#server/users/service.ts';
import * as repository from './repository.ts';

const fail = failWith(productErrors);

/**
 * Lists a phone. Name, e-mail, photo, time and status are the seller's own, whatever the body says.
 *
 * @param options.maxPerDay undefined where rate limits are off
 * @returns the id of the phone
 * @throws Failure products.category-unknown, products.device-unknown, products.device-of-another-category,
 *   products.city-unknown, products.image-unknown, products.photo-too-small, products.photos-disagree, products.too-many-today, request.unauthenticated
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
    await keepPresent(tx, seller.id);
    await checkDailyLimit(tx, seller, now, maxPerDay);
    const categoryId = await resolveCategory(tx, entry.categoryId);
    const deviceId = await resolveDevice(tx, entry.deviceId ?? undefined, categoryId);
    const cityId = await resolveCity(tx, entry.cityId ?? undefined);
    const [imageId, ...morePhotoIds] = await resolvePhotos(tx, entry, publicUrl);
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
      storageGb: entry.storageGb,
      colour: entry.colour,
      networkLock: entry.networkLock,
      batteryHealth: entry.batteryHealth,
      accessories: [...new Set(entry.accessories)],
      description: entry.description ?? '',
      createdAt: now,
    };
    await repository.insertProduct(tx, row, { role: 'seller', id: seller.id });
    return id;
  });
}

/** {@link maxProductsPerDay}, moved by the factor that moves every limit; undefined for none. */
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
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000);
  const listed = await repository.countListedSince(tx, seller.id, dayAgo);
  if (listed >= maxPerDay) {
    const phones = maxPerDay === 1 ? '1 phone' : `${maxPerDay} phones`;
    throw fail('products.too-many-today', {
      detail: `You have listed ${phones} in a day. Please continue tomorrow.`,
    });
  }
}

async function resolveCategory(tx: Transaction, categoryId: string): Promise<string> {
  const category = isId(categoryId) ? await repository.findCategory(tx, categoryId) : undefined;
  if (category === undefined) throw wrongField('products.category-unknown', 'categoryId');
  return category.id;
}

async function resolveDevice(tx: Transaction, deviceId: string | undefined, categoryId: string) {
  if (deviceId === undefined) return null;
  const device = isId(deviceId) ? await repository.findDevice(tx, deviceId) : undefined;
  if (device === undefined) throw wrongField('products.device-unknown', 'deviceId');
  if (device.categoryId !== categoryId) throw wrongField('products.device-of-another-category', 'deviceId');
  return device.id;
}

async function resolveCity(tx: Transaction, cityId: string | undefined): Promise<number | null> {
  if (cityId === undefined) return null;
  if (!(await isCity(tx, cityId))) throw wrongField('products.city-unknown', 'cityId');
  return Number(cityId);
}

/** The ids of all photos in their order, `image` first: every one uploaded here, and none twice. */
async function resolvePhotos(
  tx: Transaction,
  { image, photos }: NewProduct,
  publicUrl: string,
): Promise<[string, ...string[]]> {
  const sent = photos ?? [];
  const [cover, ...resolved] = await resolvePictures(tx, [image, ...sent], { publicUrl });
  if (cover === undefined) throw wrongField('products.image-unknown', 'image');
  if (isTooSmall(cover)) throw wrongField('products.photo-too-small', 'image');
  const small = resolved.flatMap((picture, index) => (isTooSmall(picture) ? [`photos.${index}`] : []));
  if (small.length > 0) throw wrongField('products.photo-too-small', ...small);
  const ids = resolved.map((picture) => picture?.id);
  const unknown = ids.flatMap((id, index) => (id === undefined ? [`photos.${index}`] : []));
  if (unknown.length > 0) throw wrongField('products.image-unknown', ...unknown);
  if (ids.length > 0 && ids[0] !== cover.id) throw wrongField('products.photos-disagree', 'photos');
  const repeated = ids.flatMap((id, index) => (ids.indexOf(id) < index ? [`photos.${index}`] : []));
  if (repeated.length > 0) throw wrongField('products.photos-disagree', ...repeated);
  return [cover.id, ...ids.slice(1).filter((id) => id !== undefined)];
}

/** What is not known of an older picture is not held against it. */
const isTooSmall = (picture: { shortSide: number | null } | undefined): boolean =>
  picture !== undefined && picture.shortSide !== null && picture.shortSide < minPhotoSide;

function wrongField(code: keyof typeof productErrors, ...paths: string[]) {
  const [, message] = productErrors[code];
  const errors: FieldError[] = paths.map((path) => ({ path, message }));
  return fail(code, { errors });
}
