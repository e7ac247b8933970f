import { minuteMs } from '#contract/durations.ts';
import type { Clock } from '#server/platform/clock.ts';

/** A clock that runs with the real one and can be moved. */
export interface TestClock extends Clock {
  advance(minutes: number): void;
  /**
   * Stops it, so that nothing depends on the speed of the machine; `advance` still moves it. @returns lets it run again
   */
  hold(): () => void;
}

export function createTestClock(): TestClock {
  let aheadMs = 0;
  let heldAtMs: number | undefined;
  return {
    now: () => new Date((heldAtMs ?? Date.now()) + aheadMs),
    advance: (minutes) => {
      aheadMs += minutes * minuteMs;
    },
    hold: () => {
      heldAtMs = Date.now();
      return () => {
        heldAtMs = undefined;
      };
    },
  };
}
