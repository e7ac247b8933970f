/** Updates an order when a bank holds its payment back, and when the bank decides that the payment stands. */
import { isOpenOrder } from '#contract/orders-machine.ts';
import { takenByBank } from '#contract/orders-notification-words.ts';
import { system } from '#contract/states.ts';
import type { OnHeldBack } from '#server/payments/service.ts';
import { firstReminder, minutesAfter, type MoveServices } from './move-order.ts';
import { appendToLog, changeOrder, lockOrder, type OrderChanges, type OrderRow } from './repository.ts';
import { deletedSideOf } from './withdraw-person.ts';

/**
 * Records both in the timeline. After the decision, people have the full time again for what they could not or should
 * not do before: hand the phone over, object to a cancellation, decide.
 */
export const recordHoldBack =
  (services: MoveServices): OnHeldBack =>
  async (tx, bookingId, { isHeldBack, takenCents, isAllGone }) => {
    const order = await lockOrder(tx, bookingId);
    if (order === undefined) return;
    // The order is about to be refunded, which also ends the wait for the bank.
    if (isAllGone && order.refundedCents < order.amountCents) return;
    if (!isHeldBack && isOpenOrder(order.state)) {
      const isVoid = order.state === 'paid' && !order.isAdopted && (await deletedSideOf(tx, order));
      await changeOrder(tx, order.id, isVoid ? cancelNow(services) : restartDeadline(services, order));
    }
    const detail = takenCents === 0 ? null : takenByBank(takenCents, isAllGone);
    await appendToLog(tx, order.id, isHeldBack ? 'held-back' : 'released', { actor: system, detail });
  };

/** Nobody can hand the phone over: the next run of the deadlines cancels the order, as it would have without the bank. */
const cancelNow = ({ clock }: MoveServices): OrderChanges => ({
  dueAt: null,
  cancelDueAt: clock.now(),
  cancelAskedBy: 'system',
  remindAt: null,
});

function restartDeadline({ clock, terms }: MoveServices, order: OrderRow): OrderChanges {
  const { state, isWithAdmin, dueAt, cancelDueAt } = order;
  const now = clock.now();
  const { handOver, objection, decision } = terms.minutes;
  if (isWithAdmin) return { dueAt: minutesAfter(now, decision) };
  if (state !== 'paid') return {};
  return {
    // An adopted order has no `dueAt`.
    dueAt: dueAt && minutesAfter(now, handOver),
    cancelDueAt: cancelDueAt && minutesAfter(now, objection),
    reminders: 0,
    remindAt: firstReminder(terms, now),
  };
}
