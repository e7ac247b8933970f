import { expireHolds } from './service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

/** How late after its end a hold may still keep a phone from the lists. */
const sweepSeconds = 5;

export function bookingJobs(jobs: Jobs, { db, clock }: { db: Database; clock: Clock }): void {
  jobs.every(sweepSeconds, 'expire holds', async () => {
    await expireHolds(db, clock);
  });
}
