import { expect, test } from 'vitest';

import { yearsOfUse } from './years-of-use.ts';

test.each([
  ['2', '2 years of use'],
  ['1', '1 year of use'],
  ['2.5', '2.5 years of use'],
  ['2,5', '2.5 years of use'],
  ['1.0', '1 year of use'],
  ['03', '3 years of use'],
  ['less than one', 'less than one'],
])('the years of use %j are shown as %j', (typed, words) => {
  expect(yearsOfUse(typed)).toBe(words);
});
