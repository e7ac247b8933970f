/** What buyer and seller hear of money that goes back. */
import type { DomainEvent } from '#contract/events.ts';
import { paymentErrors } from '#contract/payments.ts';
import { findOrder } from '#server/bookings/service.ts';
import { type MailServices, queueMail } from '#server/mails/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { findIssueById } from './store-issues.ts';

/** Writes to both sides of a booking whose payment was returned. */
export async function mailRefund(
  tx: Transaction,
  services: Pick<MailServices, 'jobs' | 'clock'>,
  { subject }: DomainEvent<'booking.refunded'>,
): Promise<void> {
  const { model, buyer, seller } = await findOrder(tx, subject);
  await queueMail(tx, services, {
    kind: 'money-returned',
    to: buyer.email,
    subject: `Your money for the ${model} is on its way back`,
    text: `${paymentErrors['payments.refunded'][1]}\n\nIt was the ${model}. Your bank shows the refund within a few days.`,
  });
  await queueMail(tx, services, {
    kind: 'money-returned',
    to: seller.email,
    subject: `A late payment for your ${model} was returned`,
    text: `A payment for your ${model} came after its booking had ended and the phone was gone. The buyer gets the money back; there is nothing for you to do.`,
  });
}

/** Writes to the buyer whose refund has failed too often; not again when an admin's attempts have failed as well. */
export async function mailDelay(
  tx: Transaction,
  services: Pick<MailServices, 'jobs' | 'clock'>,
  { subject, data }: DomainEvent<'charge-issue.open'>,
): Promise<void> {
  const issue = await findIssueById(tx, subject);
  if (data.from !== null || issue?.problem !== 'refund-failed' || issue.bookingId === null) return;
  const { model, buyer } = await findOrder(tx, issue.bookingId);
  await queueMail(tx, services, {
    kind: 'money-delayed',
    to: buyer.email,
    subject: `Your refund for the ${model} takes longer`,
    text: `Your bank did not take the refund for the ${model}. The money is still yours: a person now looks for another way to return it and will write to you.`,
  });
}
