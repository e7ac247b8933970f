/** What buyer, seller and admin do with an order, other than by the hand-over code. One function for each call. */
import type { Person } from '#contract/access.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type * as calls from '#contract/orders-actions.ts';
import type { OrderAction, OrderState } from '#contract/orders-machine.ts';
import { decisionWords, problemWords } from '#contract/orders-words.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { actOnOrder, type Deed, refuse } from './act-on-order.ts';
import { minutesAfter, moveOrder } from './move-order.ts';
import type { OrderServices } from './order-services.ts';
import { appendToLog, changeOrder, type OrderChanges } from './repository.ts';

/** What a call does with a locked order of which it is possible. */
type Doing<Body> = (tx: Transaction, services: OrderServices, deed: Deed, body: Body) => Promise<void>;

/** A call that does something with an order. @throws Failure as `actOnOrder` */
export const doing =
  <Body>(action: OrderAction, run: Doing<Body>) =>
  (services: OrderServices, id: string, person: Person, body: Body): Promise<void> =>
    actOnOrder(services, id, person, action, (tx, deed) => run(tx, services, deed, body));

/** A call that only moves the order, for the reason that the body may give. */
const moving = (action: OrderAction, to: OrderState, changes?: OrderChanges) =>
  doing<unknown>(action, (tx, services, { order, actor }, body) =>
    moveOrder(tx, services, order, to, { actor, ...reasonOf(body), ...(changes && { changes }) }),
  );

const reasonOf = (body: unknown): { reason?: string } =>
  typeof body === 'object' && body !== null && 'reason' in body && typeof body.reason === 'string'
    ? { reason: body.reason }
    : {};

export const confirmReceipt = moving('confirm-receipt', 'handed_over');
export const acceptPhone = moving('accept', 'completed');
export const cancelOrder = moving('cancel', 'cancelled');
export const refundOrder = moving('refund', 'refunded');
export const withdrawProblem = moving('withdraw-problem', 'completed');
export const confirmReturn = moving('confirm-return', 'refunded');
export const keepPhone = moving('keep', 'completed');
/** An objection is the seller's answer: what follows is decided by an admin, or by one side giving way. */
export const objectToCancellation = moving('object', 'disputed', { isWithAdmin: true, buyerHasPhone: false });
export const disputeReturn = moving('dispute-return', 'disputed', {
  isWithAdmin: true,
  buyerHasPhone: false,
});

export const chooseDelivery = doing<BodyOf<typeof calls.chooseDelivery>>(
  'choose-delivery',
  async (tx, _services, { order, actor }, { delivery, address = null }) => {
    const parcelAddress = delivery === 'parcel' ? address : null;
    await changeOrder(tx, order.id, { delivery, parcelAddress });
    await appendToLog(tx, order.id, 'delivery-chosen', { actor, detail: delivery });
  },
);

export const renewCode = doing<unknown>('renew-code', async (tx, { codes }, { order, actor }) => {
  // The wrong ones stay counted: a new code is no way around the limit.
  await changeOrder(tx, order.id, codes.make(order.id));
  await appendToLog(tx, order.id, 'code-renewed', { actor });
});

export const checkItem = doing<BodyOf<typeof calls.checkItem>>(
  'check',
  async (tx, _services, { order, actor }, { item, isChecked }) => {
    if (order.checked.includes(item) === isChecked) return;
    const others = order.checked.filter((each) => each !== item);
    await changeOrder(tx, order.id, { checked: isChecked ? [...others, item] : others });
    await appendToLog(tx, order.id, isChecked ? 'checked' : 'unchecked', { actor, detail: item });
  },
);

export const sendParcel = doing<BodyOf<typeof calls.sendParcel>>(
  'send',
  (tx, services, { order, actor }, parcel) =>
    moveOrder(tx, services, order, 'sent', {
      actor,
      reason: `${parcel.carrier} ${parcel.trackingNumber}`,
      changes: { ...parcel, sentAt: services.clock.now() },
    }),
);

export const askToCancel = doing<BodyOf<typeof calls.askToCancel>>(
  'ask-to-cancel',
  async (tx, { clock, terms }, { order, actor }, { reason }) => {
    const cancelDueAt = minutesAfter(clock.now(), terms.minutes.objection);
    await changeOrder(tx, order.id, { cancelDueAt, cancelAskedBy: 'buyer' });
    await appendToLog(tx, order.id, 'cancellation-asked', { actor, detail: reason });
  },
);

export const withdrawCancellation = doing<unknown>(
  'withdraw-cancellation',
  async (tx, _services, { order, actor }) => {
    await changeOrder(tx, order.id, { cancelDueAt: null, cancelAskedBy: null });
    await appendToLog(tx, order.id, 'cancellation-withdrawn', { actor });
  },
);

export const reportProblem = doing<BodyOf<typeof calls.reportProblem>>(
  'report-problem',
  async (tx, services, { order, actor }, { reason, text }) => {
    const isMissing = reason === 'never-arrived';
    if (isMissing && order.state === 'handed_over') throw refuse('orders.wrong-reason', order, 'buyer');
    await moveOrder(tx, services, order, 'disputed', {
      actor,
      reason: `${problemWords[reason].what}: ${text}`,
      changes: {
        problem: reason,
        problemText: text,
        buyerHasPhone: order.state === 'handed_over' || (order.state === 'sent' && !isMissing),
      },
    });
  },
);

export const confirmDelivery = doing<BodyOf<typeof calls.confirmDelivery>>(
  'confirm-delivery',
  async (tx, { clock }, { order, actor }, { reason }) => {
    await changeOrder(tx, order.id, { deliveredAt: clock.now() });
    await appendToLog(tx, order.id, 'delivery-confirmed', { actor, detail: reason });
  },
);

const outcomes = { complete: 'completed', refund: 'refunded', return: 'returning' } as const;

export const decideOrder = doing<BodyOf<typeof calls.decideOrder>>(
  'decide',
  async (tx, services, { order, actor }, { outcome, reason, words }) => {
    const to = outcomes[outcome];
    // To have it sent back is decided of a phone that is not on its way back already.
    if (to === order.state) throw refuse('orders.not-possible', order, 'admin');
    await moveOrder(tx, services, order, to, { actor, reason: `${decisionWords[reason]}. ${words}` });
  },
);

export const sendBack = doing<BodyOf<typeof calls.sendBack>>(
  'send-back',
  async (tx, { clock, terms }, { order, actor }, { carrier, trackingNumber }) => {
    const now = clock.now();
    await changeOrder(tx, order.id, {
      returnCarrier: carrier,
      returnTrackingNumber: trackingNumber,
      returnSentAt: now,
      dueAt: minutesAfter(now, terms.minutes.returnDelivery),
    });
    await appendToLog(tx, order.id, 'returned', { actor, detail: `${carrier} ${trackingNumber}` });
  },
);
