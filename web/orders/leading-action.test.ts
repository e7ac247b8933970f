import { expect, test } from 'vitest';

import type { Order } from '#contract/orders.ts';

import { leadingAction } from './leading-action.ts';

test('a seller hands over at a meeting, and sends a parcel', () => {
  const possible: Order['possible'] = ['send', 'hand-over', 'refund'];
  expect(leadingAction({ possible, delivery: 'meeting' })).toBe('hand-over');
  expect(leadingAction({ possible, delivery: 'parcel' })).toBe('send');
});

test('one of several actions that bring the order on leads', () => {
  const possible: Order['possible'] = ['withdraw-cancellation', 'confirm-receipt', 'report-problem'];
  expect(leadingAction({ possible, delivery: 'meeting' })).toBe('confirm-receipt');
});

test('what only takes back or ends an order does not lead', () => {
  const possible: Order['possible'] = ['refund', 'cancel', 'report-problem'];
  expect(leadingAction({ possible, delivery: 'meeting' })).toBeUndefined();
});
