/**
 * Shared by all actions on an order: the person's role, whether the action is possible, and a lock for simultaneous
 * actions.
 */
import type { Person } from '#contract/access.ts';
import { isId } from '#contract/id.ts';
import { orderErrors } from '#contract/orders.ts';
import {
  codeTries,
  type OrderAction,
  orderActions,
  type OrderFacts,
  type OrderRole,
  possibleActions,
} from '#contract/orders-machine.ts';
import { isAllGivenBack } from '#contract/orders-problems.ts';
import { orderStateWords } from '#contract/orders-words.ts';
import { type Failure, failWith } from '#server/platform/failure.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import type { OrderServices } from './order-services.ts';
import { findOrder, type LockedOrder, lockOrder, type OrderRow } from './repository.ts';

const fail = failWith(orderErrors);

/** A person's role in an order. Buyer and seller keep that role if they are admins as well. */
export function roleOf(order: Pick<OrderRow, 'buyerId' | 'sellerId'>, person: Person): OrderRole | undefined {
  if (order.buyerId === person.id) return 'buyer';
  if (order.sellerId === person.id) return 'seller';
  return person.isAdmin ? 'admin' : undefined;
}

/** Whether a person may make a call about an order; undefined if they are no side of it, or the order is unknown. */
export const maySide =
  (db: Executor, sides: readonly OrderRole[]) =>
  async (id: string, person: Person): Promise<boolean | undefined> => {
    const order = isId(id) ? await findOrder(db, id) : undefined;
    const role = order && roleOf(order, person);
    return role && sides.includes(role);
  };

/** Whether so many wrong codes were entered that the order's code no longer works. */
export const isCodeLockedForGood = ({ wrongCodes }: Pick<OrderRow, 'wrongCodes'>): boolean =>
  wrongCodes >= codeTries.inAll;

/** The facts that decide which actions on an order are possible. */
export const factsOf = (order: Omit<LockedOrder, 'charge'>): OrderFacts => ({
  state: order.state,
  delivery: order.delivery,
  cancelAskedBy: order.cancelAskedBy,
  isCodeLockedForGood: isCodeLockedForGood(order),
  isDelivered: order.deliveredAt !== null,
  isReturnSent: order.returnSentAt !== null,
  mayListAgain: order.listedAgainAs === null && !order.isListingRemoved && !order.isSellerSuspended,
  isAdopted: order.isAdopted,
  offerBy: order.offerBy,
  isWithAdmin: order.isWithAdmin,
  isMoneyGone: isAllGivenBack(order),
  hasOpenChargeback: order.hasOpenChargeback,
});

/** A locked order, and who acts on it. */
export interface ActionContext {
  readonly order: LockedOrder;
  readonly person: Person;
  readonly actor: { readonly role: OrderRole; readonly id: string };
}

/**
 * Runs an action on an order, in a transaction that locks its phone, its booking and the order itself: of two
 * simultaneous actions, the second one sees the result of the first.
 *
 * @param before locks what has to be locked before the phone
 * @throws Failure orders.not-possible, or a more specific code; each with the order's current `state` and the
 *   `possible` actions
 */
export function actOnOrder<Result>(
  { db }: OrderServices,
  id: string,
  person: Person,
  action: OrderAction,
  run: (tx: Transaction, context: ActionContext) => Promise<Result>,
  before: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await before(tx);
    const { order, role } = await lockFor(tx, id, person);
    if (!possibleActions(factsOf(order), role).includes(action)) throw refusalOf(order, role, action);
    return run(tx, { order, person, actor: { role, id: person.id } });
  });
}

/** An order, locked, and the role of the person who acts on it. */
export async function lockFor(
  tx: Transaction,
  id: string,
  person: Person,
): Promise<{ order: LockedOrder; role: OrderRole }> {
  const order = await lockOrder(tx, id);
  const role = order && roleOf(order, person);
  // The call's access check has just found both, and neither can have changed.
  if (order === undefined || role === undefined) throw new Error(`The order ${id} is none of ${person.id}`);
  return { order, role };
}

/** Runs an action on a locked order, once it was found possible. */
type RunAction<Body> = (
  tx: Transaction,
  services: OrderServices,
  context: ActionContext,
  body: Body,
) => Promise<void>;

/** A call that acts on an order. @throws Failure as `actOnOrder` */
export const defineAction =
  <Body>(action: OrderAction, run: RunAction<Body>) =>
  (services: OrderServices, id: string, person: Person, body: Body): Promise<void> =>
    actOnOrder(services, id, person, action, (tx, context) => run(tx, services, context, body));

function refusalOf(order: LockedOrder, role: OrderRole, action: OrderAction): Failure {
  const facts = factsOf(order);
  const withoutBank = possibleActions({ ...facts, hasOpenChargeback: false }, role);
  if (withoutBank.includes(action)) return refuse('orders.chargeback-open', order, role);
  const isItsState = orderActions[action].from.some((state) => state === order.state);
  if (isItsState && action === 'send') return refuse('orders.no-address', order, role);
  return isItsState ? refuse('orders.not-possible', order, role) : refuseNow(order, role);
}

/** A failure of an action that was possible in another state; it names the present one. */
export const refuseNow = (order: LockedOrder, role: OrderRole): Failure =>
  refuse('orders.not-possible', order, role, {
    detail: `This is not possible. The order is now: ${orderStateWords[order.state]}.`,
  });

/** A failure with the order's current state and the possible actions. */
export const refuse = (
  code: keyof typeof orderErrors,
  order: LockedOrder,
  role: OrderRole,
  { fields, ...extras }: NonNullable<Parameters<typeof fail>[1]> = {},
): Failure =>
  fail(code, {
    ...extras,
    fields: { state: order.state, possible: possibleActions(factsOf(order), role), ...fields },
  });
