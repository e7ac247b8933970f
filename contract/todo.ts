/** What waits for a person to do: the top of the dashboard. */
import * as z from 'zod/mini';

import { alsoSuspended, signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { orderSteps } from './orders-machine.ts';

/** Several things of one kind; the link leads to the first of them. */
const several = {
  count: z.number(),
  /** Of the first of them. */
  model: z.string(),
  /** When the first of them is too late; null where nothing happens by itself. */
  until: z.nullable(z.string()),
};

export const Todo = z.object({
  /** Phones that the caller holds and has not paid. */
  toPay: z.nullable(z.object({ ...several, bookingId: z.string() })),
  /** Open orders in which it is the caller's turn, by what is to be done. */
  turns: z.array(
    z.object({ ...several, step: z.enum(orderSteps), as: z.enum(['buyer', 'seller']), orderId: z.string() }),
  ),
  /** Open orders in which it is somebody else's turn. */
  waiting: z.number(),
  /** For admins: what waits for a decision of theirs. */
  decisions: z.nullable(z.object({ reports: z.number(), disputes: z.number(), charges: z.number() })),
});
export type Todo = z.infer<typeof Todo>;

export const getTodo = endpoint({
  method: 'GET',
  path: '/todo',
  summary: 'What waits for the caller: phones to pay, turns in open orders, and for admins decisions',
  access: alsoSuspended(signedIn),
  reply: Todo,
});
