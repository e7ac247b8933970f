import { deadlinesOf } from '#server/background-jobs.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import type { Market } from './market.ts';

/** Does what is due by now, instead of waiting for the next round of the job. */
export async function runDeadlines({ services }: Pick<Market, 'services'>): Promise<void> {
  for (const deadline of deadlinesOf(services)) await runDue(services, deadline);
}
