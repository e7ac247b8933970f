import type { Order } from '#contract/orders.ts';

import { type ListedAction, actionTexts, listedActions } from './action-texts.ts';

/**
 * The one action that leads on an order's page, whose button alone is filled: of several that bring the order on, the
 * first. A phone that is handed over at a meeting has its own form above the list.
 */
export function leadingAction({
  possible,
  delivery,
}: Pick<Order, 'possible' | 'delivery'>): 'hand-over' | ListedAction | undefined {
  if (possible.includes('hand-over') && delivery === 'meeting') return 'hand-over';
  return listedActions.find(
    (action) => possible.includes(action) && actionTexts[action].variant === 'action',
  );
}
