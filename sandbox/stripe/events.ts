import type Stripe from 'stripe';
import { makeId, nowSeconds } from './identifiers.ts';
import { insertObject, type Database } from './store.ts';

/** The version of Stripe's API whose shapes the stand-in speaks: the SDK's own. */
export const apiVersion = '2026-10-28.endive';

/** Who asked: events repeat it, so that a receiver can tell its own calls from others'. */
export interface Origin {
  /** Undefined for what happens by itself, later. */
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
 * Stores an event and queues its webhook in the transaction of the deed itself: what happened is told,
 * what was rolled back is not.
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
    // Stripe.Event is a union of some 300 types, each tied to its payload: the compiler cannot follow here.
  } as Stripe.Event;
  await insertObject(tx, event, undefined, account);
  await tx.query('insert into sandbox_stripe.deliveries (event_id) values ($1)', [event.id]);
}
