/** The actions of buyer, seller and admin on an order, except the hand-over code. One function for each call. */
import type { BodyOf } from '#contract/endpoint.ts';
import type * as calls from '#contract/orders-actions.ts';
import type { OrderAction, OrderState } from '#contract/orders-machine.ts';
import { defineAction } from './act-on-order.ts';
import { deadlineIn, minutesAfter, moveOrder } from './move-order.ts';
import { appendToLog, changeOrder } from './repository.ts';

/** A call without input that only moves the order. */
const defineMove = (action: OrderAction, to: OrderState) =>
  defineAction<unknown>(action, (tx, services, { order, actor }) =>
    moveOrder(tx, services, order, to, { actor }),
  );

/** A call whose input is a reason. */
const defineMoveForReason = (action: OrderAction, to: OrderState) =>
  defineAction<BodyOf<typeof calls.refundOrder>>(action, (tx, services, { order, actor }, { reason }) =>
    moveOrder(tx, services, order, to, { actor, reason }),
  );

export const confirmReceipt = defineMove('confirm-receipt', 'handed_over');
export const acceptPhone = defineMove('accept', 'completed');
export const cancelOrder = defineMoveForReason('cancel', 'cancelled');
export const refundOrder = defineMoveForReason('refund', 'refunded');
export const withdrawProblem = defineMove('withdraw-problem', 'completed');
export const confirmReturn = defineMove('confirm-return', 'refunded');
export const keepPhone = defineMove('keep', 'completed');

export const chooseDelivery = defineAction<BodyOf<typeof calls.chooseDelivery>>(
  'choose-delivery',
  async (tx, _services, { order, actor }, { delivery, address = null }) => {
    const parcelAddress = delivery === 'parcel' ? address : null;
    // If it is sent twice, it is stored and notified once.
    if (order.delivery === delivery && order.parcelAddress === parcelAddress) return;
    await changeOrder(tx, order.id, { delivery, parcelAddress });
    await appendToLog(tx, order.id, 'delivery-chosen', { actor, detail: delivery });
  },
);

export const renewCode = defineAction<unknown>('renew-code', async (tx, { codes }, { order, actor }) => {
  // Wrong codes stay counted, so that a new code is no way around the limit.
  await changeOrder(tx, order.id, codes.make(order.id));
  await appendToLog(tx, order.id, 'code-renewed', { actor });
});

export const checkItem = defineAction<BodyOf<typeof calls.checkItem>>(
  'check',
  async (tx, _services, { order, actor }, { item, isChecked }) => {
    if (order.checked.includes(item) === isChecked) return;
    const others = order.checked.filter((each) => each !== item);
    await changeOrder(tx, order.id, { checked: isChecked ? [...others, item] : others });
    await appendToLog(tx, order.id, isChecked ? 'checked' : 'unchecked', { actor, detail: item });
  },
);

export const sendParcel = defineAction<BodyOf<typeof calls.sendParcel>>(
  'send',
  (tx, services, { order, actor }, parcel) =>
    moveOrder(tx, services, order, 'sent', {
      actor,
      reason: `${parcel.carrier} ${parcel.trackingNumber}`,
      changes: { ...parcel, sentAt: services.clock.now() },
    }),
);

export const askToCancel = defineAction<BodyOf<typeof calls.askToCancel>>(
  'ask-to-cancel',
  async (tx, { clock, terms }, { order, actor }, { reason }) => {
    const cancelDueAt = minutesAfter(clock.now(), terms.minutes.objection);
    await changeOrder(tx, order.id, { cancelDueAt, cancelAskedBy: 'buyer' });
    await appendToLog(tx, order.id, 'cancellation-asked', { actor, detail: reason });
  },
);

export const withdrawCancellation = defineAction<unknown>(
  'withdraw-cancellation',
  async (tx, _services, { order, actor }) => {
    await changeOrder(tx, order.id, { cancelDueAt: null, cancelAskedBy: null });
    await appendToLog(tx, order.id, 'cancellation-withdrawn', { actor });
  },
);

export const sendBack = defineAction<BodyOf<typeof calls.sendBack>>(
  'send-back',
  async (tx, { clock, terms }, { order, actor }, { carrier, trackingNumber }) => {
    const now = clock.now();
    await changeOrder(tx, order.id, {
      returnCarrier: carrier,
      returnTrackingNumber: trackingNumber,
      returnSentAt: now,
      ...deadlineIn(terms.minutes.returnDelivery, now),
    });
    await appendToLog(tx, order.id, 'returned', { actor, detail: `${carrier} ${trackingNumber}` });
  },
);
