/** Mail that the product sends: what is tried for a day and then waits for an admin. */
import * as z from 'zod/mini';

import { admin } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { pageQuery } from './page.ts';
import { Deleted, Modified, notAcknowledged } from './replies.ts';

/** Mail whose link is too old once it has failed: its text is not kept, and sending it again makes a new link. */
export const mailsWithLink = ['confirm-address', 'new-password'] as const;

/** How long a mail is tried before an admin has to look. */
export const mailPatienceHours = 24;

/** A mail that nobody took for a day. Its text is nobody's business but the recipient's. */
export const FailedMail = z.object({
  _id: z.string(),
  /** A kind of `notification-kinds.ts`. */
  kind: z.string(),
  to: z.string(),
  /** When it was written. */
  time: z.string(),
  failedAt: z.string(),
  /** What the mail server or the network said last. */
  lastError: z.string(),
});
export type FailedMail = z.infer<typeof FailedMail>;

export const mailErrors = {
  'mails.not-found': [404, 'There is no such mail on this list.'],
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
