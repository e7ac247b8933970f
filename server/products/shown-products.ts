/** Which phones have a public page. */
import { and, eq, isNull, ne, notInArray, or } from 'drizzle-orm';

import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { joinsSeller } from './present-product.ts';

/** Whether a phone's page is shown. The query must join its seller. */
export const isShown = and(
  notInArray(products.state, ['hidden', 'removed']),
  isNull(products.takenDownAt),
  // A paused phone keeps its state when its seller is suspended or leaves: it is on no list, so it need not be hidden.
  or(ne(products.state, 'paused'), and(isNull(users.suspendedAt), isNull(users.leavingAt))),
);

/** Whether a phone's page is shown to everybody. */
export async function isProductShown(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .innerJoin(users, joinsSeller)
    .where(and(eq(products.id, id), isShown));
  return rows.length > 0;
}
