import type { Clock } from '#server/platform/clock.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { storeDays } from './day-totals.ts';

/** How often to check whether a day has ended. */
const daysSeconds = 600;

export function ledgerJobs({ db, jobs, clock }: { db: Database; jobs: Jobs; clock: Clock }): void {
  jobs.every(daysSeconds, 'sum up the days of the ledger', () => storeDays(db, clock.now()));
}
