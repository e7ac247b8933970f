/** What people are told about what is stored about them. */
import type { NotificationTable } from './notification-kind.ts';

export const privacyNotifications = {
  'export-ready': {
    label: 'Copy of your data',
    category: 'account',
    channels: ['page', 'mail'],
    words: () => ({
      title: 'Your data is ready',
      text: 'You asked for a copy of everything that we store about you. You can download it for a day, signed in to your account.\n\nIf you did not ask for it, somebody else is signed in to your account: end the other sessions on your profile and set a new password.',
      link: { label: 'Download your data', path: '/dashboard/profile#your-data' },
    }),
  },
} as const satisfies NotificationTable;
