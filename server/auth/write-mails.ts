/** The mails about an account, as texts. */
import type { KindOfMail } from '#server/mails/service.ts';

interface LinkMail {
  readonly publicUrl: string;
  readonly to: string;
  readonly token: string;
}

const linkTo = ({ publicUrl, token }: LinkMail, path: string): string =>
  `${publicUrl}${path}?token=${encodeURIComponent(token)}`;

export const confirmAddressMail = (link: LinkMail): KindOfMail => ({
  kind: 'confirm-address',
  to: link.to,
  subject: 'Confirm your e-mail address for Ringback',
  text: paragraphs(
    'Somebody, hopefully you, made an account at Ringback with this address.',
    `Please confirm within 24 hours that it is yours: ${linkTo(link, '/api/auth/verify-email')}`,
    'If it was not you: open the same link and choose a new password. The account is then yours alone, and whoever made it is out. Or do nothing: the address stays unconfirmed.',
  ),
});

export const newPasswordMail = (link: LinkMail): KindOfMail => ({
  kind: 'new-password',
  to: link.to,
  subject: 'A new password for Ringback',
  text: paragraphs(
    'Somebody, hopefully you, asked for a new password.',
    `Set it here within an hour: ${linkTo(link, '/reset-password')}`,
    'If it was not you, do nothing: your password stays as it is.',
  ),
});

export const changeAddressMail = (link: LinkMail): KindOfMail => ({
  kind: 'change-address',
  to: link.to,
  subject: 'Confirm your new e-mail address for Ringback',
  text: paragraphs(
    'Somebody, hopefully you, wants to use this address for their account at Ringback.',
    `Confirm it within 24 hours: ${linkTo(link, '/api/auth/verify-email')}`,
    'If it was not you, do nothing: nothing changes.',
  ),
});

export const addressChangedMail = (link: LinkMail & { newEmail: string }): KindOfMail => ({
  kind: 'address-changed',
  to: link.to,
  subject: 'Your e-mail address at Ringback was changed',
  text: paragraphs(
    `The address of your account was changed to ${link.newEmail}.`,
    'If it was you, there is nothing to do.',
    `If it was not you, take it back within 7 days; it ends every session and asks for a new password: ${linkTo(link, '/undo-address-change')}`,
  ),
});

export const newBrowserMail = (
  link: LinkMail & { browser: string; network: string; time: string },
): KindOfMail => ({
  kind: 'new-browser',
  to: link.to,
  subject: 'A new sign-in to Ringback',
  text: paragraphs(
    'Somebody signed in to your account from a browser that you have not used here before.',
    `Browser: ${link.browser}\nTime: ${link.time}\nNetwork: ${link.network}`,
    'If it was you, there is nothing to do.',
    `This wasn't me: ${linkTo(link, '/secure-account')}`,
    'The link ends every session at once and asks for a new password. It works for 7 days.',
  ),
});

export const guessesMail = ({ publicUrl, to }: Omit<LinkMail, 'token'>): KindOfMail => ({
  kind: 'guesses',
  to,
  subject: 'Somebody tries to sign in to your Ringback account',
  text: paragraphs(
    'There were at least ten tries with a wrong password. We let each next one wait longer; your account stays open to you.',
    'If it was you and you forgot your password, or to be on the safe side, set a new one:',
    `${publicUrl}/forgot-password`,
  ),
});

const paragraphs = (...texts: readonly string[]): string => texts.join('\n\n');
