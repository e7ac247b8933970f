import { findBookingState } from '#server/bookings/service.ts';
import { askProcessor } from './ask-processor.ts';
import { cancelPayment, closePending } from './cancel-payment.ts';
import { refundPayment } from './refund-payment.ts';
import * as repository from './repository.ts';
import { type PaymentServices, settlePayment } from './settle-payment.ts';
import { Failure } from '#server/platform/failure.ts';

/** How long after a hold's end a payment may still come in before its intent is cancelled. */
const graceHours = 24;

/**
 * Asks the processor about what was never reported: nothing is lost when a browser dies or a webhook does not come.
 *
 * @returns how many payments were looked at
 * @throws Failure payments.processor-unreachable; what is wrong with one payment keeps none of the others waiting
 */
export async function reconcilePayments(services: PaymentServices): Promise<number> {
  const { db, clock, log } = services;
  const unsettled = await repository.claimUnsettled(db, clock.now(), 50);
  for (const payment of unsettled) {
    try {
      await reconcile(services, payment);
    } catch (error) {
      if (isUnreachable(error)) throw error;
      log.error({ err: error, paymentId: payment.id }, 'a payment cannot be reconciled');
    }
  }
  return unsettled.length;
}

async function reconcile(services: PaymentServices, payment: repository.PaymentRow): Promise<void> {
  const { db, stripe, clock } = services;
  if (payment.isRefundDue) return refundPayment(services, payment.id);
  const intent = await askProcessor(() => stripe.paymentIntents.retrieve(payment.transactionId));
  if (intent.status === 'canceled') return closePending(db, intent.id);
  if ((await settlePayment(services, intent)) !== 'pending') return undefined;
  const booking = await findBookingState(db, payment.bookingId);
  if (booking === undefined || booking.state === 'held') return undefined;
  const lateBy = clock.now().getTime() - booking.holdExpiresAt.getTime();
  if (booking.state === 'cancelled' || lateBy > graceHours * 3_600_000) {
    await cancelPayment(services, payment.bookingId);
  }
  return undefined;
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'payments.processor-unreachable';
