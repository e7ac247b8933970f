/** Runs the deadlines of orders: reminders, cancellations without objection, and states whose deadline has passed. */
import { dayMs, durationWords, minuteMs } from '#contract/durations.ts';
import { noAgreement } from '#contract/orders-dispute-notifications.ts';
import { isOpenOrder, type OrderState } from '#contract/orders-machine.ts';
import { system } from '#contract/states.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import type { Deadline } from '#server/platform/states/deadlines.ts';
import { minutesAfter, moveOrder, type MoveServices, passToAdmin } from './move-order.ts';
import {
  appendToLog,
  appendToLogs,
  changeOrder,
  listDueOrders,
  type LockedOrder,
  lockOrder,
  moveDeadlines,
  type OrderRow,
} from './repository.ts';
import { deletedSideOf, deletedWords } from './withdraw-person.ts';

/** The deadlines of orders: one for all states, since the state of the locked row decides what is due. */
export const orderDeadline = (services: MoveServices): Deadline => ({
  name: 'order',
  listDue: listDueOrders,
  run: (db, id, now) => runDueOf(db, services, id, now),
  extend: async (tx, byMs) => {
    const detail = durationWords(Math.round(byMs / minuteMs));
    await appendToLogs(tx, await moveDeadlines(tx, byMs), 'extended', { actor: system, detail });
  },
});

async function runDueOf(db: Database, services: MoveServices, id: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    // An admin's decision has no automatic end, however late it is.
    if (order === undefined || !isOpenOrder(order.state) || order.isWithAdmin) return false;
    if (isDue(order.cancelDueAt, now)) return cancelWithoutObjection(tx, services, order);
    if (isDue(order.dueAt, now)) return endState(tx, services, order, now);
    return isDue(order.remindAt, now) && remind(tx, services, order);
  });
}

const isDue = (moment: Date | null, now: Date): boolean => moment !== null && moment <= now;

/** The seller did not object to a cancellation in time. */
async function cancelWithoutObjection(
  tx: Transaction,
  services: MoveServices,
  order: LockedOrder,
): Promise<boolean> {
  const deleted = await deletedSideOf(tx, order);
  const reason = deleted === undefined ? cancellationReason(order) : deletedWords(deleted);
  return moveUnlessHeldBack(tx, services, order, 'cancelled', { actor: system, reason });
}

const cancellationReason = ({ cancelAskedBy }: OrderRow): string =>
  cancelAskedBy === 'buyer'
    ? 'Nobody objected to the cancellation in time.'
    : 'The phone was not handed over in time, and nobody objected to the cancellation.';

/** Makes the transition of a deadline. While a bank holds the order's money back, transitions that move money wait. */
async function moveUnlessHeldBack(
  tx: Transaction,
  services: MoveServices,
  order: LockedOrder,
  to: OrderState,
  change: Parameters<typeof moveOrder>[4],
): Promise<boolean> {
  if (order.hasOpenChargeback && !isOpenOrder(to)) return false;
  await moveOrder(tx, services, order, to, change);
  return true;
}

/** Ends a state whose deadline has passed. */
async function endState(
  tx: Transaction,
  services: MoveServices,
  order: LockedOrder,
  now: Date,
): Promise<boolean> {
  const move = (to: OrderState, reason: string, isWithAdmin = false) =>
    moveUnlessHeldBack(tx, services, order, to, { actor: system, reason, changes: { isWithAdmin } });
  switch (order.state) {
    case 'paid':
      // No phone should be handed over meanwhile; afterwards the full time runs again.
      if (order.hasOpenChargeback) return false;
      await startObjectionPeriod(tx, services, order, now);
      return true;
    case 'sent':
      return order.deliveredAt === null
        ? move('disputed', 'Nobody confirmed the delivery, and there is no proof of it.', true)
        : move('handed_over', 'The delivery is proven, and nobody reported a problem.');
    case 'handed_over':
      return move('completed', 'Nobody reported a problem in time.');
    case 'disputed':
      return endAnswerPeriod(tx, services, order, move);
    case 'returning':
      if (order.returnSentAt === null) return move('completed', 'The phone was not sent back in time.');
      if (!order.isAdopted)
        return move('refunded', 'The phone was sent back, and no problem with it was reported in time.');
      await passToAdmin(tx, services, order, system, returnUnconfirmed);
      return true;
    default:
      return false;
  }
}

/** The phone was not handed over in time: the seller may object, then the order is cancelled. */
async function startObjectionPeriod(
  tx: Transaction,
  { terms }: MoveServices,
  order: OrderRow,
  now: Date,
): Promise<void> {
  // An adopted order may have been handed over long ago, so it is not refunded automatically.
  if (order.isAdopted) return changeOrder(tx, order.id, { dueAt: null });
  // The buyer has begun a cancellation, which they may withdraw: the deadline is checked again after it.
  if (order.cancelDueAt !== null) return changeOrder(tx, order.id, { dueAt: order.cancelDueAt });
  const cancelDueAt = minutesAfter(now, terms.minutes.objection);
  await changeOrder(tx, order.id, { dueAt: null, cancelDueAt, cancelAskedBy: 'system' });
  await appendToLog(tx, order.id, 'cancellation-due', { actor: system });
}

const noAnswer = 'No answer came in time.';
const returnUnconfirmed = 'The phone was sent back, and the seller has not confirmed it in time.';

/** The answer is late. If the seller never answered, the result depends on who has the phone. */
async function endAnswerPeriod(
  tx: Transaction,
  services: MoveServices,
  order: OrderRow,
  move: (to: OrderState, reason: string) => Promise<boolean>,
): Promise<boolean> {
  // An offer was not answered in time. An adopted order is not refunded automatically.
  if (order.isAnswered || order.isAdopted) {
    await passToAdmin(tx, services, order, system, order.isAnswered ? noAgreement : noAnswer);
    return true;
  }
  if (order.buyerHasPhone) return move('returning', noAnswer);
  const where =
    order.problem === 'never-arrived' ? 'the phone never arrived' : 'nobody has confirmed a hand-over';
  return move('refunded', `No answer came in time, and ${where}.`);
}

/** Reminds of what is still to be done. While a bank decides, nobody is reminded; it is tried again every hour. */
async function remind(tx: Transaction, services: MoveServices, order: LockedOrder): Promise<boolean> {
  if (order.state === 'paid') return !order.hasOpenChargeback && remindOfHandOver(tx, services, order);
  const later = minutesAfter(services.clock.now(), retryMinutes);
  const isLater = order.hasOpenChargeback && order.dueAt !== null && later < order.dueAt;
  await changeOrder(tx, order.id, { remindAt: isLater ? later : null });
  if (!order.hasOpenChargeback) await appendToLog(tx, order.id, 'last-day', { actor: system });
  return true;
}

const retryMinutes = 60;

/** Both sides are reminded of the hand-over. After an outage the next reminder follows at its own time. */
async function remindOfHandOver(
  tx: Transaction,
  { clock, terms }: MoveServices,
  order: OrderRow,
): Promise<true> {
  const [sent, next] = terms.reminders.slice(order.reminders);
  // The operator has shortened the list since.
  if (sent === undefined) {
    await changeOrder(tx, order.id, { remindAt: null });
    return true;
  }
  const remindAt =
    next === undefined || order.remindAt === null ? null : minutesAfter(order.remindAt, next - sent);
  await changeOrder(tx, order.id, { reminders: order.reminders + 1, remindAt });
  // If several reminders were missed, one is enough. None is sent about an order that is about to be cancelled.
  if ((remindAt !== null && remindAt <= clock.now()) || order.cancelDueAt !== null) return true;
  await appendToLog(tx, order.id, 'reminded', {
    actor: system,
    detail: `day ${Math.round((sent * minuteMs) / dayMs)}`,
  });
  return true;
}
