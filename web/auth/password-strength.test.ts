import { expect, test } from 'vitest';

import { judgePassword } from './password-strength.ts';

test.each([
  ['a', 0, 'Still needs at least 6 characters, an uppercase letter and a digit'],
  ['abcdef', 0, 'Still needs an uppercase letter and a digit'],
  ['Abcdefghijklmnopq', 0, 'Still needs a digit'],
  ['Abcde1', 1, 'Weak: longer is safer'],
  ['Abcdefghi1', 2, 'Good'],
  ['Four green 1 hats', 3, 'Strong'],
])('%j has the strength %i: %s', (password, level, words) => {
  expect(judgePassword(password)).toEqual({ level, words });
});
