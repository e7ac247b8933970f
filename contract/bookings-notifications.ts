/** Notifications to buyer and seller about an unpaid booking. */
import type { BookingEnder } from './bookings.ts';
import type { NotificationTable } from './notification-kind.ts';

const phonesOfSeller = { label: 'My Products', path: '/dashboard/user/products' } as const;

export interface EndedBooking {
  readonly model: string;
  /** Who removed the phone. */
  readonly endedBy: Exclude<BookingEnder, 'buyer'>;
}

export interface RunOutHold {
  readonly model: string;
  readonly productId: string;
  /** Whether the phone is hidden because its seller is suspended or leaves. */
  readonly isHidden: boolean;
}

export interface FreedPhone extends Omit<RunOutHold, 'productId'> {
  /** Whether it was not paid in time, as opposed to cancelled. */
  readonly isRunOut: boolean;
}

const findAnother = (model: string) => ({
  label: 'Find another one',
  path: `/search?q=${encodeURIComponent(model)}`,
});

export const bookingNotifications = {
  'booking-ended': {
    label: 'A phone that you booked was removed',
    category: 'deals',
    words: ({ model, endedBy }: EndedBooking) => ({
      title: `Your booking of the ${model} has ended`,
      text: `${endedBy === 'admin' ? 'We' : 'The seller'} removed the ${model} before it was paid, so your booking has ended. You have not been charged.\n\nIf your card was charged at that very moment, all of the money goes back to it by itself, and we write to you again.`,
      link: findAnother(model),
    }),
  },
  'booked-phone-removed': {
    label: 'A booking ended because your phone was removed',
    category: 'deals',
    words: ({ model, endedBy }: EndedBooking) => ({
      title: `The booking of your ${model} has ended`,
      text: `${endedBy === 'admin' ? 'We' : 'You'} removed your ${model} while a buyer held it unpaid. Their booking has ended, they were not charged, and we have written to them. There is nothing for you to do.`,
      link: phonesOfSeller,
    }),
  },
  'hold-run-out': {
    label: 'Your time to pay for a phone is over',
    category: 'deals',
    isChatty: true,
    words: ({ model, productId, isHidden }: RunOutHold) => ({
      title: `Your time to pay for the ${model} is over`,
      text: `Your booking has ended${isHidden ? '' : ` and the ${model} is for sale again`}. You have not been charged.`,
      link: isHidden ? findAnother(model) : { label: 'See the phone', path: `/product/${productId}` },
    }),
  },
  'phone-free-again': {
    label: 'Somebody booked your phone and did not buy it',
    category: 'deals',
    isChatty: true,
    words: ({ model, isRunOut, isHidden }: FreedPhone) => ({
      title: isHidden ? `The booking of your ${model} has ended` : `Your ${model} is for sale again`,
      text: `Somebody had booked it and ${isRunOut ? 'did not pay in time' : 'cancelled before paying'}. ${isHidden ? 'Buyers do not see it at present.' : 'There is nothing for you to do.'}`,
      link: phonesOfSeller,
    }),
  },
} as const satisfies NotificationTable;
