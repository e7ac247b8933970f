/** What buyer and seller are told of an unpaid booking that has ended. */
import { phoneRemoved } from '#contract/bookings.ts';
import type { ReadNotices } from '#server/notifications/service.ts';
import { findBookingState, getParties } from './service.ts';

/**
 * Both sides of a booking that the seller or an admin ended by removing its phone. Where its buyer went, the seller
 * alone.
 */
export const readCancelledNotices: ReadNotices<'booking.cancelled'> = async (tx, { subject, data }) => {
  // Charged in the same moment and refunded by now: the refund's own notification says what is true then.
  if ((await findBookingState(tx, subject))?.state !== 'cancelled') return [];
  const { model, buyerId, sellerId } = await getParties(tx, subject);
  if (data.reason !== phoneRemoved)
    return [{ kind: 'phone-free-again', personId: sellerId, data: { model, isRunOut: false } }];
  const ended = { model, endedBy: data.role === 'admin' ? 'admin' : 'seller' } as const;
  return [
    { kind: 'booking-ended', personId: buyerId, data: ended },
    { kind: 'booked-phone-removed', personId: sellerId, data: ended },
  ];
};

/** Both sides of a booking that nobody paid in time; of one that was paid late after all nobody. */
export const readExpiredNotices: ReadNotices<'booking.expired'> = async (tx, { subject }) => {
  if ((await findBookingState(tx, subject))?.state !== 'expired') return [];
  const { model, productId, buyerId, sellerId } = await getParties(tx, subject);
  return [
    { kind: 'hold-run-out', personId: buyerId, data: { model, productId } },
    { kind: 'phone-free-again', personId: sellerId, data: { model, isRunOut: true } },
  ];
};
