import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { mediaErrors } from '#contract/media.ts';
import { type FactName, forEachFact, accessories, factNames } from '#contract/phone-words.ts';
import type { OwnListing } from '#contract/products-edit.ts';
import { NewProduct, defaultCondition, conditions } from '#contract/products.ts';
import { EnoughDigits, EnoughLetters } from '#web/platform/sensible-text.ts';

import { emptyFacts, typedFacts } from './add-product-facts.ts';
import { typedPrices } from './add-product-price.ts';

/**
 * The form's values: the contract's phone, with prices as typed text. `photo` is the number of photos, which are
 * uploaded while the form is filled in.
 */
export const ProductEntry = z.extend(
  z.omit(NewProduct, { image: true, photos: true, email: true, deviceId: true }),
  {
    photo: z.number().check(z.gte(1, mediaErrors['media.missing'][1])),
    phone: z.pipe(NewProduct.shape.phone, EnoughDigits),
    location: z.pipe(NewProduct.shape.location, EnoughLetters),
    ...typedPrices,
    ...typedFacts,
  },
);
export type ProductEntry = z.output<typeof ProductEntry>;
export type ProductEntryText = z.input<typeof ProductEntry>;

export type ProductEntryForm = UseFormReturn<ProductEntryText, unknown, ProductEntry>;

export const emptyEntry: ProductEntryText = {
  model: '',
  photo: 0,
  categoryId: '',
  phone: '',
  location: '',
  cityId: null,
  buy: '',
  sell: '',
  useYear: '',
  condition: defaultCondition,
  ...emptyFacts,
};

// Each field of the form has its fact's name, which a plain record type would lose.
const factFields = forEachFact((name) => name) as { readonly [Name in FactName]: Name };

/** The form's field for each name of the API. */
export const entryFields = {
  image: 'photo',
  photos: 'photo',
  model: 'model',
  deviceId: 'model',
  categoryId: 'categoryId',
  phone: 'phone',
  location: 'location',
  cityId: 'location',
  buy: 'buy',
  sell: 'sell',
  useYear: 'useYear',
  condition: 'condition',
  ...factFields,
  description: 'description',
} as const;

/** A listed phone as the form's values. */
export const entryOf = (listing: OwnListing): ProductEntryText => ({
  model: listing.model,
  photo: listing.photos.length,
  categoryId: listing.categoryId,
  phone: listing.phone,
  location: listing.location,
  cityId: listing.cityId ?? null,
  buy: priceText(listing.buy),
  sell: priceText(listing.sell),
  useYear: listing.useYear,
  condition: knownCondition(listing.condition),
  ...forEachFact((name) => String(listing[name] ?? '')),
  accessories: knownAccessories(listing.accessories),
  description: listing.description,
});

/** A price as people type it: `420`, `420.50`. */
const priceText = (dollars: number): string =>
  Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2);

/** The choice of the form with this name; one that it does not offer becomes the one that it begins with. */
export const knownCondition = (name: string): (typeof conditions)[number] =>
  conditions.find((condition) => condition === name) ?? defaultCondition;

/** Those of these names that the form offers. */
export const knownAccessories = (names: readonly string[]): (typeof accessories)[number][] =>
  accessories.filter((accessory) => names.includes(accessory));

/** The form's values as changes; facts that it leaves empty are removed. */
export const changesOf = ({ photo: _count, ...entry }: ProductEntry) => ({
  ...entry,
  ...takenBack(entry),
});

/** The facts that the form leaves empty, as null. */
const takenBack = (entry: Omit<ProductEntry, 'photo'>): Partial<Record<FactName, null>> =>
  Object.fromEntries(factNames.flatMap((name) => (entry[name] === undefined ? [[name, null]] : [])));
