/** The actions of buyer, seller and admin on an order, except the hand-over code. One function for each call. */
import type { BodyOf } from '#contract/endpoint.ts';
import type * as calls from '#contract/orders-actions.ts';
import type { OrderAction, OrderState } from '#contract/orders-machine.ts';
import { doing } from './act-on-order.ts';
import { minutesAfter, moveOrder } from './move-order.ts';
import { appendToLog, changeOrder } from './repository.ts';

/** A call without input that only moves the order. */
const moving = (action: OrderAction, to: OrderState) =>
  doing<unknown>(action, (tx, services, { order, actor }) => moveOrder(tx, services, order, to, { actor }));

/** The same for a reason. */
const movingFor = (action: OrderAction, to: OrderState) =>
  doing<BodyOf<typeof calls.refundOrder>>(action, (tx, services, { order, actor }, { reason }) =>
    moveOrder(tx, services, order, to, { actor, reason }),
  );

export const confirmReceipt = moving('confirm-receipt', 'handed_over');
export const acceptPhone = moving('accept', 'completed');
export const cancelOrder = movingFor('cancel', 'cancelled');
export const refundOrder = movingFor('refund', 'refunded');
export const withdrawProblem = moving('withdraw-problem', 'completed');
export const confirmReturn = moving('confirm-return', 'refunded');
export const keepPhone = moving('keep', 'completed');

export const chooseDelivery = doing<BodyOf<typeof calls.chooseDelivery>>(
  'choose-delivery',
  async (tx, _services, { order, actor }, { delivery, address = null }) => {
    const parcelAddress = delivery === 'parcel' ? address : null;
    // Pressed twice: stored and notified once.
    if (order.delivery === delivery && order.parcelAddress === parcelAddress) return;
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
