import type { DomainEvent } from '#contract/events.ts';
import { paymentErrors } from '#contract/payments.ts';
import { findOrder } from '#server/bookings/service.ts';
import * as repository from './repository.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';

/** Writes to both sides of a booking whose payment was returned. */
export async function mailRefund(
  tx: Transaction,
  jobs: Jobs,
  { subject }: DomainEvent<'payment.refunded'>,
): Promise<void> {
  const { bookingId } = await repository.getPayment(tx, subject);
  const { model, buyer, seller } = await findOrder(tx, bookingId);
  await jobs.enqueue(tx, mailQueue, {
    to: buyer.email,
    subject: `Your money for the ${model} is on its way back`,
    text: `${paymentErrors['payments.refunded'][1]}\n\nIt was the ${model}. Your bank shows the refund within a few days.`,
  });
  await jobs.enqueue(tx, mailQueue, {
    to: seller.email,
    subject: `A late payment for your ${model} was returned`,
    text: `A payment for your ${model} came after its booking had ended and the phone was gone. The buyer has got the money back; there is nothing for you to do.`,
  });
}
