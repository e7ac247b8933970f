/** Live updates: what a person is told of while a page of theirs is open. */
import * as z from 'zod/mini';

import { alsoSuspended, signedIn } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { EventKind } from './events.ts';
import { productStates } from './products-machine.ts';

/** Events of which the people concerned are told: the sides of a booking or order, and the seller of a phone. */
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
 * The kinds of messages: those events, `order` for every event of an order, and
 * `notification`, which says that what the person is told has changed.
 */
const messageKinds = [...liveKinds, 'order', 'notification'] as const;
export type LiveKind = (typeof messageKinds)[number];

export const isLiveKind = (kind: string): kind is LiveKind => messageKinds.some((each) => each === kind);

/**
 * One message of the stream. It says that something happened and not what: the page fetches it again through the calls
 * that show it. Messages that are sent together may come in another order. `missed` stands for any number of events that may not have been heard.
 */
export const LiveMessage = z.object({ kind: z.enum([...messageKinds, 'missed']) });
export type LiveMessage = z.infer<typeof LiveMessage>;

/** Streams that one person may have open in one process; with another one the oldest ends. */
export const maxStreamsPerPerson = 10;

export const watchChanges = endpoint({
  method: 'GET',
  path: '/events',
  summary:
    'Server-sent events about what concerns the caller, one JSON object {"kind": …} each; ends with the session',
  access: alsoSuspended(signedIn),
  reply: z.string(),
  rateLimit: perPerson(120, 60),
});
