/** The sort orders in SQL: the columns, and the condition for the next page. */
import type { Bind } from './build-condition.ts';
import type { Order, PageEnd } from './write-cursor.ts';

/** Each order but those with `rank` is that of an index of `products`, so that a walk can read it. */
export const orderings: Readonly<Record<Order, string>> = {
  best: 'rank desc, id desc',
  'best-newest': 'id desc',
  newest: 'id desc',
  'price-up': 'sell_cents, id desc',
  'price-down': 'sell_cents desc, id',
  distance: 'rank, coalesce(city_id, 0), id desc',
};

/** The SQL condition for the phones after the end of a page; always true for the first page. */
export function comesAfter(end: PageEnd | undefined, bind: Bind): string {
  if (end === undefined) return 'true';
  const { order, id, key, cityId = 0 } = end;
  if (order === 'best') return `(rank, id) < (${bind(key)}::float4, ${bind(id)}::uuid)`;
  if (order === 'newest' || order === 'best-newest') return `id < ${bind(id)}::uuid`;
  if (order === 'distance') {
    const place = `(${bind(key)}::int, ${bind(cityId)}::int)`;
    return `((rank, coalesce(city_id, 0)) > ${place} or (rank, coalesce(city_id, 0)) = ${place} and id < ${bind(id)}::uuid)`;
  }
  const price = `${bind(key)}::int`;
  // Only the first comparison limits the index scan; the second handles phones of the same price.
  return order === 'price-up'
    ? `sell_cents >= ${price} and (sell_cents > ${price} or id < ${bind(id)}::uuid)`
    : `sell_cents <= ${price} and (sell_cents < ${price} or id > ${bind(id)}::uuid)`;
}

/** The number by which a phone is sorted, before its id. */
export const sortKeyOf = (order: Order, { cents, rank }: { cents: number; rank: number }): number =>
  order === 'best' || order === 'distance' ? rank : cents;
