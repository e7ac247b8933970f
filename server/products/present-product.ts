/** The columns of a product's card, and the card made of them: every domain that shows phones uses the same joins. */
import { eq, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';

import { describePicture, type Picture, withheldPictureUrl } from '#contract/media.ts';
import { fromCents } from '#contract/money.ts';
import type { CardMark } from '#contract/phone-facts.ts';
import type { Product } from '#contract/products.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import { images } from '#db/tables/media.ts';
import { priceBounds, products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { cardTopics, type ShownCard, topicsOfCard } from './name-topics.ts';

/** How long a phone counts as new. */
const newHours = 48;

/** The mark on a card, the first that applies. The bound is read by its primary key, which does not slow lists down. */
const mark = sql<CardMark | null>`case
  when ${products.state} = 'reserved' then 'reserved'
  when ${products.sellCents} < (
    select ${priceBounds.belowCents} from ${priceBounds}
    where ${priceBounds.deviceId} = ${products.deviceId} and ${priceBounds.condition} = ${products.condition}
  ) then 'cheap'
  when ${products.createdAt} > now() - interval '${sql.raw(String(newHours))} hours' then 'new'
end`;

/**
 * Columns to select from `products` joined with its seller and its picture. Only those that a card needs: the long
 * columns (description, photos, search document) would be read for every row of every list.
 */
export const productColumns = {
  id: products.id,
  sellerId: products.sellerId,
  categoryId: products.categoryId,
  model: products.model,
  phone: products.phone,
  condition: products.condition,
  location: products.location,
  cityId: products.cityId,
  buyCents: products.buyCents,
  sellCents: products.sellCents,
  wasCents: products.wasCents,
  useYear: products.useYear,
  storageGb: products.storageGb,
  colour: products.colour,
  batteryHealth: products.batteryHealth,
  revision: products.revision,
  state: products.state,
  createdAt: products.createdAt,
  mark: mark.as('mark'),
  sellerName: users.name,
  sellerPhotoUrl: users.photoUrl,
  isVerified: sql<boolean>`${users.verifiedAt} is not null`.as('is_verified'),
  imageHash: images.hash,
  imageWidth: images.width,
  imageHeight: images.height,
  imageWidths: images.widths,
  imageAvifWidths: images.avifWidths,
  imagePreview: images.preview,
};

export const joinsSeller = eq(users.id, products.sellerId);
export const joinsImage = eq(images.id, products.imageId);

export type ProductRow = Readonly<SelectResultFields<typeof productColumns>>;

/** The public view of a product: without the seller's phone number and e-mail address. */
export function presentProduct(row: ProductRow): Product & ShownCard {
  const { url, ...picture } = presentImage(row);
  return {
    _id: row.id,
    sellerId: row.sellerId,
    name: row.sellerName,
    seller: row.sellerPhotoUrl ?? '',
    image: url,
    picture,
    model: row.model,
    categoryId: row.categoryId,
    condition: row.condition,
    location: row.location,
    cityId: row.cityId === null ? undefined : String(row.cityId),
    buy: fromCents(row.buyCents),
    sell: fromCents(row.sellCents),
    was: row.wasCents !== null && row.wasCents > row.sellCents ? fromCents(row.wasCents) : undefined,
    useYear: row.useYear,
    time: row.createdAt.toISOString(),
    status: row.isVerified ? verifiedStatus : null,
    state: row.state,
    version: row.revision,
    mark: row.mark ?? undefined,
    storageGb: row.storageGb ?? undefined,
    colour: row.colour ?? undefined,
    batteryHealth: row.batteryHealth ?? undefined,
    [cardTopics]: topicsOfCard(row.id, row.sellerId),
  };
}

/** The joined picture: the first of a phone's photos. */
export const presentImage = (row: ProductRow): Picture =>
  describePicture({
    hash: row.imageHash,
    width: row.imageWidth,
    height: row.imageHeight,
    widths: row.imageWidths,
    avifWidths: row.imageAvifWidths,
    preview: row.imagePreview,
  });

/** Needed in addition to {@link productColumns} if a phone that is no longer public may be shown. */
export const pictureStateColumns = {
  pictureId: sql<string>`${images.id}`.as('picture_id'),
  pictureState: sql<string>`${images.state}`.as('picture_state'),
};

/** A phone's picture for an order's parties and admins: also a withheld one; none if it was deleted. */
export function presentPictureForParties(
  row: ProductRow & { readonly pictureId: string; readonly pictureState: string },
): Pick<Product, 'image' | 'picture'> {
  const { url, avif, ...picture } = presentImage(row);
  if (row.pictureState === 'removing' || row.pictureState === 'removed') return { image: '' };
  if (row.pictureState !== 'withheld')
    return { image: url, picture: avif === undefined ? picture : { ...picture, avif } };
  const image = withheldPictureUrl(row.pictureId);
  return { image, picture: { ...picture, srcset: `${image} ${row.imageWidth}w` } };
}
