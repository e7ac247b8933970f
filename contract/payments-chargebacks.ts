/** Chargebacks: what a buyer's bank takes back, or asks about first. A flag in addition to the state of an order. */
import * as z from 'zod/mini';

import { admin, withFreshSession } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { pageQuery } from './page.ts';
import { Modified, notAcknowledged } from './replies.ts';
import type { Machine, StateEvents } from './states.ts';
import { Text } from './text.ts';

/**
 * `inquiry`: the bank asks, and has taken nothing. `open`: it holds the money until it has decided. `closed`: an
 * inquiry that ended without a chargeback. An inquiry is not a chargeback.
 */
export type ChargebackState = 'inquiry' | 'open' | 'won' | 'lost' | 'closed';

const bySystem = { by: ['system'] } as const;

/** The bank decides; we only follow. A row is created in the state in which we first learn of the chargeback. */
export const chargebackMachine = {
  name: 'chargeback',
  first: 'open',
  transitions: {
    inquiry: { open: bySystem, won: bySystem, lost: bySystem, closed: bySystem },
    open: { won: bySystem, lost: bySystem, closed: bySystem },
    won: {},
    lost: {},
    closed: {},
  },
} as const satisfies Machine<'chargeback', ChargebackState>;

export type ChargebackEvents = StateEvents<typeof chargebackMachine>;

/** Why the owner of a card disputes a charge, by the processor's code, in words for admins. */
export const chargebackReasons: ReadonlyMap<string, string> = new Map([
  ['bank_cannot_process', 'The bank cannot process it'],
  ['credit_not_processed', 'A refund was promised and did not come'],
  ['duplicate', 'Charged twice'],
  ['fraudulent', 'The card’s owner says that this payment is not theirs'],
  ['general', 'No reason given'],
  ['product_not_received', 'The phone never arrived'],
  ['product_unacceptable', 'The phone is not as described'],
  ['unrecognized', 'The card’s owner does not know the charge'],
]);

/** The longest answer to the bank, in characters. */
export const maxEvidenceLength = 5000;

/** A chargeback or inquiry that is not decided. */
export const Chargeback = z.object({
  _id: z.string(),
  /** The processor's id of the dispute. */
  disputeId: z.string(),
  transactionId: z.string(),
  state: z.enum(['inquiry', 'open']),
  amount: z.number(),
  currency: z.string(),
  /** The processor's code; see `chargebackReasons`. */
  reason: z.string(),
  openedAt: z.string(),
  /** Until when the bank accepts an answer; null if it accepts none. */
  dueAt: z.nullable(z.string()),
  isAnswered: z.boolean(),
  /** Who paid, if the charge belongs to a booking. */
  buyer: z.nullable(z.object({ name: z.string(), email: z.string() })),
  /** The booking that the charge is for; it may have ended before the charge. */
  bookingId: z.nullable(z.string()),
  /** That booking's order; null if there is none. */
  orderId: z.nullable(z.string()),
});
export type Chargeback = z.infer<typeof Chargeback>;

export const ChargebackAnswer = z.object({
  evidence: Text('The answer', 'Tell the bank what happened', maxEvidenceLength),
});
export type ChargebackAnswer = z.infer<typeof ChargebackAnswer>;

export const chargebackErrors = {
  'payments.chargeback-not-found': [404, 'There is no such chargeback.'],
  'payments.chargeback-answered': [409, 'The bank no longer accepts answers to this chargeback.'],
  'payments.processor-away': [
    502,
    'The card processor does not answer. Your decision may or may not have arrived: look at this chargeback again in a minute, and try again if nothing has changed.',
  ],
} as const satisfies ErrorTable;

export const listChargebacks = endpoint({
  method: 'GET',
  path: '/chargebacks',
  summary: 'Chargebacks and inquiries of banks that are not decided, newest first',
  access: admin,
  query: z.object(pageQuery),
  reply: z.array(Chargeback),
  paged: true,
});

export const answerChargeback = endpoint({
  method: 'POST',
  path: '/chargebacks/:_id/answer',
  summary: 'Tell the bank what happened; once',
  access: withFreshSession(admin),
  params: ById,
  body: ChargebackAnswer,
  reply: Modified,
  errors: chargebackErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});

export const acceptChargeback = endpoint({
  method: 'POST',
  path: '/chargebacks/:_id/accept',
  summary: 'Accept a chargeback: the money is lost; 0 where it is decided already',
  access: withFreshSession(admin),
  params: ById,
  reply: Modified,
  errors: chargebackErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});
