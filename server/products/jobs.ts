import type { Database } from '#server/platform/postgres/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { countPriceBounds } from './price-bounds.ts';

/** Counting reads an index of all phones for sale from end to end. */
const boundsSeconds = 300;

export function productJobs({ db, jobs }: { db: Database; jobs: Pick<Jobs, 'every'> }): void {
  jobs.every(boundsSeconds, 'count which prices are low', () => countPriceBounds(db));
}
