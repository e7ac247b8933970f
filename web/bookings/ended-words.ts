import type { Booking, LatePaymentState } from '#contract/bookings.ts';

/** Why a booking has ended without an order, and what became of the money if some was charged. */
export function endedWords({
  endedBy,
  isPhoneRemoved,
  latePayment,
}: Pick<Booking, 'endedBy' | 'isPhoneRemoved' | 'latePayment'>): string {
  if (latePayment !== null) return lateWords(latePayment);
  if (endedBy === 'seller')
    return 'The seller removed this phone, so your booking has ended. You have not been charged.';
  if (endedBy !== 'admin') return 'You deleted this order. You have not been charged.';
  return isPhoneRemoved
    ? 'This phone was removed by Ringback, so your booking has ended. You have not been charged.'
    : 'Ringback ended your booking. You have not been charged.';
}

/** Where the money is of a payment that came after the booking had ended, for its buyer. */
export const lateWords = (state: LatePaymentState): string =>
  `Your payment came after your booking had ended. ${moneyWords[state]}`;

const moneyWords = {
  'at-bank': 'Your bank holds the money until it has decided; then all of it is yours again.',
  returning: 'All your money goes back to your card.',
  delayed:
    'It could not be paid back to your card: one of us is looking for another way and will write to you.',
  elsewhere: 'All your money has gone back to you.',
} as const satisfies Record<LatePaymentState, string>;
