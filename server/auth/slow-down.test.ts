import { afterAll, beforeAll, expect, test } from 'vitest';

import { hourMs } from '#contract/durations.ts';
import { tries } from '#db/tables/auth.ts';
import { scaled, takeTry } from './slow-down.ts';
import { openTestDatabase } from '#testing/database.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const limit = { free: 4, firstWaitMs: 1_000, longestWaitMs: 10_000, forgottenAfterMs: 60_000 };
const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms);
const waitsOf = async (name: string, moments: readonly number[], factor = 1): Promise<number[]> => {
  const waits: number[] = [];
  for (const ms of moments)
    waits.push((await takeTry(opened.db, name, scaled(limit, factor), at(ms))).waitMs);
  return waits;
};

test('the first tries are free, the next ones wait twice as long each time, up to the longest wait', async () => {
  expect(await waitsOf('a', [0, 0, 0, 0, 0])).toEqual([0, 0, 0, 0, 1_000]);
  expect(await waitsOf('a', [999, 1_000, 1_000])).toEqual([1, 0, 2_000]);
  expect(await waitsOf('a', [3_000, 3_000, 7_000, 7_000, 15_000, 15_000])).toEqual([
    0, 4_000, 0, 8_000, 0, 10_000,
  ]);
  // The wait is never permanent.
  expect(await waitsOf('a', [25_000, 25_000])).toEqual([0, 10_000]);
});

test('after a time without a try the count starts again', async () => {
  await waitsOf('b', [0, 0, 0, 0, 0]);
  expect(await waitsOf('b', [61_000, 61_000, 61_000, 61_000, 61_000])).toEqual([0, 0, 0, 0, 1_000]);
});

test('a wait that was set by a clock an hour ahead is ignored', async () => {
  await waitsOf('ahead', [hourMs, hourMs, hourMs, hourMs]);
  expect(await waitsOf('ahead', [0, 0])).toEqual([0, 2_000]);
});

test('refused tries count, too, and the factor moves or lifts the waits', async () => {
  await waitsOf('c', [0, 0, 0, 0, 0, 0]);
  expect(await takeTry(opened.db, 'c', limit, at(1_000))).toEqual({
    waitMs: 0,
    nextWaitMs: 2_000,
    count: 7,
  });
  expect(await waitsOf('d', [0, 0], 0.25)).toEqual([0, 1_000]);
  expect(await waitsOf('e', [0, 0, 0, 0, 0, 0, 0, 0], 0)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test('two simultaneous free tries are both granted, in whichever order they are counted', async () => {
  expect(await waitsOf('f', [5, 4, 3])).toEqual([0, 0, 0]);
  expect(await waitsOf('g', [5, 4, 3, 2, 1, 0], 0)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('after thousands of tries the next one still waits no longer than the longest wait', async () => {
  await waitsOf('h', [0]);
  await opened.db.update(tries).set({ granted: 2_000 });
  expect(await waitsOf('h', [1, 1])).toEqual([0, 10_000]);
});
