import { findBookingState } from '#server/bookings/service.ts';
import { askProcessor } from './ask-processor.ts';
import { cancelPayment } from './cancel-payment.ts';
import { refundPayment } from './refund-payment.ts';
import * as repository from './repository.ts';
import { type PaymentServices, settlePayment } from './settle-payment.ts';

/** How long after a hold's end a payment may still come in before its intent is cancelled. */
const graceHours = 24;

/**
 * Asks the processor about what was never reported: nothing is lost when a browser dies or a webhook does not come.
 *
 * @returns how many payments were looked at
 */
export async function reconcilePayments(services: PaymentServices): Promise<number> {
  const { db, clock } = services;
  const unsettled = await repository.listUnsettled(db, clock.now(), 50);
  for (const payment of unsettled) {
    await repository.updatePayment(db, payment.id, { checkedAt: clock.now() });
    if (payment.isRefundDue) await refundPayment(services, payment.id);
    else await reconcile(services, payment);
  }
  return unsettled.length;
}

async function reconcile(services: PaymentServices, payment: repository.PaymentRow): Promise<void> {
  const { db, stripe, clock } = services;
  const intent = await askProcessor(() => stripe.paymentIntents.retrieve(payment.transactionId));
  if (intent.status === 'canceled') return repository.updatePayment(db, payment.id, { state: 'failed' });
  if ((await settlePayment(services, intent)) !== 'pending') return undefined;
  const booking = await findBookingState(db, payment.bookingId);
  if (booking === undefined || booking.state === 'held') return undefined;
  const lateBy = clock.now().getTime() - booking.holdExpiresAt.getTime();
  if (booking.state === 'cancelled' || lateBy > graceHours * 3_600_000) {
    await cancelPayment(services, payment.bookingId);
  }
  return undefined;
}
