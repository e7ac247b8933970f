import { expect, test } from 'vitest';

import { isAboveNewPrice, isImplausibleUse } from './implausible-values.ts';

test.each([
  ['420.50', '799.99', false],
  ['800', '800', false],
  ['$1,420', '799.99', true],
  ['', '799.99', false],
  ['420', '', false],
  ['cheap', '1', false],
])('asking %s for what cost %s new is implausible: %s', (sell, buy, isImplausible) => {
  expect(isAboveNewPrice(sell, buy)).toBe(isImplausible);
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
])('"%s" years of use are implausible: %s', (useYear, isImplausible) => {
  expect(isImplausibleUse(useYear)).toBe(isImplausible);
});
