import * as z from 'zod/mini';

import { NewProduct } from '#contract/products.ts';

const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/** A typed price as a decimal number: `420.50`, `$1,420.5`, `420,50`. NaN if it is none. */
export function parsePrice(text: string): number {
  const bare = text.replaceAll(/[\s$]/g, '');
  if (bare === '') return Number.NaN;
  return Number(grouped.test(bare) ? bare.replaceAll(',', '') : bare.replace(',', '.'));
}

const typed = z.pipe(z.string(), z.transform(parsePrice));

/** The two typed prices of a phone; the contract has their limits. */
export const typedPrices = {
  buy: z.pipe(typed, NewProduct.shape.buy),
  sell: z.pipe(typed, NewProduct.shape.sell),
} as const;
