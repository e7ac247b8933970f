/** Separate from the arithmetic of money, so that a page that only shows prices needs no schemas. */
import * as z from 'zod/mini';

import { fromCents, maxPrice, toCents } from './money.ts';

/** Whole dollars are not converted: for very large numbers the cents would not be exact. */
const hasWholeCents = (price: number): boolean =>
  Number.isInteger(price) || fromCents(toCents(price)) === price;

/**
 * A price in dollars: over 0, at most {@link maxPrice}, two decimals.
 *
 * @param missing the message for an absent price, in the spec's words
 */
export const Price = (missing: string) =>
  Amount(missing, 'The price').check(
    z.lte(maxPrice, `The price is at most $${maxPrice.toLocaleString('en-US')}`),
  );

/**
 * A sum in dollars: over 0, at most two decimals. It has no upper limit here; the caller adds one.
 *
 * @param missing the message for an absent sum
 * @param noun what the field is called in messages
 * @param unreadable the message for NaN: a typed text that is not a number
 */
export const Amount = (missing: string, noun: string, unreadable = missing) =>
  z
    .number({ error: ({ input }) => (Number.isNaN(input) ? unreadable : missing) })
    .check(
      z.gt(0, `${noun} is more than $0`),
      z.refine(hasWholeCents, { error: `${noun} has at most two decimals` }),
    );
