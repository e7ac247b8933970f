/** What an admin decides where the two sides do not agree. */
import type { BodyOf } from '#contract/endpoint.ts';
import type * as calls from '#contract/orders-actions.ts';
import { decisionWords } from '#contract/orders-words.ts';
import { doing, refuse } from './act-on-order.ts';
import { partOf } from './agree-on-offer.ts';
import { moveOrder } from './move-order.ts';

const outcomes = {
  complete: 'completed',
  refund: 'refunded',
  part: 'completed',
  return: 'returning',
} as const;

export const decideOrder = doing<BodyOf<typeof calls.decideOrder>>(
  'decide',
  async (tx, services, deed, { outcome, amount, reason, words }) => {
    const { order, actor } = deed;
    const to = outcomes[outcome];
    // To have it sent back is decided of a phone that is not on its way back already.
    if (to === order.state) throw refuse('orders.not-possible', order, 'admin');
    const partCents = outcome === 'part' ? partOf(deed, amount ?? 0) : undefined;
    await moveOrder(tx, services, order, to, {
      actor,
      reason: `${decisionWords[reason]}. ${words}`,
      ...(partCents === undefined ? {} : { partCents }),
    });
  },
);
