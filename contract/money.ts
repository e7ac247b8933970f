/** The highest price a phone may have, in dollars. */
export const maxPrice = 100_000;

/** The one currency, as the card processor writes it. */
export const currency = 'usd';

/** The card processor's smallest charge in this currency. */
export const leastChargeCents = 50;

/** Converts dollars as a decimal number of the API into whole cents. */
export const toCents = (price: number): number => Math.round(price * 100);

/** Converts whole cents into dollars as a decimal number of the API. */
export const fromCents = (cents: number): number => cents / 100;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats dollars for people: `$1,420.50`, and with a minus sign if below zero: `−$6.95`. */
export const formatPrice = (price: number): string => dollars.format(price).replace('-', '−');

/** The same for an amount in whole cents. */
export const formatCents = (cents: number): string => formatPrice(fromCents(cents));

/** What a buyer saves compared with the price paid new, in whole per cent; 0 if nothing. */
export const savingPercent = (buy: number, sell: number): number =>
  sell < buy ? Math.floor(((buy - sell) / buy) * 100) : 0;
