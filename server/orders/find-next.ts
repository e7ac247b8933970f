import type { OrderStep } from '#contract/orders-machine.ts';
import type { OrderNext } from '#contract/orders.ts';
import type { ReturnState } from '#contract/payments.ts';
import type { OrderRow } from './repository.ts';

/** The state of an order's money. */
export interface MoneyState {
  /** The state of the refund to the buyer; undefined if there is none. */
  readonly refund: ReturnState | undefined;
  /** Whether the buyer's bank holds the money back, until it has decided on a chargeback. */
  readonly isHeldBack: boolean;
}

/** The next step of an order, who takes it and until when. */
export function nextOf(order: OrderRow, { refund, isHeldBack }: MoneyState): OrderNext {
  const next = nextInState(order, refund);
  if (!isHeldBack) return next;
  if (pausedSteps.has(next.step)) return { step: 'bank', by: [], until: null, becomes: null };
  // The time to object begins again once the bank has decided.
  return next.step === 'object' ? { ...next, until: null } : next;
}

/**
 * The steps that wait while a bank holds the money: nobody should hand the phone over, and no decision can be carried
 * out. They get their full time again once the bank has decided.
 */
const pausedSteps: ReadonlySet<OrderStep> = new Set<OrderStep>(['hand-over', 'send', 'decide']);

function nextInState(order: OrderRow, refund: MoneyState['refund']): OrderNext {
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
      // A partial refund of a completed order needs no step by anybody.
      return {
        step: state === 'completed' ? 'nothing' : refundSteps[refund ?? 'done'],
        by: [],
        until: null,
        becomes: null,
      };
  }
}

const refundSteps = {
  decided: 'refund-decided',
  'under-way': 'refund',
  delayed: 'refund-delayed',
  done: 'nothing',
} as const satisfies Record<ReturnState, OrderStep>;

function nextOfPaid({ cancelDueAt, dueAt, delivery, isAdopted }: OrderRow): OrderNext {
  if (cancelDueAt !== null)
    return { step: 'object', by: ['seller'], until: cancelDueAt.toISOString(), becomes: 'cancelled' };
  const becomes = isAdopted || dueAt === null ? null : ('cancelled' as const);
  const until = dueAt?.toISOString() ?? null;
  return delivery === 'parcel'
    ? { step: 'send', by: ['seller'], until, becomes }
    : { step: 'hand-over', by: ['seller', 'buyer'], until, becomes };
}
