/** The services that orders need. */
import type { DealTerms } from '#contract/deal-terms.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { HandOverCodes } from './seal-code.ts';

export interface OrderServices {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly terms: DealTerms;
  readonly codes: HandOverCodes;
  /** The site's URL, for the QR code. */
  readonly publicUrl: string;
}
