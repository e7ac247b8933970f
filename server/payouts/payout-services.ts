/** What payouts work with. */
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
  /** Of the site: the processor's page leads back to it. */
  readonly publicUrl: string;
}

/** A payout is set aside: its transfer is to be made. */
export const transferQueue = queue<{ payoutId: string }>('payouts-transfer');

/** A transfer is to be taken back. */
export const reversalQueue = queue<{ reversalId: string }>('payouts-reverse');

/** An order has ended: its seller has money, or less than before. */
export const orderEndQueue: EventQueue<'order.completed' | 'order.refunded'> = queue('payouts-follow-order');

/** Something has changed about a seller: whatever can go out now goes out. */
export const sellerQueue = queue<{ sellerId: string }>('payouts-look-at-seller');
