/**
 * The tables of phones for owners and admins: searched, filtered and sorted, each by an index that limits what is read.
 */
import { and, asc, desc, eq, ilike, isNull, ne, type SQL, sql } from 'drizzle-orm';

import { isId } from '#contract/id.ts';
import type { Place } from '#contract/cursor.ts';
import { productFilters, type ProductFilterName, type ProductOrder } from '#contract/products-table.ts';
import type { ShownCount } from '#contract/table.ts';
import { images } from '#db/tables/media.ts';
import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { containsPattern, countShown } from '#server/platform/postgres/count-shown.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { joinsImage, joinsSeller, productColumns } from './present-product.ts';

export interface TableFilter {
  /** The seller; undefined for everybody's phones. */
  readonly sellerId: string | undefined;
  readonly search?: string | undefined;
  readonly show?: ProductFilterName | undefined;
}

export interface TablePage extends TableFilter {
  readonly sort: ProductOrder;
  readonly after: Place | undefined;
  readonly limit: number;
}

/** The statement of a page of the table. */
export function selectTable(db: Executor, { sort, after, limit, ...filter }: TablePage) {
  const { order, isAfter } = orderings[sort];
  return db
    .select({ ...productColumns, sellerEmail: users.email, updatedAt: products.updatedAt })
    .from(products)
    .innerJoin(users, joinsSeller)
    .innerJoin(images, joinsImage)
    .where(and(matchesFilter(filter), after === undefined ? undefined : isAfter(after)))
    .orderBy(...order)
    .limit(limit);
}

/** How many phones match, in total and in each state. */
export const countTable = (db: Executor, filter: Omit<TableFilter, 'show'>): Promise<ShownCount[]> =>
  countShown(
    db,
    [undefined, ...productFilters],
    (show) => sql`select 1 from ${products} where ${matchesFilter({ ...filter, show })}`,
  );

function matchesFilter({ sellerId, search = '', show }: TableFilter): SQL | undefined {
  return and(
    ne(products.state, 'removed'),
    isNull(products.archivedAt),
    sellerId === undefined ? undefined : eq(products.sellerId, sellerId),
    show === undefined ? undefined : eq(products.state, show),
    search === '' ? undefined : matchesSearch(search),
  );
}

/** Matches a phone by its id, the phones of an e-mail address, or those whose model contains each of the words. */
function matchesSearch(search: string): SQL | undefined {
  const text = search.toLowerCase();
  if (isId(text)) return eq(products.id, text);
  if (text.includes('@'))
    return sql`${products.sellerId} in (select id from users where email = ${text} and removed_at is null)`;
  return and(...text.split(/\s+/).map((word) => ilike(products.model, containsPattern(word))));
}

interface Ordering {
  readonly order: readonly SQL[];
  readonly isAfter: (place: Place) => SQL;
}

const idAfter =
  (sign: '<' | '>') =>
  ({ id }: Place) =>
    sql`${products.id} ${sql.raw(sign)} ${id}`;
const priceAfter = (sign: '<' | '>') => (place: Place) =>
  sql`(${products.sellCents}, ${products.id}) ${sql.raw(sign)} (${priceOf(place)}, ${place.id})`;

/** The price at a place; of a cursor of another order, the price of its phone now. */
const priceOf = ({ key, id }: Place): SQL =>
  key === undefined ? sql`(select sell_cents from products as last where id = ${id})` : sql`${key}::integer`;

/** Whether a list in this order is sorted by the price before the id. */
export const isByPrice = (sort: ProductOrder): boolean => sort === 'price-up' || sort === 'price-down';

const orderings: Readonly<Record<ProductOrder, Ordering>> = {
  newest: { order: [desc(products.id)], isAfter: idAfter('<') },
  oldest: { order: [asc(products.id)], isAfter: idAfter('>') },
  'price-up': { order: [asc(products.sellCents), asc(products.id)], isAfter: priceAfter('>') },
  'price-down': { order: [desc(products.sellCents), desc(products.id)], isAfter: priceAfter('<') },
};
