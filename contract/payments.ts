/** Card payments: the processor charges, we settle what it reports exactly once. */
import * as z from 'zod/mini';

import { anyone, ownOnly } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { Id } from './id.ts';
import { Inserted, notAcknowledged } from './replies.ts';
import type { Machine, StateEvents } from './states.ts';

export const paymentStates = ['pending', 'succeeded', 'failed', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** `failed → pending`: the processor dropped the intent, and the buyer begins anew with another one. */
export const paymentMachine = {
  name: 'payment',
  first: 'pending',
  transitions: {
    pending: { succeeded: { by: ['system'] }, failed: { by: ['system'] } },
    succeeded: { refunded: { by: ['system'] } },
    failed: { succeeded: { by: ['system'] }, pending: { by: ['system'] } },
    refunded: {},
  },
} as const satisfies Machine<'payment', PaymentState>;

export type PaymentEvents = StateEvents<typeof paymentMachine>;

export const NewPaymentIntent = z.object({ sell: z.optional(z.unknown()), paymentId: Id });

export const NewPayment = z.object({
  transactionId: z
    .string('The transaction id is missing.')
    .check(
      z.minLength(1, 'The transaction id is missing.'),
      z.maxLength(255, 'This is not a transaction id.'),
    ),
  paymentId: Id,
});
export type NewPayment = z.infer<typeof NewPayment>;

export const paymentErrors = {
  'payments.not-payable': [409, 'This booking can no longer be paid. You have not been charged.'],
  'payments.already-paid': [409, 'This booking is paid already. You have not been charged again.'],
  'payments.amount-too-small': [409, 'Card payments start at $0.50. You have not been charged.'],
  'payments.not-succeeded': [402, 'The card has not been charged yet. Please finish the payment first.'],
  'payments.does-not-fit': [409, 'This transaction does not belong to this booking.'],
  'payments.refunded': [409, 'The phone was gone before your payment came. You get all your money back.'],
  'payments.processor-unreachable': [
    502,
    'We cannot reach the card processor. If your card was charged, the booking turns to Paid by itself.',
  ],
  'payments.signature': [400, 'The signature of this event does not fit.'],
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
  summary: 'Events of the card processor, signed by it; any order, any number of times',
  access: anyone,
  consumes: 'raw',
  reply: z.object({ received: z.literal(true) }),
  errors: paymentErrors,
  rateLimit: { unlimited: 'Refused at once without the processor’s signature; its retries must get through' },
});
