/**
 * Every domain event by kind, as `api.ts` has every endpoint. A domain declares its events in its own file;
 * `server/subscriptions.ts` lists the queues that get them.
 */
import type { BookingEvents } from './bookings.ts';
import type { OrderEvents } from './orders-machine.ts';
import type { ChargebackEvents } from './payments-chargebacks.ts';
import type { ChargeIssueEvents, PaymentEvents, RefundEvents } from './payments.ts';
import type { PayoutEvents } from './payouts-machine.ts';
import type { ProductEvents } from './products-machine.ts';
import type { ReportEvents } from './reports.ts';

/** The data of an event, by its kind. */
export type Events = ProductEvents &
  BookingEvents &
  PaymentEvents &
  RefundEvents &
  ChargeIssueEvents &
  OrderEvents &
  ChargebackEvents &
  PayoutEvents &
  ReportEvents;

export type EventKind = keyof Events;

/** An event as its handlers get it. For a union of kinds it is the union of their events. */
export type DomainEvent<Kind extends EventKind = EventKind> = Kind extends EventKind
  ? {
      readonly id: string;
      readonly kind: Kind;
      /** The id of what the event is about: the booking of a `booking.paid`. */
      readonly subject: string;
      /** The id of the person who did it; null if the product did it by itself. */
      readonly actor: string | null;
      readonly data: Events[Kind];
      /** When, in ISO 8601. */
      readonly at: string;
    }
  : never;
