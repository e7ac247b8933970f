import * as z from 'zod/mini';

import { NewProduct, defaultCondition } from '#contract/products.ts';
import { PickedPhoto } from '#web/media/picked-photo.ts';

import { typedPrices } from './add-product-price.ts';

/** The form as it is filled in: the contract's phone, with a file for its picture and prices as typed text. */
export const ProductEntry = z.extend(z.omit(NewProduct, { image: true, email: true }), {
  photo: PickedPhoto,
  ...typedPrices,
});
export type ProductEntry = z.output<typeof ProductEntry>;
export type ProductEntryText = z.input<typeof ProductEntry>;

export const emptyEntry = {
  model: '',
  photo: undefined,
  categoryId: '',
  phone: '',
  location: '',
  buy: '',
  sell: '',
  useYear: '',
  condition: defaultCondition,
} as const satisfies ProductEntryText;

/** The form's field for each of the wire's names. */
export const entryFields = {
  image: 'photo',
  model: 'model',
  categoryId: 'categoryId',
  phone: 'phone',
  location: 'location',
  buy: 'buy',
  sell: 'sell',
  useYear: 'useYear',
  condition: 'condition',
} as const;
