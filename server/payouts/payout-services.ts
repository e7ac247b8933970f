/** The services that payouts need. */
import type Stripe from 'stripe';

import type { PayoutMethod } from '#contract/deal-terms.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { EventQueue } from '#server/platform/events/handle-events.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { BankSeal } from './seal-bank.ts';

export interface PayoutServices {
  readonly db: Database;
  readonly stripe: Stripe;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly log: Log;
  readonly method: PayoutMethod;
  readonly seal: BankSeal;
  /** The site's URL, for the return from the processor's page. */
  readonly publicUrl: string;
}

/** Sent when a payout is set aside: its transfer must be made. */
export const transferQueue = queue<{ payoutId: string }>('payouts-transfer');

/** Sent when a transfer must be reversed. */
export const reversalQueue = queue<{ reversalId: string }>('payouts-reverse');

/** Sent when an order has ended: its seller has money, or less than before. */
export const orderEndQueue: EventQueue<'order.completed' | 'order.refunded'> = queue('payouts-follow-order');

/** Sent when something has changed about a seller: everything that can be paid out now is paid out. */
export const sellerQueue = queue<{ sellerId: string }>('payouts-look-at-seller');
