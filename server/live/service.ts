import { isLiveKind } from '#contract/live.ts';
import type { DomainEvent, EventKind } from '#contract/events.ts';
import { personOfSessionsTopic } from '#server/auth/service.ts';
import { listParties } from '#server/bookings/service.ts';
import { listBookingsOfReturns } from '#server/payments/service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import { listSellers } from '#server/products/service.ts';
import { listAdmins } from '#server/users/service.ts';
import { createStreams, type StreamOptions, type Streams } from './open-streams.ts';

/** Topics that every process receives: `live:<person>:<kind>`. */
const prefix = 'live:';

/**
 * Opens the streams of this process. They deliver what any process publishes for a person. If messages may have been
 * missed, because the connection between the processes broke, every client gets a message to reload. When a session
 * ends, so does its stream.
 */
export function openStreams(changes: Changes, options: StreamOptions = {}): Streams {
  const streams = createStreams(options);
  changes.subscribe({
    changed: (topics) => {
      for (const topic of topics) {
        const personOfEnded = personOfSessionsTopic(topic);
        if (personOfEnded !== undefined) streams.endRefused(personOfEnded);
        if (!topic.startsWith(prefix)) continue;
        const [, personId = '', kind = ''] = topic.split(':');
        if (isLiveKind(kind)) streams.send(personId, { kind });
      }
    },
    disconnected: () => undefined,
    connected: () => streams.sendAll({ kind: 'missed' }),
  });
  return streams;
}

/**
 * Publishes relayed events to the people concerned, in every process. People without an open page need no message:
 * pages load their data when they connect.
 */
export async function publishToConcerned(db: Database, events: readonly DomainEvent[]): Promise<void> {
  const returned = await listBookingsOfReturns(db, subjectsOf(events.filter(isOfReturn)));
  // An order has the id of its booking, and the same two sides.
  const ofBookings = events
    .filter(({ kind }) => isLiveKind(liveKindOf(kind)) && !kind.startsWith('product.'))
    .map(({ kind, subject }) => ({ kind, subject: returned.get(subject) ?? subject }));
  const ofProducts = events.filter(({ kind }) => isLiveKind(kind) && kind.startsWith('product.'));
  const parties = await listParties(db, subjectsOf(ofBookings));
  const sellers = await listSellers(db, subjectsOf(ofProducts));
  const topics = [
    ...ofBookings.flatMap(({ subject, kind }) => {
      const sides = parties.get(subject);
      return sides === undefined
        ? []
        : [sides.buyerId, sides.sellerId].map((id) => topicOf(id, liveKindOf(kind)));
    }),
    ...ofProducts.flatMap(({ subject, kind }) => {
      const sellerId = sellers.get(subject);
      return sellerId === undefined ? [] : [topicOf(sellerId, kind)];
    }),
  ];
  if (events.some(isOfDispute)) topics.push(...(await listAdmins(db)).map((id) => topicOf(id, 'order')));
  if (topics.length > 0) db.$changes.publish(...new Set(topics));
}

/** Admins have a list of disputes, so these events concern them as well. */
const disputeKinds: ReadonlySet<string> = new Set<EventKind>([
  'order.offered',
  'order.offer-declined',
  'order.refused',
  'order.evidence-added',
  'order.escalated',
  'order.returned',
]);

const isOfDispute = ({ kind, data }: DomainEvent): boolean =>
  disputeKinds.has(kind) ||
  (kind.startsWith('order.') &&
    ('to' in data ? [data.from, data.to] : []).some(
      (state) => state === 'disputed' || state === 'returning',
    ));

/** Tells people's open pages that their notifications have changed, once `tx` has committed. */
export const publishNotified = (tx: Transaction, personIds: readonly string[]): void =>
  tx.$changes.publish(...personIds.map((personId) => topicOf(personId, 'notification')));

const topicOf = (personId: string, kind: string): string => `${prefix}${personId}:${kind}`;

const subjectsOf = (events: readonly { subject: string }[]): string[] => [
  ...new Set(events.map(({ subject }) => subject)),
];

/** Events that change the state of the refund that an order shows. */
const returnKinds: ReadonlySet<string> = new Set<EventKind>([
  'refund.pending',
  'refund.requires_action',
  'refund.succeeded',
  'refund.failed',
  'refund.canceled',
  'charge-issue.open',
  'charge-issue.refunding',
  'charge-issue.refunded',
  'charge-issue.settled',
]);

const isOfReturn = ({ kind }: { kind: string }): boolean => returnKinds.has(kind);

/** The stream's name of an event. */
const liveKindOf = (kind: string): string =>
  kind.startsWith('order.') || returnKinds.has(kind) ? 'order' : kind;
