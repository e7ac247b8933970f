import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { mediaErrors } from '#contract/media.ts';
import { type FactName, forEachFact } from '#contract/phone-words.ts';
import { NewProduct, defaultCondition } from '#contract/products.ts';

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
