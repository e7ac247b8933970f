/** Background jobs. One that has failed in every attempt waits for an admin. */
import * as z from 'zod/mini';

import { admin } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import { Id, notFoundMark } from './id.ts';
import { cursorMatching, pageQuery } from './page.ts';
import { Modified, notAcknowledged } from './replies.ts';

/**
 * What the jobs of each queue do, in words for admins. Without the queues `mails-send` and `payments-process-event`,
 * since failed mail and failed events of the card processor have lists of their own, and without that of the demo.
 */
export const jobNames = {
  'account-mail': 'Write a mail about an account',
  'account-returned': 'Show the phones of a person who came back',
  'notifications-notify': 'Notify people',
  'bookings-ended-mail': 'Notify people',
  'payments-refund-mail': 'Notify people',
  'payments-delay-mail': 'Notify people',
  'payments-cancel': 'Cancel a payment',
  'payments-refund-charge': 'Refund a charge',
  'payouts-follow-order': 'Settle with a seller after an order',
  'payouts-look-at-seller': 'Settle with a seller',
  'payouts-transfer': 'Transfer money to a seller',
  'payouts-reverse': 'Take a transfer to a seller back',
  'reconciliation-run': 'Compare the ledger with the card processor',
  'media-avif': 'Convert a picture',
  'media-withhold': 'Move the files of a withheld picture',
  'privacy-export': 'Make a copy of a person’s data',
  'privacy-remove-files': 'Remove the files of an erased person',
} as const;

const queues = Object.keys(jobNames);
const isQueue = (text: string): boolean => queues.includes(text);

/** A job that has failed in every attempt. The queue deletes it a week later. */
export const FailedJob = z.object({
  /** Unique within its queue. */
  _id: z.string(),
  /** A key of {@link jobNames}. */
  queue: z.string(),
  /** The id of what the job is about, such as an order or a payout; null if its message has none. */
  subjectId: z.nullable(z.string()),
  /** When it was enqueued. */
  time: z.string(),
  failedAt: z.string(),
  attempts: z.number(),
  /** The message of the last error, without addresses and quoted texts. */
  lastError: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;

/** The time of a failure in microseconds since 1970, and the job's id. */
const failureCursor = /^\d{16}[0-9a-f]{32}$/;

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/failedJobs',
  summary: 'Background jobs that have failed in every attempt, for a week, newest failure first',
  access: admin,
  query: z.object({ ...pageQuery, cursor: cursorMatching(failureCursor) }),
  reply: z.array(FailedJob),
  paged: true,
});

export const retryFailedJob = endpoint({
  method: 'POST',
  path: '/failedJobs/:queue/:_id/retry',
  summary: 'Run a failed job once more; 0 if it is not on the list any more',
  access: admin,
  params: z.object({ queue: z.string().check(z.refine(isQueue, { error: notFoundMark })), _id: Id }),
  reply: Modified,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});
