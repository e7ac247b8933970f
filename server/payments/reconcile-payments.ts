import { hourMs } from '#contract/durations.ts';
import { findBookingState } from '#server/bookings/service.ts';
import { retrieveIntent } from './ask-processor.ts';
import { cancelPayment } from './cancel-payment.ts';
import { closePending } from './close-pending.ts';
import { refundCharge } from './refund-charge.ts';
import * as repository from './repository.ts';
import { settlePayment } from './settle-payment.ts';
import type { PaymentServices } from './payment-services.ts';
import { claimRefunding } from './store-issues.ts';
import { hasCode } from '#server/platform/failure.ts';

/** How long after a hold's end a payment may still arrive before its intent is cancelled. */
const graceHours = 24;

/**
 * Asks the processor about unreported payments: nothing is lost if a browser crashes or a webhook does not arrive.
 *
 * @returns how many payments were checked
 * @throws Failure payments.processor-unreachable; an error of one payment does not delay the others
 */
export async function reconcilePayments(services: PaymentServices): Promise<number> {
  const { db, clock } = services;
  const unsettled = await repository.claimUnsettled(db, clock.now(), 50);
  for (const payment of unsettled) {
    await reconcileSafely(services, payment.transactionId, () => reconcile(services, payment));
  }
  const refunding = await claimRefunding(db, clock.now(), 50);
  for (const transactionId of refunding) {
    await reconcileSafely(services, transactionId, () => refundCharge(services, transactionId));
  }
  return unsettled.length + refunding.length;
}

async function reconcileSafely(
  { db, log }: PaymentServices,
  transactionId: string,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (hasCode(error, 'payments.processor-unreachable')) throw error;
    log.error({ err: error, transactionId }, 'a payment cannot be reconciled');
    // The processor does not know the intent: it can charge nothing, and asking again would not help.
    if (hasCode(error, 'payments.does-not-fit')) await closePending(db, transactionId);
  }
}

async function reconcile(services: PaymentServices, payment: repository.PaymentRow): Promise<void> {
  const { db, clock } = services;
  if (payment.isRefundDue) return refundCharge(services, payment.transactionId);
  const intent = await retrieveIntent(services, payment.transactionId);
  if (intent.status === 'canceled') return closePending(db, intent.id);
  if ((await settlePayment(services, intent)) !== 'pending') return undefined;
  const booking = await findBookingState(db, payment.bookingId);
  if (booking === undefined || booking.state === 'held') return undefined;
  const lateBy = clock.now().getTime() - booking.holdExpiresAt.getTime();
  if (booking.state === 'cancelled' || lateBy > graceHours * hourMs) {
    await cancelPayment(services, payment.bookingId);
  }
  return undefined;
}
