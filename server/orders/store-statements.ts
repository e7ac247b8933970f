/** SQL of what both sides say in a dispute. */
import { asc, eq } from 'drizzle-orm';

import { orderStatements } from '#db/tables/orders.ts';
import { users } from '#db/tables/users.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import type { Deed } from './act-on-order.ts';

type NewStatement = typeof orderStatements.$inferInsert;

/** The side of a deed that only the two sides can do. */
export function sideOf({ actor }: Deed): 'buyer' | 'seller' {
  if (actor.role === 'buyer' || actor.role === 'seller') return actor.role;
  throw new Error(`${actor.role} is no side of an order`);
}

/** Stores what a side says. @returns its id */
export async function insertStatement(
  tx: Transaction,
  deed: Deed,
  at: Date,
  statement: Pick<NewStatement, 'kind' | 'text' | 'offerKind' | 'offerCents'>,
): Promise<string> {
  const id = newId();
  const { order, person } = deed;
  await tx
    .insert(orderStatements)
    .values({ id, orderId: order.id, role: sideOf(deed), personId: person.id, at, ...statement });
  return id;
}

/** What both sides of an order have said, oldest first. */
export async function listStatements(db: Executor, orderId: string) {
  return db
    .select({ statement: orderStatements, name: users.name })
    .from(orderStatements)
    .innerJoin(users, eq(users.id, orderStatements.personId))
    .where(eq(orderStatements.orderId, orderId))
    .orderBy(asc(orderStatements.id));
}
