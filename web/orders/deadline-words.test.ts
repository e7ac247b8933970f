import { expect, test } from 'vitest';

import { minuteMs } from '#contract/durations.ts';

import { deadlineWords, leftWords } from './deadline-words.ts';

const minutes = (count: number): number => count * minuteMs;

test.each([
  [-1, 'any moment now'],
  [0, 'any moment now'],
  [minutes(1) - 1, 'less than a minute left'],
  [minutes(12), '12 min left'],
  [minutes(60), '1 h left'],
  [minutes(310), '5 h 10 min left'],
  [minutes(24 * 60), '1 day left'],
  [minutes(51 * 60 + 59), '2 days 3 h left'],
])('%i ms before a deadline it says: %s', (leftMs, words) => {
  expect(leftWords(leftMs)).toBe(words);
});

test('a deadline that is over ends nothing while a bank holds the money', () => {
  const next = { step: 'try-out', by: ['buyer'], until: null, becomes: 'completed' } as const;
  const deadline = { next: { ...next, by: ['buyer'] }, role: 'buyer', waitsForBank: true } as const;
  expect(deadlineWords({ ...deadline, next: { ...next, by: ['buyer'] } }, -1)).toEqual({
    before: 'Was due',
    left: '',
    after: '.',
  });
});

test('an order that is not handed over in time is cancelled unless the seller objects', () => {
  const next = { step: 'hand-over', by: ['seller'], until: null, becomes: 'cancelled' } as const;
  const afterOf = (role: 'buyer' | 'seller', step: 'hand-over' | 'object' = 'hand-over') =>
    deadlineWords({ next: { ...next, step, by: ['seller'] }, role, waitsForBank: false }, 1).after;
  expect(afterOf('buyer')).toContain('you get all your money back, unless the seller objects.');
  expect(afterOf('seller')).toContain('the buyer gets all their money back, unless you object.');
  expect(afterOf('seller', 'object')).not.toContain('unless');
});
