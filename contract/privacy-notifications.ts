/** Notifications about copies of a person's data and the deletion of their account. */
import { formatMoment } from './dates.ts';
import type { NotificationTable } from './notification-kind.ts';

export const privacyNotifications = {
  'export-ready': {
    label: 'Copy of your data',
    category: 'account',
    words: () => ({
      title: 'Your data is ready',
      text: 'You asked for a copy of everything that we store about you. You can download it for a day, signed in to your account.\n\nIf you did not ask for it, somebody else is signed in to your account: end the other sessions on your profile and set a new password.',
      link: { label: 'Download your data', path: '/dashboard/profile#your-data' },
    }),
  },
  'leaving-begun': {
    label: 'Deletion of your account',
    category: 'account',
    isMailOnly: true,
    words: ({ until }: { until: string }) => ({
      title: 'Your account at Ringback is being deleted',
      text: `You asked us to delete your account, and you are logged out everywhere. After ${formatMoment(until)} we erase everything about you.\n\nUntil then you can still keep your account: just log in. If it was not you, log in and set a new password.`,
      link: { label: 'Log in and keep the account', path: '/login' },
    }),
  },
  'leaving-taken-back': {
    label: 'Deletion taken back',
    category: 'safety',
    words: ({ isSuspended }: { isSuspended: boolean }) => ({
      title: 'Your account stays',
      text: `You have logged in, so your account is not deleted. ${isSuspended ? 'It is still suspended, so your phones stay hidden.' : 'Phones that you had for sale are for sale again.'}\n\nIf it was not you, set a new password.`,
      link: { label: 'Open your profile', path: '/dashboard/profile' },
    }),
  },
  'account-erased': {
    label: 'Account erased',
    category: 'account',
    isMailOnly: true,
    /** @param data `hasAnother` if the address belongs to another account by now: an admin's deletion frees it */
    words: ({ hasAnother }: { hasAnother: boolean }) =>
      hasAnother
        ? {
            title: 'Your former account at Ringback is erased',
            text: 'Everything about that account is erased. Its orders and payments stay as numbers, without your name. The account that was opened since with this address stays as it is.',
          }
        : {
            title: 'Your account at Ringback is erased',
            text: 'Everything about you is erased. Orders and payments stay as numbers, without your name. This is our last mail to you.',
          },
  },
} as const satisfies NotificationTable;
