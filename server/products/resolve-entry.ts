/** Looks up what a seller's entry refers to by ids and URLs: its category, model and photos. */
import { isId } from '#contract/id.ts';
import { minPhotoSide, productErrors } from '#contract/products.ts';
import { isCity } from '#server/cities/service.ts';
import { resolvePictures } from '#server/media/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import * as repository from './repository.ts';

const fail = failWith(productErrors);

/** @throws Failure products.category-unknown */
export async function resolveCategory(tx: Transaction, categoryId: string): Promise<string> {
  const category = isId(categoryId) ? await repository.findCategory(tx, categoryId) : undefined;
  if (category === undefined) throw fail('products.category-unknown', { paths: ['categoryId'] });
  return category.id;
}

/** @throws Failure products.device-unknown, products.device-of-another-category */
export async function resolveDevice(
  tx: Transaction,
  deviceId: string | undefined,
  categoryId: string,
): Promise<string | null> {
  if (deviceId === undefined) return null;
  const device = isId(deviceId) ? await repository.findDevice(tx, deviceId) : undefined;
  if (device === undefined) throw fail('products.device-unknown', { paths: ['deviceId'] });
  if (device.categoryId !== categoryId)
    throw fail('products.device-of-another-category', { paths: ['deviceId'] });
  return device.id;
}

/** @throws Failure products.city-unknown */
export async function resolveCity(tx: Transaction, cityId: string | undefined): Promise<number | null> {
  if (cityId === undefined) return null;
  if (!(await isCity(tx, cityId))) throw fail('products.city-unknown', { paths: ['cityId'] });
  return Number(cityId);
}

interface PhotoEntry {
  readonly image: string;
  readonly photos?: readonly string[] | null | undefined;
}

interface PhotoOptions {
  readonly publicUrl: string;
  /** The ids of photos that the phone has already, which may be smaller than new ones. */
  readonly known?: readonly string[];
}

/**
 * The ids of all photos in their order, `image` first: each must have been uploaded here, and none may be repeated.
 *
 * @throws Failure products.image-unknown, products.photo-too-small, products.photos-disagree
 */
export async function resolvePhotos(
  tx: Transaction,
  { image, photos }: PhotoEntry,
  { publicUrl, known = [] }: PhotoOptions,
): Promise<[string, ...string[]]> {
  const sent = photos ?? [];
  const [cover, ...resolved] = await resolvePictures(tx, [image, ...sent], { publicUrl });
  const isNewAndSmall = (picture: typeof cover): boolean =>
    isTooSmall(picture) && picture !== undefined && !known.includes(picture.id);
  if (cover === undefined) throw fail('products.image-unknown', { paths: ['image'] });
  if (isNewAndSmall(cover)) throw fail('products.photo-too-small', { paths: ['image'] });
  const small = resolved.flatMap((picture, index) => (isNewAndSmall(picture) ? [`photos.${index}`] : []));
  if (small.length > 0) throw fail('products.photo-too-small', { paths: small });
  const ids = resolved.map((picture) => picture?.id);
  const unknown = ids.flatMap((id, index) => (id === undefined ? [`photos.${index}`] : []));
  if (unknown.length > 0) throw fail('products.image-unknown', { paths: unknown });
  if (ids.length > 0 && ids[0] !== cover.id) throw fail('products.photos-disagree', { paths: ['photos'] });
  const repeated = ids.flatMap((id, index) => (ids.indexOf(id) < index ? [`photos.${index}`] : []));
  if (repeated.length > 0) throw fail('products.photos-disagree', { paths: repeated });
  return [cover.id, ...ids.slice(1).filter((id) => id !== undefined)];
}

/** If the size of an older picture is unknown, it is accepted. */
const isTooSmall = (picture: { shortSide: number | null } | undefined): boolean =>
  picture !== undefined && picture.shortSide !== null && picture.shortSide < minPhotoSide;
