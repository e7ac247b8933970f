import type { ChangedFact } from '#contract/bookings.ts';
import { formatPrice } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import { colourWords, networkLockWords, storageWords } from '#web/products/fact-words.ts';
import { yearsOfUse } from '#web/products/years-of-use.ts';

type Field = ChangedFact['field'];

const names: Readonly<Record<Field, string>> = {
  model: 'Model',
  categoryId: 'Category',
  condition: 'Condition',
  location: 'Place',
  buy: 'Price paid',
  sell: 'Price',
  useYear: 'Years of use',
  storageGb: 'Storage',
  colour: 'Colour',
  networkLock: 'Network',
  batteryHealth: 'Battery health',
  accessories: 'What comes with it',
  description: 'Description',
  photos: 'Photos',
};

const longFields: readonly Field[] = ['categoryId', 'accessories', 'description', 'photos'];

const formats: Partial<Record<Field, (value: string) => string>> = {
  useYear: yearsOfUse,
  storageGb: (gb) => storageWords(Number(gb)),
  colour: colourWords,
  networkLock: (lock) => networkLockWords.get(lock) ?? lock,
  batteryHealth: (percent) => `${percent} %`,
};

/** What a phone's card says of a fact; undefined where it says nothing. */
function valueOn(product: Product, field: Field): string | undefined {
  if (field === 'buy' || field === 'sell') return formatPrice(product[field]);
  if (field === 'networkLock' || field === 'accessories' || field === 'description' || field === 'photos')
    return undefined;
  const value = product[field];
  return value === undefined ? undefined : String(value);
}

/** "Battery health: 71 %, was 94 %": one fact that the seller has changed since the buyer opened the phone. */
export function changeWords({ field, now }: ChangedFact, seen: Product): string {
  const name = names[field];
  if (longFields.includes(field)) return `${name}: changed`;
  const format = formats[field] ?? ((value: string) => value);
  const was = valueOn(seen, field);
  return [
    `${name}: ${now === null ? 'not given any more' : format(now)}`,
    ...(was === undefined ? [] : [`was ${format(was)}`]),
  ].join(', ');
}
