import { expect, test } from 'vitest';

import { EnoughDigits, EnoughLetters } from './sensible-text.ts';

test.each([
  ['123456', true],
  ['+1 (23) 45-6', true],
  ['12345', false],
  ['+(1) 2-3 4 5', false],
])('%s as a phone number: %s', (text, isFine) => {
  expect(EnoughDigits.safeParse(text).success).toBe(isFine);
});

test.each([
  ['Ås', true],
  ['大阪', true],
  ['Gulshan 2', true],
  ['X', false],
  ['12 3', false],
])('%s as a place: %s', (text, isFine) => {
  expect(EnoughLetters.safeParse(text).success).toBe(isFine);
});
