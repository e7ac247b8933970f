/** The tasks of a person, shown at the top of the dashboard. */
import * as z from 'zod/mini';

import { alsoSuspended, signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { orderSteps } from './orders-machine.ts';

/** Several tasks of one kind; the link leads to the first one. */
const several = {
  count: z.number(),
  /** Of the first of them. */
  model: z.string(),
  /** The deadline of the first one; null if nothing happens automatically. */
  until: z.nullable(z.string()),
};

export const Todo = z.object({
  /** Phones that the caller has booked and not paid. */
  toPay: z.nullable(z.object({ ...several, bookingId: z.string() })),
  /** Open orders in which it is the caller's turn, by what they have to do. */
  turns: z.array(
    z.object({ ...several, step: z.enum(orderSteps), as: z.enum(['buyer', 'seller']), orderId: z.string() }),
  ),
  /** Open orders in which it is somebody else's turn. */
  waiting: z.number(),
  /** For admins: what waits for their decision. */
  decisions: z.nullable(
    z.object({
      reports: z.number(),
      disputes: z.number(),
      /** How many of the disputes have waited longer than they should. */
      lateDisputes: z.number(),
      charges: z.number(),
      /** Chargebacks and inquiries that the bank waits for an answer to, and until when it accepts the first one. */
      chargebacks: z.nullable(z.object({ count: z.number(), until: z.string() })),
      /** Where sellers are paid by hand: how many have money to pay, and how many payouts nobody has decided yet. */
      payouts: z.object({ sellers: z.number(), lines: z.number() }),
      /** Differences between the ledger and the card processor that have lasted too long. */
      differences: z.number(),
      /**
       * What else could not be finished automatically: jobs, mails, events of the card processor, and transfers to
       * sellers that it did not take back.
       */
      stuck: z.number(),
      /** Appeals against suspensions without an answer, and who made the oldest one. */
      appeals: z.nullable(z.object({ count: z.number(), personId: z.string() })),
    }),
  ),
});
export type Todo = z.infer<typeof Todo>;

export const getTodo = endpoint({
  method: 'GET',
  path: '/todo',
  summary: 'What waits for the caller: phones to pay, turns in open orders, and for admins decisions',
  access: alsoSuspended(signedIn),
  reply: Todo,
});
