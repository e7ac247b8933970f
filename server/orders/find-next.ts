import type { OrderNext } from '#contract/orders.ts';
import type { OrderRow } from './repository.ts';

/** What happens next with an order, by whom and until when; `refund` is where the money is that goes back. */
export function nextOf(order: OrderRow, refund: 'under-way' | 'done' | undefined): OrderNext {
  const { state, isAdopted, isWithAdmin, buyerHasPhone } = order;
  const until = order.dueAt?.toISOString() ?? null;
  switch (state) {
    case 'paid':
      return nextOfPaid(order);
    case 'sent':
      return {
        step: 'receive',
        by: ['buyer'],
        until,
        becomes: order.deliveredAt === null ? 'disputed' : 'handed_over',
      };
    case 'handed_over':
      return { step: 'try-out', by: ['buyer'], until, becomes: 'completed' };
    case 'disputed': {
      if (isWithAdmin) return { step: 'decide', by: ['admin'], until, becomes: null };
      if (order.offerBy !== null && order.isAnswered)
        return { step: 'agree', by: [order.offerBy === 'buyer' ? 'seller' : 'buyer'], until, becomes: null };
      const silent = buyerHasPhone ? 'returning' : 'refunded';
      return { step: 'answer', by: ['seller'], until, becomes: isAdopted ? null : silent };
    }
    case 'returning':
      if (isWithAdmin) return { step: 'decide', by: ['admin'], until, becomes: null };
      return order.returnSentAt === null
        ? { step: 'send-back', by: ['buyer'], until, becomes: 'completed' }
        : { step: 'take-back', by: ['seller'], until, becomes: isAdopted ? null : 'refunded' };
    default:
      // A part that goes back of a completed order is a matter of the money, and of nobody's next step.
      return {
        step: state !== 'completed' && refund === 'under-way' ? 'refund' : 'nothing',
        by: [],
        until: null,
        becomes: null,
      };
  }
}

function nextOfPaid({ cancelDueAt, dueAt, delivery, isAdopted }: OrderRow): OrderNext {
  if (cancelDueAt !== null)
    return { step: 'object', by: ['seller'], until: cancelDueAt.toISOString(), becomes: 'cancelled' };
  const becomes = isAdopted || dueAt === null ? null : ('cancelled' as const);
  const until = dueAt?.toISOString() ?? null;
  return delivery === 'parcel'
    ? { step: 'send', by: ['seller'], until, becomes }
    : { step: 'hand-over', by: ['seller', 'buyer'], until, becomes };
}
