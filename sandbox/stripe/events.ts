import type Stripe from 'stripe';
import { makeId, nowSeconds } from './identifiers.ts';
import { insertObject, type Database } from './store.ts';

/** The version of Stripe's API that the stand-in implements: the SDK's own. */
export const apiVersion = '2026-10-28.endive';

/** The caller: events contain it, so that a receiver can distinguish its own calls. */
export interface Origin {
  /** Undefined for later automatic changes. */
  requestId: string | undefined;
  idempotencyKey: string | undefined;
}

type Recorded =
  | Stripe.Account
  | Stripe.Charge
  | Stripe.Dispute
  | Stripe.PaymentIntent
  | Stripe.Payout
  | Stripe.Refund
  | Stripe.Topup
  | Stripe.Transfer;

/**
 * Stores an event and queues its webhook in the transaction of the change, so that events are sent exactly for
 * committed changes.
 *
 * @param account the connected account in which it happened; left out: the platform's own
 */
export async function recordEvent(
  tx: Database,
  origin: Origin,
  type: string,
  subject: Recorded,
  previous?: Record<string, unknown>,
  account?: string,
): Promise<void> {
  const event = {
    id: makeId('evt'),
    object: 'event',
    ...(account !== undefined && { account }),
    api_version: apiVersion,
    created: nowSeconds(),
    data: { object: subject, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: origin.requestId ?? null, idempotency_key: origin.idempotencyKey ?? null },
    type,
    // Stripe.Event is a union of some 300 types, each bound to its payload: the compiler cannot check that here.
  } as Stripe.Event;
  await insertObject(tx, event, undefined, account);
  await tx.query('insert into sandbox_stripe.deliveries (event_id) values ($1)', [event.id]);
}
