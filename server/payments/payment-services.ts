/** The services that settling, matching and refunding payments need. */
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { OnProductSold } from '#server/products/service.ts';
import type Stripe from 'stripe';

/** A booking that was just paid. */
interface Sale {
  readonly bookingId: string;
  readonly productId: string;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly amountCents: number;
  /** False for a booking from before listings were stored with it. */
  readonly hasListing: boolean;
}

/** Implemented by a later domain, in the transaction that settles a sale: the order begins. */
export type OnSaleSettled = (tx: Transaction, sale: Sale) => Promise<void>;

/** The refunded money of a sale. */
export interface SaleReturn {
  /** The total of all returns. */
  readonly returnedCents: number;
  /** Whether a bank has taken some of it now, and not only earlier. */
  readonly isChargeback: boolean;
}

/**
 * Implemented by a later domain: money of a sale was returned by others than us. Phone, booking and payment are locked.
 */
export type OnSaleReturned = (tx: Transaction, bookingId: string, back: SaleReturn) => Promise<void>;

/** A bank holds a sale's money, or has decided. */
interface HoldBack {
  readonly isHeldBack: boolean;
  /** What the bank has taken for good with its decision, in cents. */
  readonly takenCents: number;
  /** Whether nothing is left of the payment. */
  readonly isAllGone: boolean;
}

/**
 * Implemented by a later domain: a bank begins to hold a sale's money, or has decided. Phone, booking and payment are
 * locked.
 */
export type OnHeldBack = (tx: Transaction, bookingId: string, change: HoldBack) => Promise<void>;

/** An event of a transfer to a seller, or of a seller's account; `account` is null for the platform's own. */
interface SellerEvent {
  readonly type: string;
  readonly account: string | null;
  readonly objectId: string | null;
}

/** Implemented by a later domain: handles such an event, which is only a reason to ask the processor. */
export type OnSellerEvent = (event: SellerEvent) => Promise<void>;

export interface PaymentServices {
  readonly db: Database;
  readonly stripe: Stripe;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly log: Log;
  /** Called in the settling transaction when a phone is sold. */
  readonly onProductSold: OnProductSold;
  readonly onSaleSettled: OnSaleSettled;
  readonly onSaleReturned: OnSaleReturned;
  readonly onHeldBack: OnHeldBack;
  readonly onSellerEvent: OnSellerEvent;
}
