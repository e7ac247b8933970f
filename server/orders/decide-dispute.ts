/** An admin's decision if the two sides do not agree, and the correction of an error. Both are recorded. */
import type { BodyOf } from '#contract/endpoint.ts';
import { formatCents } from '#contract/money.ts';
import type * as calls from '#contract/orders-actions.ts';
import { isAllGivenBack, possibleOutcomes } from '#contract/orders-problems.ts';
import { correctionWords, decisionWords } from '#contract/orders-words.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { showAgain } from '#server/bookings/service.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import { defineAction, refuse, refuseNow } from './act-on-order.ts';
import { partOf } from './agree-on-offer.ts';
import { moveOrder } from './move-order.ts';
import { appendToLog, changeOrder, type OrderRow } from './repository.ts';
import { listStates } from './select-orders.ts';
import { deletedSideOf } from './withdraw-person.ts';

const outcomes = {
  complete: 'completed',
  refund: 'refunded',
  part: 'completed',
  return: 'returning',
} as const;

export const decideOrder = defineAction<BodyOf<typeof calls.decideOrder>>(
  'decide',
  async (tx, services, context, { outcome, amount, reason, words, state: seen }) => {
    const { order, person, actor } = context;
    const to = outcomes[outcome];
    // A return can be decided only if the phone is not on its way back already.
    if (to === order.state || (seen !== undefined && seen !== order.state)) throw refuseNow(order, 'admin');
    const hasDeletedSide = (await deletedSideOf(tx, order)) !== undefined;
    if (!possibleOutcomes({ ...order, hasDeletedSide }).includes(outcome))
      throw refuse(isAllGivenBack(order) ? 'orders.money-gone' : 'orders.side-deleted', order, 'admin');
    const partCents = outcome === 'part' ? partOf(context, amount ?? 0) : undefined;
    await moveOrder(tx, services, order, to, {
      actor,
      reason: `${decisionWords[reason]}. ${words}`,
      ...(partCents === undefined ? {} : { partCents }),
    });
    await recordStaffAction(tx, {
      kind: 'order-decided',
      actor: person.id,
      orderId: order.id,
      detail: partCents === undefined ? outcome : `${outcome} ${formatCents(partCents)}`,
      reason,
      words,
      at: services.clock.now(),
    });
  },
);

/** Reopens an ended order, which then waits for an admin's decision. Its buyer may have taken it off their list. */
export const reopenOrder = defineAction<BodyOf<typeof calls.reopenOrder>>(
  'reopen',
  async (tx, services, { order, person, actor }, { reason, words, state: seen }) => {
    if (seen !== undefined && seen !== order.state) throw refuseNow(order, 'admin');
    await moveOrder(tx, services, order, 'disputed', {
      actor,
      reason: `${correctionWords[reason]}. ${words}`,
      changes: { isWithAdmin: true, buyerHasPhone: await hasBuyerPhone(tx, order) },
    });
    await showAgain(tx, order.id);
    await recordStaffAction(tx, {
      kind: 'order-reopened',
      actor: person.id,
      orderId: order.id,
      detail: order.state,
      reason,
      words,
      at: services.clock.now(),
    });
  },
);

/** A phone that was handed over and not sent back is the buyer's, also if nobody reported a problem. */
async function hasBuyerPhone(tx: Transaction, { id, returnSentAt }: OrderRow): Promise<boolean> {
  if (returnSentAt !== null) return false;
  return (await listStates(tx, id)).some(({ state }) => state === 'handed_over');
}

export const confirmDelivery = defineAction<BodyOf<typeof calls.confirmDelivery>>(
  'confirm-delivery',
  async (tx, { clock }, { order, person, actor }, { reason: words }) => {
    const at = clock.now();
    await changeOrder(tx, order.id, { deliveredAt: at });
    await appendToLog(tx, order.id, 'delivery-confirmed', { actor, detail: words });
    await recordStaffAction(tx, {
      kind: 'delivery-confirmed',
      actor: person.id,
      orderId: order.id,
      words,
      at,
    });
  },
);
