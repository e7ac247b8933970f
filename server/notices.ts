/** Of which events people are notified. Each also names `noticeQueue` in `server/subscriptions.ts`. */
import { readCancelledNotices, readExpiredNotices } from '#server/bookings/notify-ended.ts';
import type { NoticesOf } from '#server/notifications/service.ts';
import { readDelayNotices, readRefundNotices } from '#server/payments/notify-refund.ts';

export const noticesOf: NoticesOf = {
  'booking.cancelled': readCancelledNotices,
  'booking.expired': readExpiredNotices,
  'booking.refunded': readRefundNotices,
  'charge-issue.open': readDelayNotices,
};
