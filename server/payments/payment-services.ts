/** What settling, matching and refunding payments work with. */
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { OnProductSold } from '#server/products/service.ts';
import type Stripe from 'stripe';

export interface PaymentServices {
  readonly db: Database;
  readonly stripe: Stripe;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly log: Log;
  /** What ends with a phone's sale, in the settling transaction. */
  readonly onProductSold: readonly OnProductSold[];
}
