import { expect, test } from 'vitest';

import {
  givenBackLines,
  heldOnReceipt,
  heldWords,
  partHint,
  proceedsOf,
  proceedsWords,
} from './money-words.ts';

test('a part is less than what is left, and nothing is said of it where nothing is left', () => {
  const order = { role: 'seller', amountCents: 42_050, refundedCents: 2_050 } as const;
  expect(partHint(order)).toBe('What the buyer gets back: less than $400.00.');
  expect(partHint({ ...order, role: 'buyer' })).toBe('What you get back: less than $400.00.');
  expect(partHint({ ...order, refundedCents: 42_050 })).toBeUndefined();
});

test('what goes back is said to the buyer as theirs', () => {
  const order = { role: 'buyer', refund: 'under-way', refundedCents: 2_050, returnedCents: 0 } as const;
  expect(givenBackLines(order)).toEqual([{ name: 'On its way back to you', cents: 2_050 }]);
  expect(givenBackLines({ ...order, role: 'seller' })).toMatchObject([
    { name: 'On its way back to the buyer' },
  ]);
  const done = { ...order, refund: null, returnedCents: 2_050 };
  expect(givenBackLines(done)).toEqual([{ name: 'Given back to you', cents: 2_050 }]);
});

test('what is back at the buyer already is not said to be still due', () => {
  const order = { role: 'buyer', refund: 'decided', refundedCents: 42_050, returnedCents: 10_000 } as const;
  expect(givenBackLines(order)).toEqual([
    { name: 'Given back to you', cents: 10_000 },
    { name: 'To be given back to you', cents: 32_050 },
  ]);
});

test('what is due to go back is said to the buyer as theirs', () => {
  const order = { amountCents: 42_050, refundedCents: 42_050, hasOpenChargeback: false } as const;
  const decided = { ...order, refund: 'decided', endedAt: '2026-05-03T14:00:00.000Z' } as const;
  expect(heldWords({ ...decided, role: 'buyer' })).toBe('Ringback still has what goes back to you.');
  expect(heldWords({ ...decided, role: 'seller' })).toBe('Ringback still has what goes back to the buyer.');
  expect(heldWords({ ...decided, refund: 'under-way', role: 'buyer' })).toBe(
    'What goes back to you is on its way.',
  );
  expect(heldWords({ ...decided, refund: 'done', role: 'buyer' })).toBe(
    'Ringback no longer holds this money.',
  );
});

test('a sale that a bank took back after its completion is a loss of its seller', () => {
  expect(proceedsWords('seller', 39_898)).toBe('You get');
  expect(proceedsWords('seller', -2_152)).toBe('You lose');
  expect(proceedsWords('admin', -2_152)).toBe('The seller loses');
  expect(proceedsOf({ state: 'completed', sellerCents: -1_102 })).toBe('You lose $11.02');
  expect(proceedsOf({ state: 'refunded', sellerCents: -2_152 })).toBe('You lose $21.52');
  expect(proceedsOf({ state: 'refunded', sellerCents: 0 })).toBeUndefined();
});

test('what we pay for a sale whose money has all gone back is named as ours', () => {
  expect(proceedsWords('seller', 39_898, true)).toBe('You get from Ringback');
  expect(proceedsWords('admin', 39_898, true)).toBe('The seller gets from Ringback');
  expect(proceedsWords('seller', 0, true)).toBe('You get');
  expect(proceedsWords('seller', -2_152, true)).toBe('You lose');
});

test('a receipt says that the money is held only while it is, and by whom', () => {
  const paid = {
    role: 'buyer',
    amountCents: 42_050,
    refundedCents: 0,
    endedAt: null,
    hasOpenChargeback: false,
  } as const;
  expect(heldOnReceipt(paid)).toContain('Ringback holds the money');
  expect(heldOnReceipt({ ...paid, hasOpenChargeback: true })).toContain(
    'Your bank is looking at the payment',
  );
  const completed = { ...paid, role: 'seller', endedAt: '2026-05-03T14:00:00.000Z' } as const;
  expect(heldOnReceipt({ ...completed, hasOpenChargeback: true })).toContain('The buyer’s bank');
  expect(heldOnReceipt(completed)).toBe('');
  // An admin has opened a refunded order again.
  expect(heldOnReceipt({ ...paid, refundedCents: 42_050 })).toBe('');
});
