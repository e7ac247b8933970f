import { expect, test } from 'vitest';

import { phonesByState } from './product-state-words.ts';

test('the phones of a person are counted in the words of their states', () => {
  expect(phonesByState([])).toBe('none');
  expect(
    phonesByState([
      { state: 'live', count: 17 },
      { state: 'sold_elsewhere', count: 1 },
    ]),
  ).toBe('17 for sale, 1 sold elsewhere');
});
