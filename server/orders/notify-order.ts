/** Notifications of buyer and seller about the steps of an order. */
import type { Kind, Notice } from '#contract/notification-kinds.ts';
import { isOpenOrder, type OrderStep } from '#contract/orders-machine.ts';
import { isAllGivenBack, mayBuyerHavePhone } from '#contract/orders-problems.ts';
import { type LastDayStep, lastDaySteps } from '#contract/orders-reminders.ts';
import { wasCancellationPending } from '#contract/orders-words.ts';
import type { OrderNews } from '#contract/orders-state-notifications.ts';
import type { ReadNotices } from '#server/notifications/service.ts';
import { listStandingEntries } from '#server/ledger/service.ts';
import { findCharge } from '#server/payments/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { findPerson, mayOffer } from '#server/users/service.ts';
import { nextOf } from './find-next.ts';
import { sellerCentsOf, shareOfOrder } from './move-money.ts';
import { findShown, listLog, listStates, type ShownOrder } from './select-orders.ts';
import { bankHasTaken } from './take-return.ts';

/** Both sides of a sale, with each other's contact. */
export const readPaidNotices: ReadNotices<'order.paid'> = async (tx, { subject }) => {
  const row = await getShown(tx, subject);
  const { order, meetingPlace: place } = row;
  // The share at the time of the sale, even if a part has been refunded since.
  const { sellerCents } = shareOfOrder(order, order.amountCents);
  const [seller, buyer] = [sellerOf(row), buyerOf(row)];
  // Nothing cancels an adopted order, or one that a bank holds back; and the state may have changed since the event.
  const isCancelled = order.state === 'paid' && !order.isAdopted && !row.isHeldBack;
  const until = isCancelled ? (order.dueAt?.toISOString() ?? null) : null;
  const sale = { ...about(row), place, until };
  return [
    {
      kind: 'order-bought',
      personId: order.buyerId,
      data: { ...sale, seller: seller.name, phone: seller.phone, cents: order.amountCents },
    },
    {
      kind: 'order-sold',
      personId: order.sellerId,
      data: { ...sale, buyer: buyer.name, phone: buyer.phone, cents: sellerCents },
    },
  ];
};

type Moves = `order.${OrderNews['state']}`;

/** The side that did not make the transition; both if an admin or the system did. */
export const readMoveNotices: ReadNotices<Moves> = async (
  tx,
  { id, subject, data: { from, to: state, role: by, reason, backCents } },
) => {
  const row = await getShown(tx, subject);
  const { order } = row;
  const kind = kindOf(state);
  const sellerCents = sellerCentsOf(order);
  const buyerCents = backCents ?? order.refundedCents;
  const isTakenByBank = by === 'system' && reason === bankHasTaken;
  const isCorrected = (await lastEndBefore(tx, subject, id)) === 'completed';
  const wasCompleted =
    state === 'refunded' && (isTakenByBank ? await wasSellerPaid(tx, subject) : isCorrected);
  const mayList = await mayListAgain(tx, row);
  const isKept =
    state === 'sent' && wasCancellationPending((await listLog(tx, subject)).map((entry) => entry.kind));
  const news = (reader: 'buyer' | 'seller', cents: number): OrderNews => ({
    ...about(row),
    state,
    from,
    reader,
    by,
    reason,
    until: isCurrentState(state, order) ? (order.dueAt?.toISOString() ?? null) : null,
    cents,
    hasMoreBack: order.refundedCents > buyerCents,
    isAllBack: isAllGivenBack(order),
    wasCompleted,
    isAdopted: order.isAdopted,
    isWithAdmin: order.isWithAdmin,
    buyerHasPhone: order.buyerHasPhone,
    mayBuyerHavePhone: mayBuyerHavePhone(order),
    isCorrected,
    wasSentBack: order.returnSentAt !== null && !isAllGivenBack(order),
    mayList,
    isKept,
    isTakenByBank,
  });
  const notices: Notice[] = [];
  // If a part of the money or the phone goes back, or the money is lost, the buyer gets it in writing, even if they
  // accepted it themselves.
  if (by !== 'buyer' || state === 'returning' || (state === 'completed' && buyerCents > 0))
    notices.push({ kind, personId: order.buyerId, data: news('buyer', buyerCents) });
  if (by !== 'seller' || state === 'completed')
    notices.push({ kind, personId: order.sellerId, data: news('seller', sellerCents) });
  return notices;
};

/** The state in which an order had ended before an event; undefined if it had not. */
async function lastEndBefore(tx: Transaction, orderId: string, eventId: string): Promise<string | undefined> {
  const states = await listStates(tx, orderId);
  // A transition and its event have one id.
  const before = states.slice(
    0,
    states.findIndex(({ id }) => id === eventId),
  );
  return before.findLast(({ state }) => state === 'completed' || state === 'refunded')?.state;
}

/** Whether the seller is here and can list the phone again, once the order has ended without a sale. */
async function mayListAgain(tx: Transaction, { order, isListingRemoved }: ShownOrder): Promise<boolean> {
  if (isListingRemoved || order.listedAgainAs !== null) return false;
  return (await findPerson(tx, order.sellerId)) !== undefined && (await mayOffer(tx, order.sellerId));
}

/** Whether the seller had got the money, and no correction had taken it back before the bank took it. */
async function wasSellerPaid(tx: Transaction, orderId: string): Promise<boolean> {
  const { transactionId } = await findCharge(tx, orderId);
  return (
    transactionId !== undefined && (await listStandingEntries(tx, transactionId, 'completed')).length > 0
  );
}

/**
 * Whether the order's deadline belongs to this event: the state may have changed since. In a return, the deadline is
 * the seller's once the phone is sent.
 */
const isCurrentState = (state: OrderNews['state'], order: ShownOrder['order']): boolean =>
  isOpenOrder(state) && order.state === state && (state !== 'returning' || order.returnSentAt === null);

function kindOf(state: OrderNews['state']): Kind & ('order-progress' | 'order-problem' | 'order-ended') {
  if (!isOpenOrder(state)) return 'order-ended';
  return state === 'disputed' || state === 'returning' ? 'order-problem' : 'order-progress';
}

/** The seller, who may object to the buyer's request; both sides if the cancellation begins automatically. */
export const readCancellationNotices: ReadNotices<
  'order.cancellation-asked' | 'order.cancellation-due'
> = async (tx, { kind, subject, data: { detail: reason } }) => {
  const row = await getShown(tx, subject);
  const { order, isHeldBack } = row;
  const by = kind === 'order.cancellation-asked' ? 'buyer' : 'system';
  // The time to object begins again once the bank has decided.
  const until = isHeldBack ? null : (order.cancelDueAt?.toISOString() ?? null);
  const noticeTo = (reader: 'buyer' | 'seller', personId: string): Notice => ({
    kind: 'order-cancelling',
    personId,
    data: { ...about(row), by, reader, reason, until },
  });
  const seller = noticeTo('seller', order.sellerId);
  return by === 'buyer' ? [seller] : [seller, noticeTo('buyer', order.buyerId)];
};

export const readWithdrawalNotices: ReadNotices<'order.cancellation-withdrawn'> = async (tx, { subject }) => {
  const row = await getShown(tx, subject);
  return [{ kind: 'order-kept', personId: row.order.sellerId, data: about(row) }];
};

/** The seller, who sends a parcel or comes to meet. */
export const readDeliveryNotices: ReadNotices<'order.delivery-chosen'> = async (
  tx,
  { subject, data: { detail } },
) => {
  const row = await getShown(tx, subject);
  const data = { ...about(row), isParcel: detail === 'parcel' };
  return [{ kind: 'order-delivery', personId: row.order.sellerId, data }];
};

/** The buyer: from now on, the order counts as received if they do nothing. */
export const readDeliveredNotices: ReadNotices<'order.delivery-confirmed'> = async (tx, { subject }) => {
  const row = await getShown(tx, subject);
  const { state, buyerId: personId, dueAt } = row.order;
  // The buyer has already confirmed the receipt or reported a problem.
  if (state !== 'sent') return [];
  return [
    {
      kind: 'order-delivered',
      personId,
      data: { ...about(row), until: dueAt?.toISOString() ?? null },
    },
  ];
};

/**
 * The seller, who has to check the returned phone. If they do nothing, the buyer is refunded, unless the order is
 * adopted.
 */
export const readReturnNotices: ReadNotices<'order.returned'> = async (
  tx,
  { subject, data: { detail: parcel } },
) => {
  const row = await getShown(tx, subject);
  const { state, sellerId: personId, dueAt, isAdopted } = row.order;
  if (state !== 'returning') return [];
  const until = dueAt?.toISOString() ?? null;
  return [{ kind: 'order-sent-back', personId, data: { ...about(row), parcel, until, isAdopted } }];
};

/** Both sides, of a part that went back at the processor. */
export const readGivenBackNotices: ReadNotices<'order.given-back'> = async (
  tx,
  { subject, data: { detail: part } },
) => {
  const row = await getShown(tx, subject);
  const { order } = row;
  const noticeTo = (reader: 'buyer' | 'seller', personId: string): Notice => ({
    kind: 'order-given-back',
    personId,
    data: {
      ...about(row),
      reader,
      part: part ?? '',
      sellerCents: sellerCentsOf(order),
      isOpen: isOpenOrder(order.state),
    },
  });
  return [noticeTo('buyer', order.buyerId), noticeTo('seller', order.sellerId)];
};

export const readReminderNotices: ReadNotices<'order.reminded'> = async (tx, { subject }) => {
  const row = await getShown(tx, subject);
  // Handed over in the meantime: no reminder is needed.
  if (row.order.state !== 'paid') return [];
  // An adopted order is not cancelled when its deadline passes.
  const until = row.order.isAdopted ? null : (row.order.dueAt?.toISOString() ?? null);
  const { buyerId, sellerId, delivery } = row.order;
  const noticeTo = (side: 'buyer' | 'seller'): Notice => {
    const { name: other, phone } = side === 'buyer' ? sellerOf(row) : buyerOf(row);
    const isParcel = delivery === 'parcel';
    const data = { ...about(row), reader: side, other, phone, until, isParcel };
    return { kind: 'order-reminder', personId: side === 'buyer' ? buyerId : sellerId, data };
  };
  return [noticeTo('buyer'), noticeTo('seller')];
};

/** Whoever has to act within a day, unless they cannot: their account was deleted, or a bank holds the money back. */
export const readLastDayNotices: ReadNotices<'order.last-day'> = async (tx, { subject }) => {
  const row = await getShown(tx, subject);
  const { order, isHeldBack } = row;
  const { step, by, until, becomes } = nextOf(order, { refund: undefined, isHeldBack });
  // Somebody has acted meanwhile: another time runs, or none.
  if (isHeldBack || until === null || order.remindAt !== null || !isLastDayStep(step)) return [];
  const personId = by.includes('buyer') ? order.buyerId : order.sellerId;
  if ((await findPerson(tx, personId)) === undefined) return [];
  const isDecidedByUs = becomes === null || becomes === 'disputed';
  const { buyerHasPhone, offerBy } = order;
  const data = { ...about(row), step, until, isDecidedByUs, buyerHasPhone, hasOffer: offerBy === 'buyer' };
  return [{ kind: 'order-last-day', personId, data }];
};

const isLastDayStep = (step: OrderStep): step is LastDayStep => lastDaySteps.some((each) => each === step);

export const readLockNotices: ReadNotices<'order.code-locked'> = async (
  tx,
  { subject, data: { detail } },
) => {
  const row = await getShown(tx, subject);
  return [
    {
      kind: 'order-code-locked',
      personId: row.order.buyerId,
      data: { ...about(row), isForGood: detail !== null },
    },
  ];
};

/** The facts in every notification about an order. */
export const about = ({ order, listing, isHeldBack }: ShownOrder) => ({
  orderId: order.id,
  model: listing?.model ?? '',
  isHeldBack,
});
const buyerOf = ({ buyerName: name, buyerPhone: phone }: ShownOrder) => ({ name, phone });
const sellerOf = ({ sellerName: name, listing }: ShownOrder) => ({ name, phone: listing?.phone ?? '' });

/** @throws Error when there is no such order */
export async function getShown(tx: Transaction, id: string): Promise<ShownOrder> {
  const row = await findShown(tx, id);
  if (row === undefined) throw new Error(`The order ${id} is missing`);
  return row;
}
