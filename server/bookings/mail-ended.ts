/** What buyer and seller hear of a booking that ended because the phone was removed. */
import { phoneRemoved } from '#contract/bookings.ts';
import type { DomainEvent } from '#contract/events.ts';
import { type MailServices, queueMail } from '#server/mails/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { findBookingState, findOrder } from './service.ts';

/** Writes to both sides of a booking that the seller or an admin ended by removing its phone; of others to nobody. */
export async function mailEnded(
  tx: Transaction,
  services: Pick<MailServices, 'jobs' | 'clock'>,
  { subject, data }: DomainEvent<'booking.cancelled'>,
): Promise<void> {
  if (data.reason !== phoneRemoved) return;
  // Charged in the same moment and refunded by now: the refund's own mail says what is true then.
  if ((await findBookingState(tx, subject))?.state !== 'cancelled') return;
  const { model, buyer, seller } = await findOrder(tx, subject);
  const isByAdmin = data.role === 'admin';
  await queueMail(tx, services, {
    kind: 'booking-ended',
    to: buyer.email,
    subject: `Your booking of the ${model} has ended`,
    text: `${isByAdmin ? 'We' : 'The seller'} removed the ${model} before it was paid, so your booking has ended. You have not been charged.

If your card was charged at that very moment, all of the money goes back to it by itself, and we write to you again.`,
  });
  await queueMail(tx, services, {
    kind: 'booking-ended',
    to: seller.email,
    subject: `The booking of your ${model} has ended`,
    text: `${isByAdmin ? 'We' : 'You'} removed your ${model} while a buyer held it unpaid. Their booking has ended, they were not charged, and we have written to them. There is nothing for you to do.`,
  });
}
