import { expect, test } from 'vitest';

import { bookingMachine, bookingStates } from './bookings.ts';
import {
  chargeIssueMachine,
  chargeIssueStates,
  paymentMachine,
  paymentStates,
  refundMachine,
  refundStates,
} from './payments.ts';
import { chargebackMachine } from './payments-chargebacks.ts';
import { payoutMachine, payoutStates, reversalMachine } from './payouts-machine.ts';
import { orderMachine, orderStates } from './orders-machine.ts';
import { productMachine, productStates } from './products-machine.ts';
import { reportMachine, reportStates } from './reports.ts';
import { type Machine, mayBecome, type Role, statesBefore, statesOf, transitionOf } from './states.ts';

const machines: [
  name: string,
  states: readonly string[],
  machine: Machine<string, string>,
  last: string[],
][] = [
  ['product', productStates, productMachine, ['withdrawn', 'removed']],
  ['order', orderStates, orderMachine, ['cancelled']],
  ['booking', bookingStates, bookingMachine, ['refunded']],
  ['payment', paymentStates, paymentMachine, []],
  ['refund', refundStates, refundMachine, ['failed', 'canceled']],
  ['charge issue', chargeIssueStates, chargeIssueMachine, []],
  [
    'chargeback',
    ['inquiry', 'open', 'won', 'lost', 'closed'],
    // It may begin as an inquiry, too, from which every other state can follow.
    { ...chargebackMachine, first: 'inquiry' },
    ['won', 'lost', 'closed'],
  ],
  ['payout', payoutStates, payoutMachine, []],
  ['reversal', ['requested', 'succeeded', 'refused'], reversalMachine, ['succeeded', 'refused']],
  ['report', reportStates, reportMachine, ['upheld', 'dismissed']],
];
const roles: readonly Role[] = ['buyer', 'seller', 'admin', 'system'];

test.each(machines)(
  'every state of a %s has its transitions, and each leads to a state',
  (_, states, machine) => {
    expect(statesOf(machine).toSorted()).toEqual([...states].toSorted());
    for (const targets of Object.values(machine.transitions))
      for (const target of Object.keys(targets)) expect(states).toContain(target);
  },
);

test.each(machines)('a %s comes from its first state to every other', (_, states, machine) => {
  const reached = new Set<string>([machine.first]);
  for (const state of reached)
    for (const next of Object.keys(machine.transitions[state] ?? {})) reached.add(next);
  expect([...reached].toSorted()).toEqual([...states].toSorted());
});

test.each(machines)('a %s ends in its last states and in no other', (_, states, machine, last) => {
  const ends = states.filter((state) => Object.keys(machine.transitions[state] ?? {}).length === 0);
  expect(ends.toSorted()).toEqual(last.toSorted());
});

test.each(machines)(
  'every transition of a %s leads elsewhere and names who makes it',
  (_, states, machine) => {
    for (const from of states) {
      expect(transitionOf(machine, from, from)).toBeUndefined();
      for (const transition of Object.values(machine.transitions[from] ?? {}))
        expect(transition?.by.length).toBeGreaterThan(0);
    }
  },
);

test.each(machines)('only the system makes what happens by itself to a %s', (_, states, machine) => {
  for (const from of states)
    for (const transition of Object.values(machine.transitions[from] ?? {}))
      if (transition?.after !== undefined) expect(transition.by).toContain('system');
});

test.each(machines)('the states before a state of a %s are those that lead to it', (_, states, machine) => {
  for (const role of roles)
    for (const from of states)
      for (const to of states)
        expect(statesBefore(machine, to, role).includes(from)).toBe(mayBecome(machine, from, to, role));
});

test.each([
  ['live', 'reserved', 'buyer', true],
  ['live', 'reserved', 'seller', false],
  ['reserved', 'live', 'system', true],
  ['reserved', 'sold', 'system', true],
  ['reserved', 'sold', 'buyer', false],
  ['live', 'removed', 'seller', true],
  ['live', 'removed', 'buyer', false],
  ['sold', 'live', 'admin', false],
  ['sold', 'withdrawn', 'system', true],
  ['sold', 'withdrawn', 'buyer', false],
  ['withdrawn', 'live', 'seller', false],
  ['live', 'paused', 'seller', true],
  ['live', 'paused', 'admin', false],
  ['reserved', 'paused', 'seller', false],
  ['paused', 'live', 'seller', true],
  ['paused', 'sold', 'system', false],
  ['paused', 'reserved', 'buyer', false],
  ['sold_elsewhere', 'live', 'seller', false],
  ['sold', 'removed', 'seller', false],
  ['removed', 'live', 'seller', false],
] as const)('a %s phone may become %s by the %s: %s', (from, to, role, isAllowed) => {
  expect(mayBecome(productMachine, from, to, role)).toBe(isAllowed);
});

test.each([
  ['held', 'paid', 'system', true],
  ['held', 'paid', 'buyer', false],
  ['held', 'cancelled', 'buyer', true],
  ['held', 'expired', 'system', true],
  ['held', 'expired', 'seller', false],
  ['expired', 'paid', 'system', true],
  ['paid', 'refunded', 'system', true],
  ['paid', 'cancelled', 'buyer', false],
  ['cancelled', 'held', 'buyer', false],
  ['refunded', 'paid', 'system', false],
] as const)('a %s booking may become %s by the %s: %s', (from, to, role, isAllowed) => {
  expect(mayBecome(bookingMachine, from, to, role)).toBe(isAllowed);
});
