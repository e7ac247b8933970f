/** The cursor of a search: the end of a page, as an opaque text. */
import { isId } from '#contract/id.ts';
import type { SearchSort } from '#contract/search.ts';

/** The order of a page: the requested one, or newest first if there are too many matches to rank. */
export type Order = SearchSort | 'best-newest';

/** The position of the last phone of a page in the order. */
export interface PageEnd {
  readonly order: Order;
  readonly id: string;
  /** The price in cents, the rank or the metres: what the order sorts by before the id. */
  readonly key: number;
  /** Only in the order by distance, which sorts by city before the id; absent for a phone without a city. */
  readonly cityId?: number | undefined;
}

const orderCodes: Readonly<Record<Order, string>> = {
  best: 'b',
  'best-newest': 'w',
  newest: 'n',
  'price-up': 'u',
  'price-down': 'd',
  distance: 'm',
};

/** The cursor of the page after `end`. */
export const writeCursor = ({ order, key, id, cityId = 0 }: PageEnd): string =>
  Buffer.from([orderCodes[order], key, id, ...(order === 'distance' ? [cityId] : [])].join(' ')).toString(
    'base64url',
  );

/** Reads what {@link writeCursor} wrote; undefined for any other text, and for a cursor of another sort order. */
export function readCursor(cursor: string, sort: SearchSort): PageEnd | undefined {
  const [code, keyText = '', id = '', cityText = '0', ...rest] = Buffer.from(cursor, 'base64url')
    .toString()
    .split(' ');
  const order = (sort === 'best' ? (['best', 'best-newest'] as const) : [sort]).find(
    (each) => orderCodes[each] === code,
  );
  const isKey = order === 'best' ? isRank(keyText) : /^\d{1,9}$/.test(keyText);
  const isPlace = order === 'distance' ? /^\d{1,9}$/.test(cityText) : cityText === '0';
  if (order === undefined || !isKey || !isPlace || !isId(id) || rest.length > 0) return undefined;
  // PostgreSQL's rank is a `real`; a number that is too small for that type would be refused.
  const key = order === 'best' ? Math.fround(Number(keyText)) : Number(keyText);
  return { order, key, id, cityId: Number(cityText) };
}

const isRank = (text: string): boolean => /^\d(\.\d+)?(e-\d{1,2})?$/.test(text);
