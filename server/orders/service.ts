import type { Person } from '#contract/access.ts';
import type { DisputeFilterName, OrderFilterName } from '#contract/orders-table.ts';
import { isOpenOrder, orderActions, type OrderState, type OrderStep } from '#contract/orders-machine.ts';
import type { DisputeSummary, OrderSummary } from '#contract/orders.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import type { ShownCount, TimeOrder } from '#contract/table.ts';
import type { FindOrders, HasOpenOrder } from '#server/bookings/service.ts';
import { listChargedBack, listReturns } from '#server/payments/service.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { WatchedCount } from '#server/platform/log/metrics.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import type { ListOrders } from '#server/products/service.ts';
import type { CountDeals } from '#server/users/service.ts';
import { nextOf } from './find-next.ts';
import type { OrderServices } from './order-services.ts';
import { causeOf } from './present-dispute.ts';
import { presentSummaries } from './present-order.ts';
import { readPlace, writePlace } from './queue-place.ts';
import * as repository from './repository.ts';
import {
  countDisputed,
  countLateDecisions,
  listDisputed,
  listOfProducts,
  listShown,
  countOrders as countShownOrders,
  type OrderFilter,
} from './select-orders.ts';

export { maySide } from './act-on-order.ts';
export { withdrawPerson } from './withdraw-person.ts';
export { createOrder } from './create-order.ts';
export { isRepayment } from './move-money.ts';
export { presentOrder, presentReceipt } from './present-order.ts';
export type { OrderServices } from './order-services.ts';
export { openOrderPictures } from './repository.ts';
export { orderDeadline } from './run-deadlines.ts';
export { createHandOverCodes, type HandOverCodes } from './seal-code.ts';
export {
  countLateDecisions as countLateDisputes,
  countWaiting as countWaitingDisputes,
} from './select-orders.ts';
export { recordHoldBack } from './record-hold-back.ts';
export { takeReturn } from './take-return.ts';

interface ListQuery extends PageQuery {
  readonly show?: OrderFilterName | undefined;
  readonly search?: string | undefined;
  readonly sort?: TimeOrder | undefined;
}

interface DisputeQuery extends PageQuery {
  readonly show?: DisputeFilterName | undefined;
  readonly search?: string | undefined;
}

/** The orders of a seller's phones, newest first unless `sort` says otherwise. */
export const listSales = (db: Executor, seller: Person, query: ListQuery): Promise<Page<OrderSummary>> =>
  listOrdersBy(db, seller, query, { sellerId: seller.id });

/** All orders or the matches of a search, newest first unless `sort` says otherwise, for admins. */
export const listOrders = (db: Executor, admin: Person, query: ListQuery): Promise<Page<OrderSummary>> =>
  listOrdersBy(db, admin, query, {});

/** Counts a seller's sales that match a search, in total and by filter. */
export const countSales = (
  db: Executor,
  { id: sellerId }: Person,
  query: Pick<ListQuery, 'search'>,
): Promise<ShownCount[]> => countShownOrders(db, { ...query, sellerId });

/** Counts the orders that match a search, in total and by filter, for admins. */
export const countOrders = (db: Executor, query: Pick<ListQuery, 'search'>): Promise<ShownCount[]> =>
  countShownOrders(db, query);

/** Counts the disputes that match a search, in total and by filter, for admins. */
export const countDisputes = (
  { db, clock }: Pick<OrderServices, 'db' | 'clock'>,
  query: Pick<DisputeQuery, 'search'>,
): Promise<ShownCount[]> => countDisputed(db, { ...query, now: clock.now() });

/** The admins' queue of disputes. */
export async function listDisputes(
  { db, clock }: Pick<OrderServices, 'db' | 'clock'>,
  admin: Person,
  { cursor, limit, ...filter }: DisputeQuery,
): Promise<Page<DisputeSummary>> {
  const now = clock.now();
  const after = cursor === undefined ? undefined : readPlace(cursor);
  const rows = await listDisputed(db, { ...filter, after, limit: limit + 1, now });
  const page = pageOf(rows, limit, ({ order, isHeldBack }) =>
    writePlace({ ...order, canBeDecided: order.isWithAdmin && !isHeldBack }),
  );
  const summaries = await presentSummaries(db, page.items, admin);
  return {
    ...page,
    items: page.items.flatMap(({ order }, place) => {
      const { problem, dueAt } = order;
      const summary = summaries[place];
      if (summary === undefined) return [];
      const isLate = summary.next.step === 'decide' && (dueAt === null || dueAt < now);
      return [{ ...summary, problem, cause: causeOf(order), isLate }];
    }),
  };
}

async function listOrdersBy(
  db: Executor,
  viewer: Person,
  { cursor, limit, sort = 'newest', ...query }: ListQuery,
  filter: Pick<OrderFilter, 'sellerId'>,
): Promise<Page<OrderSummary>> {
  const paging = { sort, afterId: idAfter(cursor), limit: limit + 1 };
  const rows = await listShown(db, { ...query, ...filter, ...paging });
  const page = pageOf(rows, limit, ({ order }) => order.id);
  return { ...page, items: await presentSummaries(db, page.items, viewer) };
}

/** The orders of bookings, as their buyer's list shows them: `FindOrders` of the bookings. */
export const findOrders: FindOrders = async (db, bookingIds) => {
  const [orders, returns, chargedBack] = await Promise.all([
    repository.listByIds(db, bookingIds),
    listReturns(db, bookingIds),
    listChargedBack(db, bookingIds),
  ]);
  return new Map(
    [...orders].map(([id, order]) => {
      const isHeldBack = chargedBack.has(id);
      const { step, by, until } = nextOf(order, { refund: returns.get(id), isHeldBack });
      const next = { step, isYourTurn: by.includes('buyer'), until };
      return [id, { state: order.state, next, isParcel: order.delivery === 'parcel', isHeldBack }];
    }),
  );
};

/** The orders of phones that were bought, as their seller's list of phones shows them: `ListOrders` of the products. */
export const listOrdersOfProducts: ListOrders = async (db, productIds) => {
  const rows = await listOfProducts(db, productIds);
  return new Map(
    rows.map(({ productId, orderId, state, listedAgainAs }) => [
      productId,
      { orderId, canListAgain: isOverWithoutSale(state) && listedAgainAs === null },
    ]),
  );
};

const isOverWithoutSale = (state: OrderState): boolean =>
  orderActions['list-again'].from.some((each) => each === state);

/** How many orders a person has completed as seller and as buyer: `CountDeals` of the users. */
export const countDeals: CountDeals = repository.countCompleted;

/** Whether a booking's order is still open: `HasOpenOrder` of the bookings. */
export const hasOpenOrder: HasOpenOrder = async (db, bookingId) => {
  const order = await repository.findOrder(db, bookingId);
  return order !== undefined && isOpenOrder(order.state);
};

/** How many decisions are late, for `/metrics`. */
export const lateDecisionCount = ({ db, clock }: Pick<OrderServices, 'db' | 'clock'>): WatchedCount => ({
  name: 'order_decisions_late',
  help: 'Disputes that wait for an admin longer than they should',
  label: 'state',
  values: ['disputed'],
  count: async () => new Map([['disputed', await countLateDecisions(db, clock.now())]]),
});

/** The next step of an open order, and whether the given person takes it. */
export interface Turn {
  readonly orderId: string;
  readonly model: string;
  readonly as: 'buyer' | 'seller';
  readonly step: OrderStep;
  readonly until: string | null;
  readonly isTheirs: boolean;
}

/** The next steps of a person's open orders, bought and sold; the earliest deadline first. */
export async function listTurns(db: Executor, personId: string): Promise<Turn[]> {
  const rows = await repository.listOpenOf(db, personId);
  const chargedBack = await listChargedBack(
    db,
    rows.map(({ id }) => id),
  );
  const turns = rows.map((order): Turn => {
    const isHeldBack = chargedBack.has(order.id);
    const { step, by, until } = nextOf(order, { refund: undefined, isHeldBack });
    const as = order.buyerId === personId ? 'buyer' : 'seller';
    return { orderId: order.id, model: order.model, as, step, until, isTheirs: by.includes(as) };
  });
  return turns.toSorted((a, b) => (a.until ?? '9').localeCompare(b.until ?? '9'));
}
