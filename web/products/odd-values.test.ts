import { expect, test } from 'vitest';

import { isDearerThanNew, isOddUse } from './odd-values.ts';

test.each([
  ['420.50', '799.99', false],
  ['800', '800', false],
  ['$1,420', '799.99', true],
  ['', '799.99', false],
  ['420', '', false],
  ['cheap', '1', false],
])('asking %s for what cost %s new is odd: %s', (sell, buy, isOdd) => {
  expect(isDearerThanNew(sell, buy)).toBe(isOdd);
});

test.each([
  ['0', false],
  ['0,5', false],
  [' 25 ', false],
  ['25.5', true],
  ['-1', true],
  ['1.3', true],
  ['2019', true],
  ['two years', false],
  ['', false],
])('"%s" years of use are odd: %s', (useYear, isOdd) => {
  expect(isOddUse(useYear)).toBe(isOdd);
});
