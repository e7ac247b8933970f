import fc from 'fast-check';
import { expect, test } from 'vitest';

import { maxPrice } from '#contract/money.ts';

import { parsePrice, typedPrices } from './add-product-price.ts';

test.each([
  ['420', 420],
  ['420.5', 420.5],
  ['420.50', 420.5],
  ['420,50', 420.5],
  ['1,420', 1420],
  ['$1,420.50', 1420.5],
  ['100 000', 100_000],
  ['0,500', 0.5],
  ['.5', 0.5],
  ['-5', -5],
])('the price %s is %d dollars', (text, price) => {
  expect(parsePrice(text)).toBe(price);
});

test.each(['', ' ', '$', 'cheap', '1.420,50', '12 dollars', '1,2,3', '1e3', '0x10', 'Infinity'])(
  '"%s" is no price',
  (text) => {
    expect(parsePrice(text)).toBeNaN();
  },
);

test('every price is read back from its own digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxPrice * 100 }), (cents) => {
      expect(parsePrice((cents / 100).toFixed(2))).toBe(cents / 100);
    }),
  );
});

test('a price that is missing or out of bounds is refused in the contract’s words', () => {
  expect(messageFor('')).toBe('tell Buying Price');
  expect(messageFor('cheap')).toBe('tell Buying Price');
  expect(messageFor('0')).toBe('The price is more than $0');
  expect(messageFor('420.505')).toBe('The price has at most two decimals');
  expect(typedPrices.sell.safeParse('').error?.issues[0]?.message).toBe('Please Provide selling price');
});

test.each(['1.250,50', '300 €', '1e3'])('for "%s" the form says how a price is written', (text) => {
  expect(messageFor(text)).toBe('The price is a number, such as 420.50');
});

function messageFor(text: string): string | undefined {
  return typedPrices.buy.safeParse(text).error?.issues[0]?.message;
}
