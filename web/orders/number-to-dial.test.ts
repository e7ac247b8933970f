import { expect, test } from 'vitest';

import { numberToDial } from './number-to-dial.ts';

test.each([
  ['01711000000', '01711000000'],
  ['(02) 9876 5432', '0298765432'],
  ['(0) 171 1000', '01711000'],
  ['+33 6 12 34 56 78', '+33612345678'],
  ['+39 06 1234', '+39061234'],
  // The zero in brackets is for calls within the country.
  ['+49 (0)151 234-56789', '+4915123456789'],
  ['+44 ( 0 ) 20 7946 0958', '+442079460958'],
  ['0049 (0)151 234', '0049151234'],
  ['(+49) 151 23', '+4915123'],
])('the link of %j dials %s', (written, dialled) => {
  expect(numberToDial(written)).toBe(dialled);
});
