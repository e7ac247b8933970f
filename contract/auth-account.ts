/** What people do with their own account: links in mails, password, e-mail address, and sessions. */
import * as z from 'zod/mini';

import { alsoSuspended, anyone, withFreshSession, ownOnly, signedIn } from './access.ts';
import { linkFaults } from './auth-links.ts';
import { authErrors, Credentials, Email, NewPassword } from './auth.ts';
import { endpoint, perAddress, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { Deleted, notAcknowledged } from './replies.ts';

const LinkToken = z.string(linkFaults.unknown).check(z.regex(/^[\w-]{1,200}$/, linkFaults.unknown));

export const PasswordResetRequest = z.object({ email: Email, redirectTo: z.optional(z.string()) });
export const PasswordReset = z.object({ newPassword: NewPassword, token: LinkToken });

/** It does not contain the current password: the access is `fresh`, so the person has just authenticated. */
export const PasswordChange = z.object({ newPassword: NewPassword });

/** A new address of an account; it replaces the old one once the link in its mail is opened. */
export const AddressChange = z.object({ email: Email });
export type AddressChange = z.infer<typeof AddressChange>;

/**
 * The result of opening a link in a mail: `password-needed` and `other-account` require the account's password; `taken`
 * means that somebody else has the address by now.
 */
const proofResults = [
  'confirmed',
  'changed',
  'password-needed',
  'other-account',
  'taken',
  'unknown',
  'used',
  'late',
] as const;
export type ProofResult = (typeof proofResults)[number];

/** Where somebody is signed in: precise enough to recognise, not precise enough to track. */
export const SignedInPlace = z.object({
  _id: z.string(),
  browser: z.string(),
  network: z.string(),
  lastUsedAt: z.string(),
  signedInAt: z.string(),
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
});
export type SignedInPlace = z.infer<typeof SignedInPlace>;

export const accountErrors = {
  'auth.link-unknown': [400, linkFaults.unknown],
  'auth.link-used': [400, linkFaults.used],
  'auth.link-late': [400, linkFaults.late],
  'auth.wrong-password': [400, 'This is not the password of the account. Please try again.'],
  'auth.address-taken': [409, 'Another account already uses this e-mail address.'],
  'auth.address-own': [409, 'This is the address of your account already.'],
  'auth.too-many-guesses': authErrors['auth.too-many-guesses'],
  'auth.too-many-mails': [429, 'We have already sent mail to this address. Look there, or try again later.'],
  'auth.invalid-callback-url': [403, 'The address to go on to is not one of this site'],
} as const satisfies ErrorTable;

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/request-password-reset',
  summary: 'Send a link for a new password; the answer does not tell whether the address is known',
  access: anyone,
  body: PasswordResetRequest,
  reply: z.object({ status: z.boolean() }),
  errors: accountErrors,
  rateLimit: perAddress(20, 600),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Set a new password with the token of the link; ends every session',
  access: anyone,
  body: PasswordReset,
  reply: z.object({ status: z.boolean() }),
  errors: accountErrors,
  rateLimit: perAddress(20, 600),
});

export const checkLink = endpoint({
  method: 'POST',
  path: '/auth/check-link',
  summary: 'Whether the link of a mail can still be used, and for whom; changes nothing',
  access: anyone,
  body: z.object({ token: LinkToken, purpose: z.enum(['new-password', 'undo-change']) }),
  reply: z.object({ email: z.string(), personId: z.string() }),
  errors: accountErrors,
  rateLimit: perAddress(120, 600),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Set another password while signed in, or the first one; every other session ends',
  access: withFreshSession(signedIn),
  body: PasswordChange,
  reply: z.object({ status: z.boolean() }),
  errors: accountErrors,
  rateLimit: perPerson(20, 600),
});

export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/auth/send-verification-email',
  summary: 'Send the link that confirms an e-mail address once more',
  access: anyone,
  body: z.object({ email: Email, callbackURL: z.optional(z.string()) }),
  reply: z.object({ status: z.boolean() }),
  errors: accountErrors,
  rateLimit: perAddress(20, 600),
});

/**
 * The link in the mail: it leads to a page that shows the result. It confirms only within the account's own session.
 */
export const verifyEmail = endpoint({
  method: 'GET',
  path: '/auth/verify-email',
  summary: 'The link of the e-mail that confirms an address; leads to the page that says what came of it',
  access: anyone,
  query: z.object({ token: z.optional(z.string()), callbackURL: z.optional(z.string()) }),
  reply: z.string(),
  redirects: true,
  errors: accountErrors,
  rateLimit: perAddress(120, 600),
});

export const confirmAddress = endpoint({
  method: 'POST',
  path: '/auth/confirm-address',
  summary: 'Confirm an address outside of the account’s session, by its password',
  access: anyone,
  body: z.object({ token: LinkToken, password: Credentials.shape.password }),
  reply: z.object({ result: z.enum(proofResults) }),
  errors: accountErrors,
  rateLimit: perAddress(60, 600),
});

export const changeAddress = endpoint({
  method: 'POST',
  path: '/auth/change-address',
  summary: 'Ask for another e-mail address: it gets a mail, and takes part once that was answered',
  access: withFreshSession(signedIn),
  body: AddressChange,
  reply: z.object({ status: z.boolean() }),
  errors: accountErrors,
  rateLimit: perPerson(20, 600),
});

export const undoAddressChange = endpoint({
  method: 'POST',
  path: '/auth/undo-address-change',
  summary: 'Give an account its former address back, with a new password; ends every session',
  access: anyone,
  body: PasswordReset,
  reply: z.object({ status: z.boolean() }),
  errors: accountErrors,
  rateLimit: perAddress(20, 600),
});

export const secureAccount = endpoint({
  method: 'POST',
  path: '/auth/secure-account',
  summary: '“This wasn’t me”: end every session and the password; the same token then sets a new one',
  access: anyone,
  body: z.object({ token: LinkToken }),
  reply: z.object({ status: z.boolean() }),
  errors: accountErrors,
  rateLimit: perAddress(20, 600),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  summary: 'Where one is signed in',
  access: alsoSuspended(signedIn),
  reply: z.array(SignedInPlace),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/sessions/:_id',
  summary: 'End one of one’s own sessions: its tokens are refused with the next call',
  access: alsoSuspended(ownOnly('params._id')),
  params: ById,
  reply: Deleted,
  errors: accountErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/sessions',
  summary: 'End all of one’s own sessions but this one',
  access: alsoSuspended(signedIn),
  reply: Deleted,
  errors: accountErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});
