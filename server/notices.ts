/** The events that people are notified of. In `server/subscriptions.ts`, each of them must list `noticeQueue`. */
import { readCancelledNotices, readExpiredNotices } from '#server/bookings/notify-ended.ts';
import { readReleaseNotices } from '#server/orders/notify-bank.ts';
import {
  readDeclineNotices,
  readEscalationNotices,
  readEvidenceNotices,
  readOfferNotices,
  readRefusalNotices,
} from '#server/orders/notify-dispute.ts';
import {
  readCancellationNotices,
  readDeliveredNotices,
  readDeliveryNotices,
  readGivenBackNotices,
  readLastDayNotices,
  readLockNotices,
  readMoveNotices,
  readPaidNotices,
  readReminderNotices,
  readReturnNotices,
  readWithdrawalNotices,
} from '#server/orders/notify-order.ts';
import type { NoticesOf } from '#server/notifications/service.ts';
import {
  readArrivedNotices,
  readBankNotices,
  readFailedNotices,
  readRefusedSellerNotices,
  readSentNotices,
  readWaitingNotices,
} from '#server/payouts/notify-payout.ts';
import {
  readChargebackNotices,
  readIssueEndNotices,
  readIssueNotices,
  readRefundNotices,
  readSettledNotices,
} from '#server/payments/notify-refund.ts';
import { readTakenDownNotices } from '#server/products/service.ts';
import { readDismissedNotices, readUpheldNotices } from '#server/reports/notify-reporter.ts';

export const noticesOf: NoticesOf = {
  'booking.cancelled': readCancelledNotices,
  'booking.expired': readExpiredNotices,
  'booking.refunded': readRefundNotices,
  'charge-issue.open': readIssueNotices,
  'charge-issue.refunded': readIssueEndNotices,
  'charge-issue.settled': readSettledNotices,
  'chargeback.inquiry': readChargebackNotices,
  'chargeback.open': readChargebackNotices,
  'order.paid': readPaidNotices,
  'order.sent': readMoveNotices,
  'order.handed_over': readMoveNotices,
  'order.disputed': readMoveNotices,
  'order.returning': readMoveNotices,
  'order.completed': readMoveNotices,
  'order.cancelled': readMoveNotices,
  'order.refunded': readMoveNotices,
  'order.cancellation-asked': readCancellationNotices,
  'order.cancellation-due': readCancellationNotices,
  'order.cancellation-withdrawn': readWithdrawalNotices,
  'order.delivery-chosen': readDeliveryNotices,
  'order.delivery-confirmed': readDeliveredNotices,
  'order.returned': readReturnNotices,
  'order.given-back': readGivenBackNotices,
  'order.held-back': readReleaseNotices,
  'order.released': readReleaseNotices,
  'order.reminded': readReminderNotices,
  'order.last-day': readLastDayNotices,
  'order.code-locked': readLockNotices,
  'order.offered': readOfferNotices,
  'order.offer-declined': readDeclineNotices,
  'order.refused': readRefusalNotices,
  'order.evidence-added': readEvidenceNotices,
  'order.escalated': readEscalationNotices,
  'payout.sent': readSentNotices,
  'payout.paid': readArrivedNotices,
  'payout.failed': readFailedNotices,
  'payout.reminded': readWaitingNotices,
  'payout.refused': readRefusedSellerNotices,
  'payout.bank-changed': readBankNotices,
  'product.taken-down': readTakenDownNotices,
  'report.upheld': readUpheldNotices,
  'report.dismissed': readDismissedNotices,
};
