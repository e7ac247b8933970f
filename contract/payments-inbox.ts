/** The inbox of the card processor's events: how often each is tried, and the failed ones that wait for an admin. */
import * as z from 'zod/mini';

import { admin } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { pageQuery } from './page.ts';
import { Modified, notAcknowledged } from './replies.ts';

/** Every type of event that changes what we store, in words for admins. All others are acknowledged and ignored. */
export const processorEventTypes = {
  'payment_intent.succeeded': 'A card was charged',
  'refund.created': 'A refund was made',
  'refund.updated': 'A refund has changed',
  'refund.failed': 'A refund has failed',
  'charge.refunded': 'A charge was refunded',
  'charge.dispute.created': 'A charge was disputed',
  'charge.dispute.updated': 'A dispute has changed',
  'charge.dispute.closed': 'A dispute was decided',
  'charge.dispute.funds_withdrawn': 'A bank has taken money back',
  'charge.dispute.funds_reinstated': 'A bank has returned money',
  'payout.paid': 'Money was paid out to the bank',
  'payout.failed': 'A payout to the bank has failed',
  'payout.canceled': 'A payout to the bank was canceled',
} as const;
export type ProcessorEventType = keyof typeof processorEventTypes;

/** The same for events of transfers and of sellers' accounts. */
export const connectEventTypes = {
  'transfer.created': 'A transfer to a seller was made',
  'transfer.reversed': 'A transfer to a seller was taken back',
  'account.updated': 'A seller’s account has changed',
  'account.application.deauthorized': 'A seller has closed their account to us',
  'payout.paid': 'A seller’s bank has taken a payout',
  'payout.failed': 'A seller’s bank has refused a payout',
  'payout.canceled': 'A payout to a seller was cancelled',
} as const;

/** Where an event came from: the platform's own endpoint, or the one for connected accounts. */
export type EventSource = 'platform' | 'connect';

const ProcessorId = z.string().check(z.regex(/^\w{1,255}$/));

/** Some objects have an id that the account's owner has chosen, such as products. */
const ObjectId = z.string().check(z.regex(/^[!-~]{1,255}$/));

/** The end of the year 9999, in seconds since 1970. */
const lastSecond = 253_402_300_799;

/** The fields of a processor's event that are read. */
export const ProcessorEvent = z.object({
  id: ProcessorId,
  type: z.string().check(z.regex(/^[\w.]{1,255}$/)),
  /** The id of the connected account in which it happened. */
  account: z.optional(z.string().check(z.regex(/^acct_\w{1,250}$/))),
  /** In seconds since 1970. */
  created: z.int().check(z.nonnegative(), z.lte(lastSecond)),
  data: z.object({
    object: z.object({
      object: z.optional(z.string()),
      id: z.nullish(ObjectId),
      payment_intent: z.nullish(z.union([ProcessorId, z.object({ id: ProcessorId })])),
    }),
  }),
});
export type ProcessorEvent = z.infer<typeof ProcessorEvent>;

/** How often an event is tried before an admin has to act: about four hours, with growing pauses. */
export const maxEventAttempts = 12;

/** An event of the processor that could not be processed. */
export const FailedProcessorEvent = z.object({
  _id: z.string(),
  /** The processor's id of the event. */
  eventId: z.string(),
  type: z.string(),
  /** The processor's id of the object of the event. */
  objectId: z.nullable(z.string()),
  /** When it happened. */
  time: z.string(),
  failedAt: z.string(),
  attempts: z.number(),
  lastError: z.string(),
});
export type FailedProcessorEvent = z.infer<typeof FailedProcessorEvent>;

export const inboxErrors = {
  'payments.event-not-found': [404, 'There is no such event on this list.'],
} as const satisfies ErrorTable;

export const listFailedProcessorEvents = endpoint({
  method: 'GET',
  path: '/failedProcessorEvents',
  summary: 'Events of the card processor that could not be processed, newest first',
  access: admin,
  query: z.object(pageQuery),
  reply: z.array(FailedProcessorEvent),
  paged: true,
});

export const retryProcessorEvent = endpoint({
  method: 'POST',
  path: '/failedProcessorEvents/:_id/retry',
  summary: 'Process a failed event again; 0 where somebody was quicker',
  access: admin,
  params: ById,
  reply: Modified,
  errors: inboxErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});
