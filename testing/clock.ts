import type { Clock } from '#server/platform/clock.ts';

/** A clock that goes with the real one until it is moved. */
export interface TestClock extends Clock {
  advance(minutes: number): void;
  /** Stops it, so that nothing depends on how quick the machine is; `advance` still moves it. @returns lets it go on */
  hold(): () => void;
}

export function createTestClock(): TestClock {
  let aheadMs = 0;
  let heldAtMs: number | undefined;
  return {
    now: () => new Date((heldAtMs ?? Date.now()) + aheadMs),
    advance: (minutes) => {
      aheadMs += minutes * 60_000;
    },
    hold: () => {
      heldAtMs = Date.now();
      return () => {
        heldAtMs = undefined;
      };
    },
  };
}
