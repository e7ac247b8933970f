import type { Booking, BookingEnder } from '#contract/bookings.ts';

/** Why a booking has ended without a payment, and that nothing was charged. */
export const endedWords = ({ endedBy }: Pick<Booking, 'endedBy'>): string => words[endedBy ?? 'buyer'];

const words = {
  buyer: 'You deleted this order. You have not been charged.',
  seller: 'The seller removed this phone, so your booking has ended. You have not been charged.',
  admin: 'This phone was removed by Ringback, so your booking has ended. You have not been charged.',
} as const satisfies Record<BookingEnder, string>;
