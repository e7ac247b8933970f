import { parsePrice } from './add-product-price.ts';

/** Whether a typed selling price is above the typed price of the new phone. */
export const isAboveNewPrice = (sell: string, buy: string): boolean => parsePrice(sell) > parsePrice(buy);

/** Whether typed years of use are a number, but not 0 to 25 in halves; years in words are always plausible. */
export function isImplausibleUse(useYear: unknown): boolean {
  const text = String(useYear).trim().replace(',', '.');
  if (!/^-?\d+(\.\d+)?$/.test(text)) return false;
  const years = Number(text);
  return years < 0 || years > 25 || !Number.isInteger(years * 2);
}
