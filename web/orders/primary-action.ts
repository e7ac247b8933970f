import type { Order } from '#contract/orders.ts';

import { waitsForBank } from './order-words.ts';
import { type ListedAction, actionTexts, listedActions } from './action-texts.ts';

/**
 * The main action of an order's page, the only one with a filled button: of several that advance the order, the first.
 * There is none for a seller who decides on a cancellation, or to whom the phone has not been sent back yet, nor for
 * anybody while a bank holds the money of a phone that is not handed over. A phone that is handed over at a meeting has
 * its own form above the list.
 */
export function primaryAction(
  order: Pick<Order, 'possible' | 'delivery' | 'next'>,
): 'hand-over' | ListedAction | undefined {
  const { possible, delivery, next } = order;
  if (possible.includes('object') || waitsForBank(order)) return undefined;
  if (possible.includes('hand-over') && delivery === 'meeting') return 'hand-over';
  return listedActions.find(
    (action) =>
      possible.includes(action) &&
      actionTexts[action].variant === 'action' &&
      (action !== 'confirm-return' || next.step === 'take-back'),
  );
}
