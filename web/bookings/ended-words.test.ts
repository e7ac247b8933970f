import { expect, test } from 'vitest';

import { latePaymentStates } from '#contract/bookings.ts';

import { endedWords } from './ended-words.ts';

const ended = { endedBy: 'buyer', isPhoneRemoved: false, latePayment: null } as const;

test.each([
  [ended, 'You deleted this order.'],
  [{ ...ended, endedBy: 'seller', isPhoneRemoved: true }, 'The seller removed this phone'],
  [{ ...ended, endedBy: 'admin', isPhoneRemoved: true }, 'This phone was removed by Ringback'],
  // Its buyer was suspended.
  [{ ...ended, endedBy: 'admin' }, 'Ringback ended your booking.'],
] as const)(
  'a booking that ended without a payment says who ended it, and that nothing was charged: %o',
  (booking, who) => {
    expect(endedWords(booking)).toContain(who);
    expect(endedWords(booking)).toContain('You have not been charged.');
  },
);

test.each(latePaymentStates)(
  'nobody whose late payment is %s reads that they were not charged',
  (latePayment) => {
    const words = endedWords({ ...ended, latePayment });
    expect(words).toContain('Your payment came after your booking had ended.');
    expect(words).not.toContain('not been charged');
  },
);
