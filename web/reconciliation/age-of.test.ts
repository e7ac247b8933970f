import { expect, test } from 'vitest';

import { ageOf } from './age-of.ts';

const now = new Date('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T12:00:05Z', '0 minutes'],
  ['2026-11-22T11:59:00Z', '1 minute'],
  ['2026-11-22T11:00:00Z', '1 hour'],
  ['2026-11-21T12:00:01Z', '23 hours'],
  ['2026-11-21T12:00:00Z', '1 day'],
  ['2026-10-22T12:00:00Z', '31 days'],
])('what happened at %s is %s old', (happenedAt, age) => {
  expect(ageOf(new Date(happenedAt), now)).toBe(age);
});
