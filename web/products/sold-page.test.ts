import { expect, test } from 'vitest';

import { isLongSold } from './sold-page.ts';

const soldAt = '2026-03-01T12:00:00Z';

test.each([
  ['a minute before 30 days are over', '2026-03-31T11:59:00Z', false],
  ['a minute after', '2026-03-31T12:01:00Z', true],
])('a sold phone’s page is gone after 30 days: %s', (_when, now, isGone) => {
  expect(isLongSold({ soldAt }, Date.parse(now))).toBe(isGone);
});

test('the page of a phone that is not sold never expires', () => {
  expect(isLongSold({}, Date.parse('2100-01-01'))).toBe(false);
});
