import { paymentErrors } from '#contract/payments.ts';
import { findOrder, moveBooking } from '#server/bookings/service.ts';
import { askProcessor } from './ask-processor.ts';
import * as repository from './repository.ts';
import type { PaymentServices } from './settle-payment.ts';
import type { Transaction } from '#server/platform/database.ts';
import { mailQueue } from '#server/platform/mail-queue.ts';

/**
 * Gives back what was charged for a phone that was gone, and tells both sides. Bears to be run again: the processor
 * knows the refund by its idempotency key.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function refundPayment(services: PaymentServices, paymentId: string): Promise<void> {
  const { db, stripe } = services;
  const payment = await repository.findPayment(db, paymentId);
  if (payment === undefined || !payment.isRefundDue) return;
  const refund = await askProcessor(() =>
    stripe.refunds.create(
      { payment_intent: payment.transactionId },
      { idempotencyKey: `refund-${payment.transactionId}` },
    ),
  );
  await db.transaction(async (tx) => {
    const locked = await repository.lockPayment(tx, paymentId);
    if (locked === undefined || !locked.isRefundDue) return;
    await repository.updatePayment(tx, paymentId, {
      state: 'refunded',
      isRefundDue: false,
      refundId: refund.id,
    });
    await moveBooking(tx, payment.bookingId, 'refunded');
    await tellBoth(services, tx, payment.bookingId);
  });
}

async function tellBoth({ jobs }: PaymentServices, tx: Transaction, bookingId: string): Promise<void> {
  const { model, buyer, seller } = await findOrder(tx, bookingId);
  await jobs.enqueue(tx, mailQueue, {
    to: buyer.email,
    subject: `Your money for the ${model} is on its way back`,
    text: `${paymentErrors['payments.refunded'][1]}\n\nIt was the ${model}. Your bank shows the refund within a few days.`,
  });
  await jobs.enqueue(tx, mailQueue, {
    to: seller.email,
    subject: `A late payment for your ${model} was returned`,
    text: `A payment for your ${model} came after its booking had ended and the phone was gone. The buyer has got his money back; there is nothing for you to do.`,
  });
}
