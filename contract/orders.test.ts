import { expect, test } from 'vitest';

import {
  isOpenOrder,
  mayDo,
  orderActionNames,
  orderActions,
  type OrderFacts,
  orderMachine,
  orderRoles,
  type OrderState,
  orderStates,
  orderSteps,
  possibleActions,
  targetsOf,
} from './orders-machine.ts';
import { decideOrder, makeOffer } from './orders-actions.ts';
import { decisionOutcomes, possibleOutcomes, possibleReasons, problemReasons } from './orders-problems.ts';
import {
  checklistWords,
  nextWords,
  taskWords,
  decisionWords,
  correctionWords,
  outcomeWords,
  statementWords,
  orderActionWords,
  orderLogWords,
  orderStateWords,
  orderStepWords,
} from './orders-words.ts';
import { mayBecome, type Role, transitionOf } from './states.ts';

test.each(orderActionNames)('%s makes only transitions that the machine has for who may do it', (action) => {
  const { by, from } = orderActions[action];
  for (const before of from)
    for (const after of targetsOf(action).filter((state) => state !== before))
      for (const role of by)
        expect(mayBecome(orderMachine, before, after, role), `${before} → ${after} by ${role}`).toBe(true);
});

test('every transition that people make has its call', () => {
  const missing = orderStates.flatMap((from) =>
    orderStates.flatMap((to) =>
      orderRoles
        .filter((role) => transitionOf(orderMachine, from, to)?.by.includes(role))
        .filter(
          (role) =>
            !orderActionNames.some(
              (action) =>
                mayDo(action, role) &&
                orderActions[action].from.some((state) => state === from) &&
                targetsOf(action).includes(to),
            ),
        )
        .map((role) => `${from} → ${to} by ${role}`),
    ),
  );
  expect(missing).toEqual([]);
});

/** The design's table of transitions, written by hand: from, to, who. */
const designed: readonly (readonly [OrderState, OrderState, readonly Role[]])[] = [
  ['paid', 'sent', ['seller']],
  ['paid', 'handed_over', ['seller', 'buyer']],
  // A buyer asks for it: it happens by itself if the seller does not object within a day.
  ['paid', 'cancelled', ['seller', 'system']],
  // The seller by objecting. By the system if a side of an adopted order is deleted (docs/deals.md).
  ['paid', 'disputed', ['buyer', 'seller', 'system']],
  ['sent', 'handed_over', ['buyer', 'system']],
  // By the system without proof of delivery (decision 031).
  ['sent', 'disputed', ['buyer', 'system']],
  ['handed_over', 'completed', ['buyer', 'system']],
  ['handed_over', 'disputed', ['buyer']],
  ['disputed', 'completed', ['buyer', 'seller', 'admin']],
  ['disputed', 'returning', ['buyer', 'seller', 'admin', 'system']],
  ['returning', 'disputed', ['seller']],
  ['returning', 'completed', ['buyer', 'admin', 'system']],
  ['completed', 'disputed', ['admin']],
  ['refunded', 'disputed', ['admin']],
  // The system: all of the money went back at the processor, or a bank has taken it (decision 031).
  ['paid', 'refunded', ['system']],
  ['sent', 'refunded', ['seller', 'system']],
  ['handed_over', 'refunded', ['seller', 'system']],
  ['disputed', 'refunded', ['seller', 'admin', 'system']],
  ['returning', 'refunded', ['seller', 'admin', 'system']],
  ['completed', 'refunded', ['system']],
];

const sentence = (from: string, to: string, by: readonly Role[]) =>
  `${from} → ${to}: ${by.toSorted().join(', ')}`;

test('the machine has the transitions of the design, each for the same people, and no others', () => {
  const possible = orderStates.flatMap((from) =>
    orderStates.flatMap((to) => {
      const by = transitionOf(orderMachine, from, to)?.by;
      return by === undefined ? [] : [sentence(from, to, by)];
    }),
  );
  expect(possible.toSorted()).toEqual(designed.map((row) => sentence(...row)).toSorted());
  expect(orderMachine.first).toBe('paid');
});

const facts = (state: OrderState, changes: Partial<OrderFacts> = {}): OrderFacts => ({
  state,
  delivery: 'meeting',
  cancelAskedBy: null,
  isCodeLockedForGood: false,
  isDelivered: false,
  isReturnSent: false,
  mayListAgain: true,
  isAdopted: false,
  offerBy: null,
  isWithAdmin: false,
  isMoneyGone: false,
  hasOpenChargeback: false,
  ...changes,
});

test.each(orderStates.flatMap((state) => orderRoles.map((role) => [state, role] as const)))(
  'while the bank holds the payment of a %s order back, nothing that its %s can do moves money',
  (state, role) => {
    const possible = possibleActions(facts(state, { hasOpenChargeback: true, cancelAskedBy: 'buyer' }), role);
    for (const action of possible) expect(targetsOf(action).every(isOpenOrder), action).toBe(true);
  },
);

test('a list says whom an order waits for, and what its reader has to do themselves', () => {
  expect(nextWords('send', 'Rahim')).toBe('Waiting for Rahim to send the parcel');
  expect(taskWords('send')).toBe('Send the parcel');
  expect(nextWords('decide', 'Rahim')).toBe('We look at both sides and decide');
  expect(nextWords('decide')).toBe('We look at both sides and decide');
  expect(taskWords('decide')).toBe('Look at both sides and decide');
  for (const step of orderSteps.filter(
    (each) => !['decide', 'bank', 'refund-decided', 'refund', 'refund-delayed', 'nothing'].includes(each),
  ))
    expect(nextWords(step, 'Rahim')).toMatch(/^Waiting for Rahim to [a-z]/);
});

test('a parcel can be sent once the buyer has chosen it, an objection made once somebody cancels', () => {
  expect(possibleActions(facts('paid'), 'seller')).toEqual(['hand-over', 'cancel']);
  expect(possibleActions(facts('paid', { delivery: 'parcel' }), 'seller')).toContain('send');
  expect(possibleActions(facts('paid', { cancelAskedBy: 'system' }), 'seller')).toContain('object');
  expect(possibleActions(facts('paid', { isCodeLockedForGood: true }), 'seller')).toEqual(['cancel']);
});

test.each([
  ['paid', { isCodeLockedForGood: true }, 'buyer', 'renew-code'],
  ['paid', { isCodeLockedForGood: true }, 'seller', 'hand-over'],
  ['paid', { isAdopted: true }, 'buyer', 'ask-to-cancel'],
  ['paid', { cancelAskedBy: 'system' }, 'buyer', 'ask-to-cancel'],
  ['sent', { isDelivered: true }, 'admin', 'confirm-delivery'],
  ['disputed', { isMoneyGone: true }, 'buyer', 'offer'],
  ['disputed', { isMoneyGone: true }, 'seller', 'offer'],
  ['disputed', { isMoneyGone: true }, 'buyer', 'withdraw-problem'],
  ['disputed', { isMoneyGone: true }, 'seller', 'refund'],
  ['disputed', { isWithAdmin: true }, 'seller', 'refuse'],
  ['returning', { isReturnSent: true }, 'buyer', 'send-back'],
  ['returning', { isWithAdmin: true }, 'buyer', 'send-back'],
  ['refunded', { mayListAgain: false }, 'seller', 'list-again'],
  ['completed', { hasOpenChargeback: true }, 'admin', 'reopen'],
  ['refunded', { hasOpenChargeback: true }, 'admin', 'reopen'],
] as const)('a %s order with %j offers its %s no "%s"', (state, changes, role, action) => {
  expect(possibleActions(facts(state), role)).toContain(action);
  expect(possibleActions(facts(state, changes), role)).not.toContain(action);
});

test('each side withdraws only its own cancellation, and answers only the offer of the other', () => {
  for (const cancelAskedBy of [null, 'buyer', 'system'] as const)
    expect(possibleActions(facts('paid', { cancelAskedBy }), 'buyer').includes('withdraw-cancellation')).toBe(
      cancelAskedBy === 'buyer',
    );
  for (const offerBy of [null, 'buyer', 'seller'] as const)
    for (const role of ['buyer', 'seller'] as const)
      for (const action of ['accept-offer', 'decline-offer'] as const)
        expect(possibleActions(facts('disputed', { offerBy }), role).includes(action)).toBe(
          offerBy !== null && offerBy !== role,
        );
});

test('a phone that was handed over cannot be reported as never arrived', () => {
  expect(possibleReasons('sent')).toEqual(problemReasons);
  expect(possibleReasons('handed_over')).toEqual(
    problemReasons.filter((reason) => reason !== 'never-arrived'),
  );
});

test('an admin is offered only what can still be decided', () => {
  const held = { state: 'disputed', amountCents: 100, refundedCents: 0, hasDeletedSide: false } as const;
  expect(possibleOutcomes(held)).toEqual(decisionOutcomes);
  expect(possibleOutcomes({ ...held, state: 'returning' })).toEqual(['complete', 'refund', 'part']);
  expect(possibleOutcomes({ ...held, refundedCents: 100 })).toEqual(['complete', 'refund']);
  expect(possibleOutcomes({ ...held, hasDeletedSide: true })).toEqual(['complete', 'refund', 'part']);
});

test.each([
  [decideOrder, 'outcome', { reason: 'agreement', words: 'x' }],
  [makeOffer, 'kind', {}],
] as const)(
  'who chooses nothing is asked to choose, and not told what a program takes',
  ({ body }, path, input) => {
    const [issue] = body.safeParse(input).error?.issues ?? [];
    expect(issue?.path).toEqual([path]);
    expect(issue?.message).toMatch(/^Please choose /);
  },
);

test.each(
  Object.entries({
    orderStateWords,
    orderActionWords,
    orderStepWords,
    orderLogWords,
    checklistWords,
    decisionWords,
    correctionWords,
    outcomeWords,
    statementWords,
  }),
)('of the %s no two are the same', (_, words) => {
  const texts = Object.values(words);
  expect(new Set(texts).size).toBe(texts.length);
});
