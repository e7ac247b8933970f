/** Notifications about an unpaid booking that has ended. */
import { phoneRemoved } from '#contract/bookings.ts';
import type { ReadNotices } from '#server/notifications/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { findProduct } from '#server/products/service.ts';
import { findBookingState, getParties } from './service.ts';

/** Both sides of a booking that the seller or an admin ended by removing its phone; otherwise only the seller. */
export const readCancelledNotices: ReadNotices<'booking.cancelled'> = async (tx, { subject, data }) => {
  // It may have been charged at the same moment and refunded since: the refund has its own notification.
  if ((await findBookingState(tx, subject))?.state !== 'cancelled') return [];
  const { model, productId, buyerId, sellerId } = await getParties(tx, subject);
  if (data.reason !== phoneRemoved) {
    const isHidden = await isNotOffered(tx, productId);
    return [{ kind: 'phone-free-again', personId: sellerId, data: { model, isRunOut: false, isHidden } }];
  }
  const ended = { model, endedBy: data.role === 'admin' ? 'admin' : 'seller' } as const;
  return [
    { kind: 'booking-ended', personId: buyerId, data: ended },
    { kind: 'booked-phone-removed', personId: sellerId, data: ended },
  ];
};

/** Both sides of a booking that was not paid in time; nobody if it was paid later. */
export const readExpiredNotices: ReadNotices<'booking.expired'> = async (tx, { subject }) => {
  if ((await findBookingState(tx, subject))?.state !== 'expired') return [];
  const { model, productId, buyerId, sellerId } = await getParties(tx, subject);
  const isHidden = await isNotOffered(tx, productId);
  return [
    { kind: 'hold-run-out', personId: buyerId, data: { model, productId, isHidden } },
    { kind: 'phone-free-again', personId: sellerId, data: { model, isRunOut: true, isHidden } },
  ];
};

/** Phones of a seller who is suspended or leaves are hidden after their hold. */
const isNotOffered = async (tx: Transaction, productId: string): Promise<boolean> =>
  (await findProduct(tx, productId))?.state === 'hidden';
