/** Looks up what a seller's entry refers to by ids and URLs: its category, model and photos. */
import type { FieldError } from '#contract/errors.ts';
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
  if (category === undefined) throw wrongField('products.category-unknown', 'categoryId');
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
  if (device === undefined) throw wrongField('products.device-unknown', 'deviceId');
  if (device.categoryId !== categoryId) throw wrongField('products.device-of-another-category', 'deviceId');
  return device.id;
}

/** @throws Failure products.city-unknown */
export async function resolveCity(tx: Transaction, cityId: string | undefined): Promise<number | null> {
  if (cityId === undefined) return null;
  if (!(await isCity(tx, cityId))) throw wrongField('products.city-unknown', 'cityId');
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
  if (cover === undefined) throw wrongField('products.image-unknown', 'image');
  if (isNewAndSmall(cover)) throw wrongField('products.photo-too-small', 'image');
  const small = resolved.flatMap((picture, index) => (isNewAndSmall(picture) ? [`photos.${index}`] : []));
  if (small.length > 0) throw wrongField('products.photo-too-small', ...small);
  const ids = resolved.map((picture) => picture?.id);
  const unknown = ids.flatMap((id, index) => (id === undefined ? [`photos.${index}`] : []));
  if (unknown.length > 0) throw wrongField('products.image-unknown', ...unknown);
  if (ids.length > 0 && ids[0] !== cover.id) throw wrongField('products.photos-disagree', 'photos');
  const repeated = ids.flatMap((id, index) => (ids.indexOf(id) < index ? [`photos.${index}`] : []));
  if (repeated.length > 0) throw wrongField('products.photos-disagree', ...repeated);
  return [cover.id, ...ids.slice(1).filter((id) => id !== undefined)];
}

/** If the size of an older picture is unknown, it is accepted. */
const isTooSmall = (picture: { shortSide: number | null } | undefined): boolean =>
  picture !== undefined && picture.shortSide !== null && picture.shortSide < minPhotoSide;

function wrongField(code: keyof typeof productErrors, ...paths: string[]) {
  const [, message] = productErrors[code];
  const errors: FieldError[] = paths.map((path) => ({ path, message }));
  return fail(code, { errors });
}
