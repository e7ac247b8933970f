import type { Clock } from '#server/platform/clock.ts';

/** A clock that goes with the real one until it is moved. */
export interface TestClock extends Clock {
  advance(minutes: number): void;
}

export function createTestClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (minutes) => {
      aheadMs += minutes * 60_000;
    },
  };
}
