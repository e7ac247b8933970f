import { expect, test } from 'vitest';

import { actionWords, detailWords } from './action-words.ts';

test('what was decided about an order is said in words, not by its name', () => {
  expect(detailWords('order-decided', 'return')).toBe('The buyer sends the phone back first');
  expect(detailWords('order-decided', 'part $20.50')).toBe(
    'The buyer gets a part back and keeps the phone: $20.50',
  );
  expect(detailWords('order-reopened', 'completed')).toBe('before: completed');
  expect(detailWords('order-reopened', 'handed_over')).toBe('before: handed over');
});

test('what is words already, or not known any more, stays as it is', () => {
  expect(detailWords('listing-removed', 'return')).toBe('return');
  expect(detailWords('order-decided', 'lottery')).toBe('lottery');
  expect(actionWords('lottery')).toBe('lottery');
});
