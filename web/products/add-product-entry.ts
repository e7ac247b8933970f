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
 * The form as it is filled in: the contract's phone, with prices as typed text. `photo` is how many photos there are;
 * the photos themselves are on their way while the form is filled in.
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

// A field of the form has the name of its fact, which a record of one type would lose.
const factFields = forEachFact((name) => name) as { readonly [Name in FactName]: Name };

/** The form's field for each of the wire's names. */
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
