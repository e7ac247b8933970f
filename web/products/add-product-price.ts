import * as z from 'zod/mini';

import { NewProduct } from '#contract/products.ts';

const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
const decimal = /^-?(\d+\.?\d*|\.\d+)$/;

/** A typed price as a decimal number: `420.50`, `$1,420.5`, `420,50`. NaN if it is none. */
export function parsePrice(text: string): number {
  const bare = text.replaceAll(/[\s$]/g, '');
  const written = grouped.test(bare) ? bare.replaceAll(',', '') : bare.replace(',', '.');
  // `Number` would take `1e3` and `0x10`, too.
  return decimal.test(written) ? Number(written) : Number.NaN;
}

/** A text without a digit is a missing price, for which the contract has the words. */
const isReadable = (text: string): boolean => !/\d/.test(text) || !Number.isNaN(parsePrice(text));

const typed = z.pipe(
  z.string().check(z.refine(isReadable, 'The price is a number, such as 420.50')),
  z.transform(parsePrice),
);

/** The two typed prices of a phone; the contract has their limits. */
export const typedPrices = {
  buy: z.pipe(typed, NewProduct.shape.buy),
  sell: z.pipe(typed, NewProduct.shape.sell),
} as const;
