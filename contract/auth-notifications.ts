/** Notifications to people about their account. */
import type { NotificationTable } from './notification-kind.ts';

/** A path that contains a secret: only for `inMail`. */
const withToken = (path: string, token: string): string => `${path}?token=${encodeURIComponent(token)}`;

/** The page on which the owner of an account sees and ends its sessions. */
const signedInPlaces = { label: 'See where you are signed in', path: '/dashboard/profile' } as const;

/** The possible changes of the ways to sign in to an account. */
const factorChanges = {
  'totp-on': ['An authenticator app was set up', 'Signing in now asks for a code of an authenticator app.'],
  'totp-off': ['Your authenticator app was turned off', 'Signing in no longer asks for a code.'],
  'recovery-codes-new': ['You have new recovery codes', 'Your old recovery codes no longer work.'],
  'removed-by-staff': [
    'Your second factor was removed',
    'An admin removed your authenticator app and your passkeys, because we were told that you have lost them. Every session has ended.',
  ],
  'password-changed': [
    'Your password was changed',
    'Use the new one from now on. You were signed out everywhere else.',
  ],
  'password-reset': [
    'Your password was changed',
    'It was set with a link that we mailed to you. Use the new one from now on. You were signed out everywhere.',
  ],
  'passkey-added': ['A passkey was added', 'It signs in to your account without a password.'],
  'passkey-removed': ['A passkey was removed', 'It no longer signs in to your account.'],
  'recovery-code-used': [
    'A recovery code was used',
    'One of the recovery codes of your account was used. It no longer works.',
  ],
} as const;
export type FactorChange = keyof typeof factorChanges;

export const authNotifications = {
  'confirm-address': {
    label: 'Confirm an e-mail address',
    category: 'account',
    isMailOnly: true,
    words: ({ token }: { token: string }) => ({
      title: 'Confirm your e-mail address for Ringback',
      text: 'Somebody created an account at Ringback with this address.\n\nPlease confirm within 24 hours that it is yours.',
      inMail: {
        link: { label: 'Confirm your address', path: withToken('/api/auth/verify-email', token) },
        after:
          'If it was not you: open the same link and choose a new password. Then only you can use the account. Or do nothing: the address stays unconfirmed.',
      },
    }),
  },
  'new-password': {
    label: 'New password',
    category: 'account',
    isMailOnly: true,
    words: ({ token }: { token: string }) => ({
      title: 'A new password for Ringback',
      text: 'Somebody asked for a new password for your account. The link works for an hour.',
      inMail: {
        link: { label: 'Set a new password', path: withToken('/reset-password', token) },
        after: 'If it was not you, do nothing: your password stays as it is.',
      },
    }),
  },
  'change-address': {
    label: 'Confirm another e-mail address',
    category: 'account',
    isMailOnly: true,
    words: ({ token }: { token: string }) => ({
      title: 'Confirm your new e-mail address for Ringback',
      text: 'This address was entered for an account at Ringback. The link works for 24 hours.',
      inMail: {
        link: { label: 'Confirm this address', path: withToken('/api/auth/verify-email', token) },
        after: 'If it was not you, do nothing: nothing changes.',
      },
    }),
  },
  'step-up-code': {
    label: 'Code to confirm that it is you',
    category: 'account',
    isMailOnly: true,
    words: ({ code }: { code: string }) => ({
      title: 'Your code for Ringback',
      text: 'Somebody who is signed in to your account wants to change something in it. This code confirms that it is you.',
      inMail: {
        after: `Your code: ${code}\n\nIt works for 10 minutes. Enter it only where you are signed in, and give it to nobody: our staff never ask for it. If it was not you, set a new password, which ends every session.`,
      },
    }),
  },
  'address-changed': {
    label: 'E-mail address changed',
    category: 'safety',
    words: ({ newEmail, token }: { newEmail: string; token: string }) => ({
      title: 'Your e-mail address at Ringback was changed',
      text: `The address of your account was changed to ${newEmail}.\n\nIf it was you, there is nothing to do.`,
      link: signedInPlaces,
      inMail: {
        link: { label: 'This wasn’t me: take it back', path: withToken('/undo-address-change', token) },
        after: 'The link ends every session and asks for a new password. It works for 7 days.',
      },
    }),
  },
  'new-browser': {
    label: 'Sign-in from a new browser',
    category: 'safety',
    words: (place: { browser: string; network: string; time: string; token: string }) => ({
      title: 'A new sign-in to Ringback',
      text: `Somebody signed in to your account from a browser that you have not used here before.\n\nBrowser: ${place.browser}\nTime: ${place.time}\nNetwork: ${place.network}\n\nIf it was you, there is nothing to do.`,
      link: signedInPlaces,
      inMail: {
        link: { label: 'This wasn’t me', path: withToken('/secure-account', place.token) },
        after: 'The link ends every session at once and asks for a new password. It works for 7 days.',
      },
    }),
  },
  'sign-in-changed': {
    label: 'Ways to sign in changed',
    category: 'safety',
    words: ({ what, token }: { what: FactorChange; token: string }) => ({
      title: factorChanges[what][0],
      text: `${factorChanges[what][1]}\n\nIf ${what === 'removed-by-staff' ? 'you asked for it' : 'it was you'}, there is nothing to do.`,
      link: signedInPlaces,
      inMail: {
        link: {
          label: what === 'removed-by-staff' ? 'I didn’t ask for this' : 'This wasn’t me',
          path: withToken('/secure-account', token),
        },
        after:
          'The link ends every session at once, removes every way to sign in that was added since, and asks for a new password. It works for 7 days.',
      },
    }),
  },
  'account-taken-over': {
    label: 'Earlier account with your address',
    category: 'safety',
    words: () => ({
      title: 'An earlier account with your address is yours now',
      text: 'There was an account at Ringback with your address, which nobody had confirmed. Its password, its sessions and what was set up to sign in were removed, and so were the photo, the city, the languages and “About you” of its profile.\n\nIf it was you who created it, fill in your profile again. If it was not, look at its name, phones and orders: phones and orders are still as they were.',
      link: { label: 'Look at your profile', path: '/dashboard/profile' },
    }),
  },
  'signed-out-by-staff': {
    label: 'Signed out by our staff',
    category: 'safety',
    words: () => ({
      title: 'You were signed out of Ringback everywhere',
      text: 'An admin has ended every session of your account. You can log in again at any time.\n\nIf you think that somebody else has used your account, set a new password first.',
      link: { label: 'Set a new password', path: '/forgot-password' },
    }),
  },
  'second-factor-guesses': {
    label: 'Attempts with wrong codes',
    category: 'safety',
    words: () => ({
      title: 'Somebody enters wrong codes for your Ringback account',
      text: 'Somebody signed in with your password or your Google account, and then tried at least 10 wrong codes. Without a correct one they cannot get in, and each further attempt has to wait longer.\n\nIf it was not you, set a new password now. If you log in with Google, change the password of your Google account, too.',
      link: { label: 'Set a new password', path: '/forgot-password' },
    }),
  },
  guesses: {
    label: 'Attempts with wrong passwords',
    category: 'safety',
    words: () => ({
      title: 'Somebody is trying to sign in to your Ringback account',
      text: 'There were at least 10 attempts with a wrong password. Each further attempt has to wait longer; you can still log in.\n\nIf it was you and you forgot your password, or to be on the safe side, set a new one.',
      link: { label: 'Set a new password', path: '/forgot-password' },
    }),
  },
} as const satisfies NotificationTable;
