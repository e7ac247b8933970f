/** Card payments: the processor charges, and we settle each charge that it reports exactly once. */
import * as z from 'zod/mini';

import { admin, anyone, withFreshSession, ownOnly } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById, Id } from './id.ts';
import { formatCents, leastChargeCents } from './money.ts';
import { pageQuery } from './page.ts';
import { Inserted, Modified, notAcknowledged } from './replies.ts';
import type { Machine, StateEvents } from './states.ts';
import { isSafeInLine } from './text.ts';

export const paymentStates = ['pending', 'succeeded', 'failed', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * `failed → pending`: the processor cancelled the payment intent, and the buyer starts again with another one.
 * `refunded → succeeded`: the buyer's bank returned the refund, and the money is owed again.
 */
export const paymentMachine = {
  name: 'payment',
  first: 'pending',
  transitions: {
    pending: { succeeded: { by: ['system'] }, failed: { by: ['system'] } },
    succeeded: { refunded: { by: ['system', 'admin'] } },
    failed: { succeeded: { by: ['system'] }, pending: { by: ['system'] } },
    refunded: { succeeded: { by: ['system'] } },
  },
} as const satisfies Machine<'payment', PaymentState>;

export type PaymentEvents = StateEvents<typeof paymentMachine>;

/**
 * One attempt to give money back. `requested`: no reply yet; `unanswered`: the processor failed to reply; the others
 * are the processor's own statuses.
 */
export const refundStates = [
  'requested',
  'unanswered',
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'canceled',
] as const;
export type RefundState = (typeof refundStates)[number];

/** The processor has taken the refund and not finished it. */
export const refundsUnderWay = ['pending', 'requires_action'] as const satisfies readonly RefundState[];

const bySystem = { by: ['system'] } as const;

/** A refund that has succeeded may still fail, up to weeks later, if the bank returns it. */
export const refundMachine = {
  name: 'refund',
  first: 'requested',
  transitions: {
    requested: {
      unanswered: bySystem,
      pending: bySystem,
      requires_action: bySystem,
      succeeded: bySystem,
      failed: bySystem,
      canceled: bySystem,
    },
    unanswered: {
      pending: bySystem,
      requires_action: bySystem,
      succeeded: bySystem,
      failed: bySystem,
      canceled: bySystem,
    },
    pending: { requires_action: bySystem, succeeded: bySystem, failed: bySystem, canceled: bySystem },
    requires_action: { pending: bySystem, succeeded: bySystem, failed: bySystem, canceled: bySystem },
    succeeded: { failed: bySystem, canceled: bySystem },
    failed: {},
    canceled: {},
  },
} as const satisfies Machine<'refund', RefundState>;

export type RefundEvents = StateEvents<typeof refundMachine>;

/** How often a refund may fail before an admin decides what to do next. */
export const maxFailedRefunds = 3;

/**
 * The state of money that goes back to a buyer: `decided` until the processor accepts the refund, `delayed` once
 * refunds failed too often, until an admin has decided.
 */
export const returnStates = ['decided', 'under-way', 'delayed', 'done'] as const;
export type ReturnState = (typeof returnStates)[number];

/** Why a charge needs an admin, in words for admins. */
export const chargeProblems = {
  'no-booking': 'It belongs to no booking.',
  'wrong-amount': 'Its amount or currency differs from the booking.',
  'paid-already': 'The booking was paid by another charge.',
  returned: 'It was refunded before it was found.',
  'refund-failed': 'Its refund failed too often.',
} as const;
export type ChargeProblem = keyof typeof chargeProblems;

/** Why a refund failed, by the processor's code, in words for admins. */
export const refundFailures: ReadonlyMap<string, string> = new Map([
  ['charge_already_refunded', 'The charge was refunded already.'],
  ['charge_disputed', 'The buyer’s bank has disputed the charge.'],
  ['charge_for_pending_refund_disputed', 'The buyer’s bank has disputed the charge meanwhile.'],
  ['declined', 'The buyer’s bank declined it.'],
  ['expired_or_canceled_card', 'The card has expired or was canceled.'],
  ['insufficient_funds', 'The balance at the card processor is too low.'],
  ['lost_or_stolen_card', 'The card was lost or stolen.'],
  ['merchant_request', 'It was canceled at the card processor.'],
  ['processor_error', 'The card processor did not answer.'],
  ['unknown', 'The card processor gives no reason.'],
]);

export const chargeIssueStates = ['open', 'refunding', 'refunded', 'settled'] as const;
export type ChargeIssueState = (typeof chargeIssueStates)[number];

/** `refunding → open`: a refund failed too often; `refunded → refunding`: one failed after it had succeeded. */
export const chargeIssueMachine = {
  name: 'charge-issue',
  first: 'open',
  transitions: {
    open: { refunding: { by: ['admin'] }, refunded: bySystem, settled: { by: ['admin', 'system'] } },
    refunding: { open: bySystem, refunded: bySystem },
    refunded: { refunding: bySystem },
    /** The refund of another part of the charge fails as well. */
    settled: { open: bySystem },
  },
} as const satisfies Machine<'charge-issue', ChargeIssueState>;

export type ChargeIssueEvents = StateEvents<typeof chargeIssueMachine>;

/** A charge that an admin has to look at. */
export const ChargeIssue = z.object({
  _id: z.string(),
  problem: z.enum(['no-booking', 'wrong-amount', 'paid-already', 'returned', 'refund-failed']),
  state: z.enum(chargeIssueStates),
  /** The processor's id of the charge's intent. */
  transactionId: z.string(),
  /** What of the charge has not gone back; of an open one, without what is on its way. */
  amount: z.number(),
  /** ISO 4217, in lower case. */
  currency: z.string(),
  chargedAt: z.string(),
  /** The processor's code for why the last refund failed; see `refundFailures`. */
  failure: z.nullable(z.string()),
  /** Who paid, if a booking is known. */
  buyer: z.nullable(z.object({ name: z.string(), email: z.string() })),
  /** The order that the charge belongs to; null if it names no booking, or one that is not paid. */
  orderId: z.nullable(z.string()),
  /** Whether the buyer's bank holds the money back: until it has decided, nothing is refunded. */
  hasOpenChargeback: z.boolean(),
});
export type ChargeIssue = z.infer<typeof ChargeIssue>;

/** A charge for an order that another charge has paid, as shown to the order's buyer. */
export const ExtraCharge = z.pick(ChargeIssue, {
  _id: true,
  problem: true,
  state: true,
  amount: true,
  currency: true,
  chargedAt: true,
});
export type ExtraCharge = z.infer<typeof ExtraCharge>;

const NewPaymentIntent = z.object({ sell: z.optional(z.unknown()), paymentId: Id });

export const NewPayment = z.object({
  transactionId: z
    .string('The transaction id is missing')
    .check(z.minLength(1, 'The transaction id is missing'), z.maxLength(255, 'This is not a transaction id')),
  paymentId: Id,
});
export type NewPayment = z.infer<typeof NewPayment>;

export const paymentErrors = {
  'payments.not-payable': [409, 'This booking can no longer be paid. You have not been charged.'],
  'payments.already-paid': [409, 'This booking is already paid. You have not been charged again.'],
  'payments.amount-too-small': [
    409,
    `Card payments start at ${formatCents(leastChargeCents)}. You have not been charged.`,
  ],
  'payments.not-succeeded': [402, 'The card has not been charged yet. Please finish the payment first.'],
  'payments.does-not-fit': [409, 'This transaction does not belong to this booking.'],
  'payments.refunded': [
    409,
    'Your payment arrived after your booking had ended. You get all your money back.',
  ],
  'payments.processor-unreachable': [
    502,
    'We cannot reach the card processor. If your card was charged, the booking turns to Paid by itself.',
  ],
  'payments.under-way': [409, 'This payment is just being prepared. Please try again in a moment.'],
  'payments.issue-not-found': [404, 'There is no such charge on this list.'],
  'payments.signature': [400, 'The signature of this event is not valid.'],
  'payments.not-an-event': [400, 'This is not an event of the card processor.'],
} as const satisfies ErrorTable;

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/create-payment-intent',
  summary:
    'Begin paying a booking; the amount is the booking’s, whatever the body says; one intent per booking',
  access: ownOnly('body.paymentId'),
  body: NewPaymentIntent,
  reply: z.object({ clientSecret: z.string() }),
  errors: paymentErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});

export const recordPayment = endpoint({
  method: 'POST',
  path: '/payments',
  summary:
    'Settle a payment that the processor reports as succeeded; repeating it gives the same `insertedId`',
  access: ownOnly('body.paymentId'),
  body: NewPayment,
  reply: Inserted,
  errors: paymentErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});

export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/webhooks/stripe',
  summary:
    'Events of the card processor, signed by it; stored, acknowledged and processed later; any order, any number of times',
  access: anyone,
  consumes: 'raw',
  reply: z.object({ received: z.literal(true) }),
  errors: paymentErrors,
  rateLimit: { unlimited: 'Refused at once without the processor’s signature; its retries must get through' },
});

export const receiveConnectEvent = endpoint({
  method: 'POST',
  path: '/webhooks/stripe/connect',
  summary: 'Events of sellers’ accounts at the card processor, signed with a secret of their own',
  access: anyone,
  consumes: 'raw',
  reply: z.object({ received: z.literal(true) }),
  errors: paymentErrors,
  rateLimit: { unlimited: 'Refused at once without the processor’s signature; its retries must get through' },
});

/** The longest reference of a payment that was made outside Ringback. */
export const longestReference = 200;

/** Identifies the payment for the buyer, such as the reference of a bank transfer. */
export const SettlementReference = z
  .string('The reference is a text')
  .check(
    z.trim(),
    z.maxLength(longestReference, `At most ${longestReference} characters`),
    z.refine(isSafeInLine, 'The reference has a character that cannot be shown'),
  );

export const IssueSettlement = z.object({ reference: z.optional(SettlementReference) });
export type IssueSettlement = z.infer<typeof IssueSettlement>;

export const listChargeIssues = endpoint({
  method: 'GET',
  path: '/chargeIssues',
  summary: 'Charges that fit nothing and refunds that failed too often, newest first',
  access: admin,
  query: z.object(pageQuery),
  reply: z.array(ChargeIssue),
  paged: true,
});

export const refundChargeIssue = endpoint({
  method: 'POST',
  path: '/chargeIssues/:_id/refund',
  summary: 'Give a charge of the list back; 0 when that is under way or the charge is off the list',
  access: withFreshSession(admin),
  params: ById,
  reply: Modified,
  errors: paymentErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});

export const settleChargeIssue = endpoint({
  method: 'POST',
  path: '/chargeIssues/:_id/settle',
  summary: 'Take a charge off the list that was settled elsewhere, such as by a bank transfer',
  access: withFreshSession(admin),
  params: ById,
  body: IssueSettlement,
  reply: Modified,
  errors: paymentErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});
