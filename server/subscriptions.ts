/** What follows domain events: by kind, the queues that get them. A kind that nobody waits for names none. */
import { noticeQueue } from '#server/notifications/service.ts';
import { cancelQueue } from '#server/payments/queue-followups.ts';
import type { Subscriptions } from '#server/platform/events/relay.ts';

export const subscriptions: Subscriptions = {
  'product.live': [],
  'product.reserved': [],
  'product.sold': [],
  'product.removed': [],
  'booking.held': [],
  'booking.paid': [],
  'booking.cancelled': [cancelQueue, noticeQueue],
  'booking.expired': [],
  'booking.given-up': [cancelQueue],
  'booking.refunded': [noticeQueue],
  'payment.pending': [],
  'payment.succeeded': [],
  'payment.failed': [],
  'payment.refunded': [],
  'refund.requested': [],
  'refund.unanswered': [],
  'refund.pending': [],
  'refund.requires_action': [],
  'refund.succeeded': [],
  'refund.failed': [],
  'refund.canceled': [],
  'charge-issue.open': [noticeQueue],
  'charge-issue.refunding': [],
  'charge-issue.refunded': [],
  'charge-issue.settled': [],
  'report.open': [],
  'report.upheld': [],
  'report.dismissed': [],
};
