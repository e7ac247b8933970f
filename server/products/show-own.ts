/** The lists of phones for owners and admins. */
import type { Person } from '#contract/access.ts';
import { cursorOfPlace, placeOfCursor } from '#contract/cursor.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import type { ProductFilterName, ProductOrder } from '#contract/products-table.ts';
import type { Product } from '#contract/products.ts';
import type { ShownCount } from '#contract/table.ts';
import { pageOf } from '#server/platform/http/page-of.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { findPersonByEmail } from '#server/users/service.ts';
import { countTable, isByPrice, selectTable, type TableFilter } from './list-table.ts';
import { presentProduct } from './present-product.ts';

/** Which of these phones are advertised. The advertisements domain implements it. */
export type ListAdvertised = (db: Executor, productIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** The state of a phone's order. */
interface OrderOfProduct {
  readonly orderId: string;
  /** Whether its money was refunded and it was not listed again. */
  readonly canListAgain: boolean;
}

/** The orders of these phones, by phone. The orders domain implements it. */
export type ListOrders = (
  db: Executor,
  productIds: readonly string[],
) => Promise<ReadonlyMap<string, OrderOfProduct>>;

/** When the unpaid holds of these phones end, by phone. The bookings domain implements it. */
export type ListHolds = (db: Executor, productIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>;

/** Implemented by later domains. */
export interface OwnFacts {
  readonly listAdvertised: ListAdvertised;
  readonly listHolds: ListHolds;
  readonly listOrders: ListOrders;
}

export interface OwnQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly show?: ProductFilterName | undefined;
  readonly sort?: ProductOrder | undefined;
}

/** Phones in every state, with facts that only their owner and admins see; with `sellerId` undefined, everybody's. */
export async function listOwn(
  db: Executor,
  { sort = 'newest', cursor, limit, ...filter }: OwnQuery & TableFilter,
  { listAdvertised, listHolds, listOrders }: OwnFacts,
): Promise<Page<Product>> {
  const after = cursor === undefined ? undefined : placeOfCursor(cursor);
  const rows = await selectTable(db, { ...filter, sort, after, limit: limit + 1 });
  const page = pageOf(rows, limit, ({ id, sellCents }) =>
    cursorOfPlace({ key: isByPrice(sort) ? sellCents : undefined, id }),
  );
  const ids = page.items.map(({ id }) => id);
  const [advertised, holds, orders] = await Promise.all([
    listAdvertised(db, ids),
    listHolds(db, ids),
    listOrders(db, ids),
  ]);
  const items = page.items.map((row) => ({
    ...presentProduct(row),
    email: row.sellerEmail,
    phone: row.phone,
    isAdvertised: advertised.has(row.id),
    heldUntil: holds.get(row.id)?.toISOString(),
    since: row.state === 'live' ? undefined : row.updatedAt.toISOString(),
    ...orders.get(row.id),
    ...(row.state === 'sold_elsewhere' ? { canListAgain: true } : {}),
  }));
  return { ...page, items };
}

/** How many phones of a seller, or for admins of all, match a search, in total and by state. */
export async function countOwn(
  db: Executor,
  viewer: Person,
  { email, search }: { readonly email?: string | undefined; readonly search?: string | undefined },
): Promise<ShownCount[]> {
  const own = viewer.isAdmin ? undefined : viewer;
  const seller = email === undefined ? own : await findPersonByEmail(db, email);
  // Nobody has this address, so there are no phones; the nil id matches no seller.
  if (email !== undefined && seller === undefined) return countTable(db, { sellerId: nobody, search });
  return countTable(db, { sellerId: seller?.id, search });
}

const nobody = '00000000-0000-0000-0000-000000000000';
