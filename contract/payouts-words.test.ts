import { expect, test } from 'vitest';

import { balanceWords, blockWordsOf, payeeWords } from './payouts-words.ts';

const wordsOf = (state: 'none' | 'unfinished' | 'checking' | 'refused') =>
  blockWordsOf({ blockedBy: 'onboarding', onboarding: { state, missing: [], bankEnding: null } });

test('money that does not go out waits for what is really missing', () => {
  expect(wordsOf('none')).toBe('It waits until we know which bank account to send it to.');
  expect(wordsOf('unfinished')).toBe(
    'It waits until the card processor has everything that it needs from you.',
  );
  expect(wordsOf('checking')).toBe('It waits until the card processor has checked what you entered.');
  expect(wordsOf('refused')).toBe('It waits until we have found another way to pay you.');
});

const ready = () => ({ state: 'ready' as const, missing: [], bankEnding: null });

test('what goes out is not explained', () => {
  expect(blockWordsOf({ blockedBy: null, onboarding: ready() })).toBeUndefined();
});

test('money that waits because of a debt says so, where it may come from, and what alone settles it', () => {
  const words = blockWordsOf({ blockedBy: 'debt', onboarding: ready() });
  for (const part of ['went back to its buyer', 'order was opened again', 'next sales', 'cannot pay it in'])
    expect(words).toContain(part);
});

test('a debt is not said to be money that is not paid out yet', () => {
  expect(balanceWords(0)).toBe('Of completed orders, and not paid out yet.');
  expect(balanceWords(-1)).toBe('You owe this: your next sales settle it.');
});

test('a payout by bank to an account that we do not know does not name the end of its number', () => {
  expect(payeeWords('5678')).toBe('To the account that ends in 5678');
  expect(payeeWords(null)).toBe('To your bank account');
});
