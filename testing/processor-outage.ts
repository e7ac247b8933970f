/** Failures of the card processor, as a part of a history: in one group of steps, and what jobs do about them. */
import fc from 'fast-check';

import { Failure } from '#server/platform/failure.ts';
import { failCreating, takeProcessorDown } from './card-processor.ts';
import type { Market } from './market.ts';

/** In one group of steps, every call fails, or every creation of such an object with an answer that is repeated. */
export interface Outage {
  readonly inGroup: number;
  readonly failing: 'every call' | 'refund' | 'transfer' | 'transfer_reversal';
}

/** An outage in one of the first 8 groups, or none. */
export const outage: fc.Arbitrary<Outage | undefined> = fc.option(
  fc.record({
    inGroup: fc.nat({ max: 7 }),
    failing: fc.oneof(
      { weight: 3, arbitrary: fc.constant('every call' as const) },
      { weight: 2, arbitrary: fc.constantFrom('refund' as const, 'transfer', 'transfer_reversal') },
    ),
  }),
  { freq: 4, nil: undefined },
);

/**
 * Runs steps during an outage: what needs the processor is refused or retried later, everything else succeeds.
 *
 * @returns the status of each; 0 for what was refused because of the outage
 */
export async function whileFailing(
  market: Market,
  { failing }: Outage,
  steps: readonly (() => Promise<number>)[],
): Promise<number[]> {
  const mend = await (failing === 'every call' ? takeProcessorDown(market) : failCreating(market, failing));
  const statuses = await Promise.allSettled(steps.map((take) => take()));
  await mend();
  return statuses.map((result) => (result.status === 'fulfilled' && result.value !== 502 ? result.value : 0));
}

/** A job meets at most one repeated failure for each idempotency key in use, which are fewer than this. */
const mostRuns = 5;

/** Runs a job as its queue does: again, if the processor could not be reached or has repeated an old failure. */
export async function runAsQueued(job: () => Promise<unknown>): Promise<void> {
  for (let run = 1; ; run += 1)
    try {
      await job();
      return;
    } catch (error) {
      const isAway = error instanceof Failure && error.code === 'payments.processor-unreachable';
      if (!isAway || run === mostRuns) throw error;
    }
}
