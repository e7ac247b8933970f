import { expect, test } from 'vitest';

import type { Order } from '#contract/orders.ts';

import { primaryAction } from './primary-action.ts';

const nextStep = (step: Order['next']['step']): Order['next'] => ({
  step,
  by: [],
  until: null,
  becomes: null,
});
const paid = { next: nextStep('hand-over') };

test('a seller hands over at a meeting, and sends a parcel', () => {
  const possible: Order['possible'] = ['send', 'hand-over', 'refund'];
  expect(primaryAction({ ...paid, possible, delivery: 'meeting' })).toBe('hand-over');
  expect(primaryAction({ ...paid, possible, delivery: 'parcel' })).toBe('send');
});

test('one of several actions that continue the order is suggested first', () => {
  const possible: Order['possible'] = ['withdraw-cancellation', 'confirm-receipt', 'report-problem'];
  expect(primaryAction({ ...paid, possible, delivery: 'meeting' })).toBe('confirm-receipt');
});

test('actions that only undo or end an order are not suggested first', () => {
  const possible: Order['possible'] = ['refund', 'cancel', 'report-problem'];
  expect(primaryAction({ ...paid, possible, delivery: 'meeting' })).toBeUndefined();
});

test('no action is suggested to a seller who is asked to cancel', () => {
  const possible: Order['possible'] = ['hand-over', 'send', 'cancel', 'object'];
  for (const delivery of ['meeting', 'parcel'] as const)
    expect(primaryAction({ ...paid, possible, delivery })).toBeUndefined();
});

test('no action is suggested while a bank holds the money of a phone that is not handed over', () => {
  const possible: Order['possible'] = ['hand-over', 'confirm-receipt'];
  const held = { possible, delivery: 'meeting' } as const;
  expect(primaryAction({ ...held, next: nextStep('bank') })).toBeUndefined();
  expect(primaryAction({ ...held, next: nextStep('receive') })).toBe('hand-over');
});

test('a seller is not led to confirm a return before the phone was sent back', () => {
  const possible: Order['possible'] = ['confirm-return', 'add-evidence'];
  const order = { possible, delivery: 'meeting' } as const;
  expect(primaryAction({ ...order, next: nextStep('send-back') })).toBeUndefined();
  expect(primaryAction({ ...order, next: nextStep('take-back') })).toBe('confirm-return');
});
