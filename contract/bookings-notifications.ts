/** Notifications to buyer and seller about an unpaid booking. */
import type { BookingEnder } from './bookings.ts';
import type { NotificationTable } from './notification-kind.ts';

const phonesOfSeller = { label: 'My Products', path: '/dashboard/user/products' } as const;

export interface EndedBooking {
  readonly model: string;
  /** Who removed the phone. */
  readonly endedBy: Exclude<BookingEnder, 'buyer'>;
}

export const bookingNotifications = {
  'booking-ended': {
    label: 'A phone that you booked was removed',
    category: 'deals',
    channels: ['page', 'mail'],
    words: ({ model, endedBy }: EndedBooking) => ({
      title: `Your booking of the ${model} has ended`,
      text: `${endedBy === 'admin' ? 'We' : 'The seller'} removed the ${model} before it was paid, so your booking has ended. You have not been charged.\n\nIf your card was charged at that very moment, all of the money goes back to it by itself, and we write to you again.`,
      link: { label: 'Find another one', path: `/search?q=${encodeURIComponent(model)}` },
    }),
  },
  'booked-phone-removed': {
    label: 'A booking ended because your phone was removed',
    category: 'deals',
    channels: ['page', 'mail'],
    words: ({ model, endedBy }: EndedBooking) => ({
      title: `The booking of your ${model} has ended`,
      text: `${endedBy === 'admin' ? 'We' : 'You'} removed your ${model} while a buyer held it unpaid. Their booking has ended, they were not charged, and we have written to them. There is nothing for you to do.`,
      link: phonesOfSeller,
    }),
  },
  'hold-run-out': {
    label: 'Your time to pay for a phone is over',
    category: 'deals',
    channels: ['page', 'mail'],
    isChatty: true,
    words: ({ model, productId }: { model: string; productId: string }) => ({
      title: `Your time to pay for the ${model} is over`,
      text: `Your booking has ended and the ${model} is for sale again. You have not been charged.`,
      link: { label: 'See the phone', path: `/product/${productId}` },
    }),
  },
  'phone-free-again': {
    label: 'Somebody booked your phone and did not buy it',
    category: 'deals',
    channels: ['page', 'mail'],
    isChatty: true,
    words: ({ model, isRunOut }: { model: string; isRunOut: boolean }) => ({
      title: `Your ${model} is for sale again`,
      text: `Somebody had booked it and ${isRunOut ? 'did not pay in time' : 'cancelled before paying'}. There is nothing for you to do.`,
      link: phonesOfSeller,
    }),
  },
} as const satisfies NotificationTable;
