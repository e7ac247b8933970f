import type { ChangedFact } from '#contract/bookings.ts';
import { formatPrice } from '#contract/money.ts';
import { shownFactNames } from '#contract/phone-change-words.ts';
import type { Product } from '#contract/products.ts';
import { factTexts } from '#web/products/fact-words.ts';
import { yearsOfUse } from '#web/products/years-of-use.ts';

type Field = ChangedFact['field'];

const longFields: readonly Field[] = ['categoryId', 'accessories', 'description', 'photos'];

const formats: Partial<Record<Field, (value: string) => string>> = {
  useYear: yearsOfUse,
  ...factTexts,
};

/** A fact as the phone's card shows it; undefined if it does not. */
function valueOn(product: Product, field: Field): string | undefined {
  if (field === 'buy' || field === 'sell') return formatPrice(product[field]);
  const value: unknown = Reflect.get(product, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** One fact that the seller has changed since the buyer opened the phone: "Battery health: 71%, was 94%". */
export function changeWords({ field, now }: ChangedFact, seen: Product): string {
  const name = shownFactNames[field];
  if (longFields.includes(field)) return `${name}: changed`;
  const format = formats[field] ?? ((value: string) => value);
  const was = valueOn(seen, field);
  return [
    `${name}: ${now === null ? 'no longer stated' : format(now)}`,
    ...(was === undefined ? [] : [`was ${format(was)}`]),
  ].join(', ');
}
