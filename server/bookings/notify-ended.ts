/** What buyer and seller are told of a booking that ended because the phone was removed. */
import { phoneRemoved } from '#contract/bookings.ts';
import type { ReadNotices } from '#server/notifications/service.ts';
import { findBookingState, getParties } from './service.ts';

/** Both sides of a booking that the seller or an admin ended by removing its phone; of others nobody is told. */
export const readEndedNotices: ReadNotices<'booking.cancelled'> = async (tx, { subject, data }) => {
  if (data.reason !== phoneRemoved) return [];
  // Charged in the same moment and refunded by now: the refund's own notification says what is true then.
  if ((await findBookingState(tx, subject))?.state !== 'cancelled') return [];
  const { model, buyerId, sellerId } = await getParties(tx, subject);
  const ended = { model, endedBy: data.role === 'admin' ? 'admin' : 'seller' } as const;
  return [
    { kind: 'booking-ended', personId: buyerId, data: ended },
    { kind: 'booked-phone-removed', personId: sellerId, data: ended },
  ];
};
