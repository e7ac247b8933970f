import { conditions, defaultCondition } from '#contract/products.ts';
import type { OwnListing } from '#contract/products-edit.ts';
import { accessories, type FactName, factNames, forEachFact } from '#contract/phone-words.ts';

import type { ProductEntry, ProductEntryText } from './add-product-entry.ts';

/** A listed phone as the form has it. */
export const entryOf = (listing: OwnListing): ProductEntryText => ({
  model: listing.model,
  photo: listing.photos.length,
  categoryId: listing.categoryId,
  phone: listing.phone,
  location: listing.location,
  cityId: listing.cityId ?? null,
  buy: String(listing.buy),
  sell: String(listing.sell),
  useYear: listing.useYear,
  condition: conditions.find((condition) => condition === listing.condition) ?? defaultCondition,
  ...forEachFact((name) => String(listing[name] ?? '')),
  accessories: accessories.filter((accessory) => listing.accessories.includes(accessory)),
  description: listing.description,
});

/** What the form says of a phone, as changes: what it does not say is taken back. */
export const changesOf = ({ photo: _count, ...entry }: ProductEntry) => ({
  ...entry,
  ...takenBack(entry),
});

/** The facts of which the form says nothing, as null. */
const takenBack = (entry: Omit<ProductEntry, 'photo'>): Partial<Record<FactName, null>> =>
  Object.fromEntries(factNames.flatMap((name) => (entry[name] === undefined ? [[name, null]] : [])));
