/** What follows domain events: by kind, the queues that get them. A kind that nobody waits for names none. */
import { cancelQueue, refundMailQueue } from '#server/payments/queue-followups.ts';
import type { Subscriptions } from '#server/platform/events/relay.ts';

export const subscriptions: Subscriptions = {
  'product.live': [],
  'product.reserved': [],
  'product.sold': [],
  'product.removed': [],
  'booking.held': [],
  'booking.paid': [],
  'booking.cancelled': [cancelQueue],
  'booking.expired': [],
  'booking.given-up': [cancelQueue],
  'booking.refunded': [],
  'payment.pending': [],
  'payment.succeeded': [],
  'payment.failed': [],
  'payment.refunded': [refundMailQueue],
  'report.open': [],
  'report.upheld': [],
  'report.dismissed': [],
};
