/** Notifications about suspensions, the end of an account, and the verification of sellers. */
import type { NotificationTable } from './notification-kind.ts';
import { untilWords } from './access.ts';

const suspension = { label: 'See what you can do', path: '/dashboard/suspension' } as const;

export const userNotifications = {
  'account-suspended': {
    label: 'Your account was suspended',
    category: 'safety',
    words: ({ reason, until }: { reason: string; until: string | null }) => ({
      title: 'Your Ringback account is suspended',
      text: `We have suspended your account ${untilWords(until)}.\n\nThe reason: ${reason}\n\nOrders that are paid go on: please finish them in your dashboard. Your unpaid bookings have ended. If you sell, your phones are hidden (one that somebody has booked can still be paid), and payouts wait until the suspension is over.\n\nIf you think that we are wrong, you can appeal once in your dashboard. An admin reads it.`,
      link: suspension,
    }),
  },
  'suspension-over': {
    label: 'Your suspension is over',
    category: 'safety',
    /** @param data `isLeaving` if they have asked us to delete the account, which a log-in takes back */
    words: ({ words, isLeaving }: { words: string | null; isLeaving: boolean }) => ({
      title: isLeaving ? 'Your suspension at Ringback is over' : 'Your Ringback account is open again',
      text: `${isLeaving ? 'Your account is being deleted, as you asked. To keep it, log in.' : 'Your suspension is over: you can buy and sell again. If you sell, the phones that were hidden are for sale again, and payouts go on.'}${words === null ? '' : `\n\nOur note: ${words}`}`,
      link: { label: 'Go to your dashboard', path: '/dashboard' },
    }),
  },
  'appeal-answered': {
    label: 'Your appeal was answered',
    category: 'safety',
    words: ({ words, until }: { words: string; until: string | null }) => ({
      title: 'We have read your appeal',
      text: `Your account stays suspended ${untilWords(until)}.\n\nOur answer: ${words}`,
      link: suspension,
    }),
  },
  'account-removed': {
    label: 'Your account was deleted',
    category: 'safety',
    isMailOnly: true,
    words: () => ({
      title: 'Your Ringback account was deleted',
      text: 'An admin has deleted your account. Phones that you had for sale are no longer listed, and your unpaid bookings have ended. Paid orders whose phone was neither handed over nor sent are cancelled and refunded. What you have earned is paid out.',
      link: { label: 'How to reach us', path: '/about/contact' },
    }),
  },
  'seller-verified': {
    label: 'You were verified as a seller',
    category: 'deals',
    words: ({ sellerId }: { sellerId: string }) => ({
      title: 'You are a verified seller now',
      text: 'An admin has verified you. Buyers see the mark on your phones and on your public page.',
      link: { label: 'See your public page', path: `/person/${sellerId}` },
    }),
  },
  'seller-unverified': {
    label: 'Your verification was taken back',
    category: 'safety',
    words: () => ({
      title: 'You are no longer a verified seller',
      text: 'An admin has taken your verification back. Your phones and your public page do not have the mark any more.\n\nIf you think that this is a mistake, please write to us.',
      link: { label: 'How to reach us', path: '/about/contact' },
    }),
  },
  'appeal-made': {
    label: 'Somebody appeals against a suspension',
    category: 'deals',
    isForAdmins: true,
    words: ({ name, userId }: { name: string; userId: string }) => ({
      title: `${name} appeals against their suspension`,
      text: 'Please read what they say, and lift the suspension or answer why it stays.',
      link: { label: 'Read the appeal', path: `/dashboard/person/${userId}` },
    }),
  },
} as const satisfies NotificationTable;
