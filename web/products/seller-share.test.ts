import { expect, test } from 'vitest';

import { sellerShareWords } from './seller-share.ts';

const fee = { percent: 5, fixedCents: 50, vatPercent: 0 };

test.each([
  ['420.50', 'You get $398.98 after the fee of $21.52.'],
  ['$1,000', 'You get $949.50 after the fee of $50.50.'],
  ['0.50', 'You get $0.00 after the fee of $0.50.'],
  ['0.49', 'Nobody could pay it: card payments start at $0.50.'],
  ['', ''],
  ['a lot', ''],
  ['-5', ''],
  ['1.005', ''],
  ['100,000', 'You get $94,999.50 after the fee of $5,000.50.'],
  ['100,000.01', ''],
])('for a price of "%s" the seller reads: %s', (price, words) => {
  expect(sellerShareWords(price, fee)).toBe(words);
});

test('without a fee no text is shown', () => {
  expect(sellerShareWords('420.50', { ...fee, percent: 0, fixedCents: 0 })).toBe('');
  expect(sellerShareWords('420.50', undefined)).toBe('');
});
