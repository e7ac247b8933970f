/** Which phones have a public page. */
import { and, eq, isNull, notInArray, or } from 'drizzle-orm';

import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { joinsSeller } from './present-product.ts';

/** Whether a phone's page is shown. The query must join its seller. */
export const isShown = and(
  notInArray(products.state, ['hidden', 'removed']),
  isNull(products.takenDownAt),
  // These keep their state when their seller is suspended or leaves: they are on no list, so they need not be hidden.
  // What a buyer holds or has bought stays, since the deal goes on.
  or(
    notInArray(products.state, ['paused', 'sold_elsewhere']),
    and(isNull(users.suspendedAt), isNull(users.leavingAt)),
  ),
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
