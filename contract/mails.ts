/** Mail that the product sends. If it cannot be sent for a day, an admin has to act. */
import * as z from 'zod/mini';

import { admin } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { pageQuery } from './page.ts';
import { Deleted, Modified, notAcknowledged } from './replies.ts';

/** Mail with a link: its text is deleted once it has failed, and written again if it is sent again. */
export const mailsWithLink = ['confirm-address', 'new-password'] as const;

/**
 * Warnings with a link that undoes a change: once such a mail has failed, its text is stored without the link's token.
 */
export const mailsThatWarn = ['address-changed', 'new-browser', 'sign-in-changed'] as const;

/** Mail with a secret that only the person can request again: its text is deleted once it has failed. */
export const mailsOfOneUse = ['change-address', 'step-up-code'] as const;

/** How long a mail is retried before an admin has to look at it. */
export const mailRetryHours = 24;

/** A mail that could not be sent for a day. Its text is shown only to the recipient. */
export const FailedMail = z.object({
  _id: z.string(),
  /** A kind of `notification-kinds.ts`. */
  kind: z.string(),
  to: z.string(),
  /** When it was written. */
  time: z.string(),
  failedAt: z.string(),
  /** The last error of the mail server or the network. */
  lastError: z.string(),
});
export type FailedMail = z.infer<typeof FailedMail>;

export const mailErrors = {
  'mails.not-found': [404, 'This mail is no longer on the list: it was sent again or taken off already.'],
  'mails.link-void': [
    409,
    'The link or code in this mail does not work any more, so it cannot be sent again. Take it off the list: the person can ask for a new one.',
  ],
} as const satisfies ErrorTable;

export const listFailedMails = endpoint({
  method: 'GET',
  path: '/failedMails',
  summary: 'Mail that could not be sent within a day, newest first',
  access: admin,
  query: z.object(pageQuery),
  reply: z.array(FailedMail),
  paged: true,
});

export const sendFailedMail = endpoint({
  method: 'POST',
  path: '/failedMails/:_id/send',
  summary: 'Send a failed mail again, with a new link where it had one',
  access: admin,
  params: ById,
  reply: Modified,
  errors: mailErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});

export const removeFailedMail = endpoint({
  method: 'DELETE',
  path: '/failedMails/:_id',
  summary: 'Take a failed mail off the list without sending it',
  access: admin,
  params: ById,
  reply: Deleted,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});
