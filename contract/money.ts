import * as z from 'zod/mini';

/** The highest price a phone may have, in dollars. */
export const maxPrice = 100_000;

/** The one currency, as the card processor writes it. */
export const currency = 'usd';

/** Dollars as a decimal number on the wire to whole cents inside. */
export const toCents = (price: number): number => Math.round(price * 100);

/** Whole cents inside to dollars as a decimal number on the wire. */
export const fromCents = (cents: number): number => cents / 100;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A price in dollars as people read it: `$1,420.50`. */
export const formatPrice = (price: number): string => dollars.format(price);

/** What a buyer saves against the price paid new, in whole per cent; 0 where nothing is saved. */
export const savingPercent = (buy: number, sell: number): number =>
  sell < buy ? Math.floor(((buy - sell) / buy) * 100) : 0;

const hasWholeCents = (price: number): boolean => fromCents(toCents(price)) === price;

/**
 * A price in dollars: over 0, at most {@link maxPrice}, two decimals.
 *
 * @param missing the message for an absent price, in the spec's words (section 5)
 */
export const Price = (missing: string) =>
  z
    .number(missing)
    .check(
      z.gt(0, 'The price is more than $0'),
      z.lte(maxPrice, 'The price is at most $100,000'),
      z.refine(hasWholeCents, { error: 'The price has at most two decimals' }),
    );
