/** Live updates: what open pages of a person are notified of. */
import * as z from 'zod/mini';

import { alsoSuspended, signedIn } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { EventKind } from './events.ts';
import { productStates } from './products-machine.ts';

/** The events that are sent to the people concerned: the sides of a booking or order, and the seller of a phone. */
const liveKinds = [
  'booking.held',
  'booking.paid',
  'booking.cancelled',
  'booking.expired',
  'booking.refunded',
  'product.edited',
  ...productStates.map((state) => `product.${state}` as const),
] as const satisfies readonly EventKind[];

/**
 * The kinds of messages: those events; `order` for every event of an order and of the buyer's refund; `notification`
 * for a change of the person's notifications.
 */
const messageKinds = [...liveKinds, 'order', 'notification'] as const;
export type LiveKind = (typeof messageKinds)[number];

/** Whether the stream has messages of this kind. */
export const isLiveKind = (kind: string): kind is LiveKind => messageKinds.some((each) => each === kind);

/**
 * One message of the stream. It says that something happened, not what: the page repeats the calls that show it.
 * Messages that are sent together may arrive in another order. `missed` means any number of events that may have
 * been lost.
 */
export const LiveMessage = z.object({ kind: z.enum([...messageKinds, 'missed']) });
export type LiveMessage = z.infer<typeof LiveMessage>;

/** Streams that one person may have open in one process; one more closes the oldest. */
export const maxStreamsPerPerson = 10;

export const watchChanges = endpoint({
  method: 'GET',
  path: '/events',
  summary:
    'Server-sent events about what concerns the caller, one JSON object {"kind": …} each; ends with the session',
  access: alsoSuspended(signedIn),
  reply: z.string(),
  produces: 'text/event-stream',
  rateLimit: perPerson(120, 60),
});
