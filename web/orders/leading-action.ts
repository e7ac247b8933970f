import type { Order } from '#contract/orders.ts';

import { waitsForBank } from './order-words.ts';
import { type ListedAction, actionTexts, listedActions } from './action-texts.ts';

/**
 * The one action that leads on an order's page, whose button alone is filled: of several that bring the order on, the
 * first. Nothing leads a seller who decides on a cancellation, nor anybody while a bank holds the money of a phone that is not handed over. A phone that is handed over at a meeting has its own form above the list.
 */
export function leadingAction(
  order: Pick<Order, 'possible' | 'delivery' | 'next'>,
): 'hand-over' | ListedAction | undefined {
  const { possible, delivery } = order;
  if (possible.includes('object') || waitsForBank(order)) return undefined;
  if (possible.includes('hand-over') && delivery === 'meeting') return 'hand-over';
  return listedActions.find(
    (action) => possible.includes(action) && actionTexts[action].variant === 'action',
  );
}
