import { expect, test } from 'vitest';

import { bookingStates, bookingTransitions, holdingStates } from './bookings.ts';
import { paymentStates, paymentTransitions } from './payments.ts';
import { productStates, productTransitions } from './products.ts';
import { reportStates, reportTransitions } from './reports.ts';
import { mayBecome, statesBefore } from './states.ts';

type Table = Readonly<Record<string, readonly string[]>>;

const machines: [
  word: string,
  states: readonly string[],
  transitions: Table,
  first: string,
  last: string[],
][] = [
  ['product', productStates, productTransitions, 'live', ['sold', 'removed']],
  ['booking', bookingStates, bookingTransitions, 'held', ['refunded']],
  ['payment', paymentStates, paymentTransitions, 'pending', ['refunded']],
  ['report', reportStates, reportTransitions, 'open', ['upheld', 'dismissed']],
];

test.each(machines)(
  'every state of a %s has its transitions, and each leads to a state',
  (_, states, table) => {
    expect(Object.keys(table).toSorted()).toEqual([...states].toSorted());
    for (const targets of Object.values(table))
      for (const target of targets) expect(states).toContain(target);
  },
);

test.each(machines)('a %s comes from its first state to every other', (_, states, table, first) => {
  const reached = new Set([first]);
  for (const state of reached) for (const next of table[state] ?? []) reached.add(next);
  expect([...reached].toSorted()).toEqual([...states].toSorted());
});

test.each(machines)('a %s ends in its last states and in no other', (_, states, table, _first, last) => {
  expect(states.filter((state) => table[state]?.length === 0).toSorted()).toEqual(last.toSorted());
});

test.each(machines)('no state of a %s follows itself', (_, states, table) => {
  for (const state of states) expect(table[state]).not.toContain(state);
});

test.each(machines)('the states before a state of a %s are those that lead to it', (_, states, table) => {
  for (const from of states)
    for (const to of states) expect(statesBefore(table, to).includes(from)).toBe(mayBecome(table, from, to));
});

test.each([
  ['live', 'reserved', true],
  ['reserved', 'live', true],
  ['reserved', 'sold', true],
  ['live', 'removed', true],
  ['sold', 'live', false],
  ['sold', 'removed', false],
  ['removed', 'live', false],
] as const)('a %s phone may become %s: %s', (from, to, isAllowed) => {
  expect(mayBecome(productTransitions, from, to)).toBe(isAllowed);
});

test.each([
  ['held', 'paid', true],
  ['held', 'cancelled', true],
  ['held', 'expired', true],
  ['paid', 'completed', true],
  ['paid', 'refunded', true],
  ['paid', 'cancelled', false],
  ['cancelled', 'held', false],
  ['refunded', 'paid', false],
] as const)('a %s booking may become %s: %s', (from, to, isAllowed) => {
  expect(mayBecome(bookingTransitions, from, to)).toBe(isAllowed);
});

test('no booking that was let go holds its phone', () => {
  expect(holdingStates).toEqual(['held', 'paid', 'completed']);
});
