import { expect, test } from 'vitest';

import { makeOffer } from '#contract/orders-actions.ts';

import { asAmount } from './as-amount.ts';

const messageOf = (typed: string): string | undefined => {
  const { error } = makeOffer.body.safeParse({ kind: 'part', amount: asAmount.setValueAs(typed) });
  return error?.issues[0]?.message;
};

test.each([
  ['20.5', 20.5],
  [' 20.50 ', 20.5],
  ['$20', 20],
  ['.5', 0.5],
  ['', undefined],
  ['  ', undefined],
])('%j typed as an amount is %s', (typed, amount) => {
  expect(asAmount.setValueAs(typed)).toBe(amount);
});

test.each(['20,5', '1,000', '1e2', '0x10', 'twenty', '20 50'])(
  '%j is no amount, and the message says how to write one',
  (typed) => {
    expect(messageOf(typed)).toBe('Please write the amount with digits and a point, such as 20.50');
  },
);

test('what is missing, negative or too exact is said as that', () => {
  expect(messageOf('')).toBe('Please enter the amount');
  expect(messageOf('-5')).toBe('The amount is more than $0');
  expect(messageOf('20.555')).toBe('The amount has at most two decimals');
});
