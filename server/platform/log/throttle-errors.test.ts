import { expect, test } from 'vitest';

import { hourMs } from '#contract/durations.ts';
import { throttleErrors } from './throttle-errors.ts';
import { createLog } from './log.ts';

test('an error that repeats is logged once a minute, with the number of the others', () => {
  const lines: unknown[] = [];
  let now = 0;
  const log = createLog('error', { write: (line) => lines.push(JSON.parse(line)) });
  const logError = throttleErrors(log, () => now);
  for (let second = 0; second < 60; second += 1) {
    now = second * 1000;
    logError('away', { second }, 'failed');
  }
  expect(lines).toEqual([expect.objectContaining({ second: 0, msg: 'failed' })]);
  expect(lines[0]).not.toHaveProperty('leftOut');
  logError('another', {}, 'failed');
  expect(lines).toHaveLength(2);
  now = 60_000;
  logError('away', { second: 60 }, 'failed');
  expect(lines[2]).toMatchObject({ second: 60, leftOut: 59 });
  now = 200_000;
  logError('away', {}, 'failed');
  expect(lines).toHaveLength(4);
  expect(lines[3]).not.toHaveProperty('leftOut');
});

test('a count that nobody has asked about for an hour is forgotten', () => {
  const lines: unknown[] = [];
  let now = 0;
  const log = createLog('error', { write: (line) => lines.push(JSON.parse(line)) });
  const logError = throttleErrors(log, () => now);
  logError('once', {}, 'failed');
  logError('once', {}, 'failed');
  now = hourMs;
  logError('another', {}, 'failed');
  logError('once', {}, 'failed');
  expect(lines).toHaveLength(3);
  expect(lines[2]).not.toHaveProperty('leftOut');
});
