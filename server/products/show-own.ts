/** The lists of owners and admins. */
import type { Person } from '#contract/access.ts';
import type { Page } from '#contract/page.ts';
import type { ProductFilterName, ProductOrder } from '#contract/products-table.ts';
import type { Product } from '#contract/products.ts';
import type { ShownCount } from '#contract/table.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { findPersonByEmail } from '#server/users/service.ts';
import { countTable, selectTable, type TableFilter } from './list-table.ts';
import { presentProduct } from './present-product.ts';

/** Which of these phones are advertised: the advertisements domain answers it. */
export type ListAdvertised = (db: Executor, productIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** What became of a phone that was bought here. */
interface OrderOfProduct {
  readonly orderId: string;
  /** Its money went back, and it was not listed again. */
  readonly canListAgain: boolean;
}

/** The orders of these phones, by phone: the orders domain answers it. */
export type ListOrders = (
  db: Executor,
  productIds: readonly string[],
) => Promise<ReadonlyMap<string, OrderOfProduct>>;

/** Until when these phones are held unpaid, by phone: the bookings domain answers it. */
export type ListHolds = (db: Executor, productIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>;

/** What later domains know of phones. */
export interface OwnFacts {
  readonly listAdvertised: ListAdvertised;
  readonly listHolds: ListHolds;
  readonly listOrders: ListOrders;
}

export interface OwnQuery {
  readonly search?: string | undefined;
  readonly show?: ProductFilterName | undefined;
  readonly sort?: ProductOrder | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Phones in every state, with what only their owner and admins see of them; undefined for `sellerId` is everybody's. */
export async function listOwn(
  db: Executor,
  { sort = 'newest', cursor, limit, ...filter }: OwnQuery & TableFilter,
  { listAdvertised, listHolds, listOrders }: OwnFacts,
): Promise<Page<Product>> {
  const rows = await selectTable(db, { ...filter, sort, afterId: idAfter(cursor), limit: limit + 1 });
  const page = pageOf(rows, limit, ({ id }) => id);
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
    since: row.updatedAt.toISOString(),
    ...orders.get(row.id),
    ...(row.state === 'sold_elsewhere' ? { canListAgain: true } : {}),
  }));
  return { ...page, items };
}

/** How many phones of a seller, or for admins of all, a search finds, in all and by state. */
export async function countOwn(
  db: Executor,
  viewer: Person,
  { email, search }: { readonly email?: string | undefined; readonly search?: string | undefined },
): Promise<ShownCount[]> {
  const own = viewer.isAdmin ? undefined : viewer;
  const seller = email === undefined ? own : await findPersonByEmail(db, email);
  // Nobody has this address: a seller without an id has no phones.
  if (email !== undefined && seller === undefined) return countTable(db, { sellerId: nobody, search });
  return countTable(db, { sellerId: seller?.id, search });
}

const nobody = '00000000-0000-0000-0000-000000000000';
