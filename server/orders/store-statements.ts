/** SQL of the statements in a dispute. */
import { and, asc, eq } from 'drizzle-orm';

import { isId } from '#contract/id.ts';
import { orderErrors } from '#contract/orders.ts';
import { maxStatements } from '#contract/orders-problems.ts';
import { orderStatements } from '#db/tables/orders.ts';
import { users } from '#db/tables/users.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { type ActionContext, refuse } from './act-on-order.ts';
import type { OrderRow } from './repository.ts';
import { attachPhotos, listPhotos } from './store-photos.ts';

interface NewStatement extends Pick<
  typeof orderStatements.$inferInsert,
  'kind' | 'text' | 'offerKind' | 'offerCents'
> {
  /** Ids as in the request, not checked. */
  readonly photos?: readonly string[] | undefined;
}

/** The side of the person who acts. @throws Error for an admin */
export function sideOf({ actor }: ActionContext): 'buyer' | 'seller' {
  if (actor.role === 'buyer' || actor.role === 'seller') return actor.role;
  throw new Error(`${actor.role} is no side of an order`);
}

/**
 * Stores a statement with the photos that were uploaded for it.
 *
 * @returns its id
 * @throws Failure orders.photo-unknown, orders.too-many-statements
 */
export async function insertStatement(
  tx: Transaction,
  context: ActionContext,
  at: Date,
  { photos = [], ...statement }: NewStatement,
): Promise<string> {
  const id = newId();
  const { order, person } = context;
  const role = sideOf(context);
  if (isRepeatable(statement) && (await countOwn(tx, order.id, role)) >= maxStatements)
    throw refuse('orders.too-many-statements', order, role);
  await tx
    .insert(orderStatements)
    .values({ id, orderId: order.id, role, personId: person.id, at, ...statement });
  const about = { orderId: order.id, ownerId: person.id, statementId: id };
  if (!photos.every(isId) || !(await attachPhotos(tx, about, photos))) {
    const message = orderErrors['orders.photo-unknown'][1];
    throw refuse('orders.photo-unknown', order, role, { errors: [{ path: 'photos', message }] });
  }
  return id;
}

/** Statements that may be repeated, and so are limited in number. The others change the order's state. */
const isRepeatable = ({ kind }: NewStatement): boolean => kind === 'offer' || kind === 'evidence';

const countOwn = async (tx: Transaction, orderId: string, role: 'buyer' | 'seller'): Promise<number> =>
  tx.$count(orderStatements, and(eq(orderStatements.orderId, orderId), eq(orderStatements.role, role)));

/** Whether an order's open offer has exactly this text and these photos. */
export async function isStatementStored(
  tx: Transaction,
  { id: orderId, offerId }: Pick<OrderRow, 'id' | 'offerId'>,
  { text = null, photos = [] }: Pick<NewStatement, 'text' | 'photos'>,
): Promise<boolean> {
  const said = (await listStatements(tx, orderId)).find(({ statement }) => statement.id === offerId);
  if (said?.statement.text !== text) return false;
  const shown = (await listPhotos(tx, orderId)).filter(({ statementId }) => statementId === offerId);
  return shown.length === photos.length && shown.every(({ id }) => photos.includes(id));
}

/** The statements of both sides, oldest first. */
export async function listStatements(db: Executor, orderId: string) {
  return db
    .select({ statement: orderStatements, name: users.name })
    .from(orderStatements)
    .innerJoin(users, eq(users.id, orderStatements.personId))
    .where(eq(orderStatements.orderId, orderId))
    .orderBy(asc(orderStatements.id));
}
