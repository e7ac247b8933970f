import { expect, test } from 'vitest';

import type { Order, OrderTimelineEntry } from '#contract/orders.ts';

import { actorOf, becomesWords, problemOf, statusOf } from './order-words.ts';

const sides = { buyer: 'Bashir', seller: 'Rahim' };

const order = (changes: Partial<Order>): Order =>
  // Only these fields are read.
  ({
    ...sides,
    role: 'seller',
    state: 'paid',
    amountCents: 42_050,
    refundedCents: 0,
    isYourTurn: true,
    hasOpenChargeback: false,
    codeTries: null,
    possible: [],
    next: { step: 'hand-over', by: ['seller', 'buyer'], until: null, becomes: 'cancelled' },
    ...changes,
  }) as Order;

const bank = { step: 'bank', by: [], until: null, becomes: null } as const satisfies Order['next'];

test('a seller is told to hand the phone over, with whom it is their turn', () => {
  expect(statusOf(order({}))).toMatchObject({
    turn: 'Your turn, together with Bashir',
    isYourTurn: true,
    step: 'Meet for the hand-over',
  });
});

test('a seller’s printed order names no field that paper does not have', () => {
  const { advice } = statusOf(order({}));
  expect(advice).toContain('enter their code on the order’s page');
  expect(advice).not.toContain('below');
});

const toldBeforeMeeting = (role: Order['role']): string => statusOf(order({ role })).advice;

test('before a meeting all sides read that the money is held longer than until the code', () => {
  expect(toldBeforeMeeting('buyer')).toContain('The money is held until you have had time to try it out.');
  expect(toldBeforeMeeting('seller')).toContain('The money is held until they have had time to try it out.');
  expect(toldBeforeMeeting('admin')).toContain(
    'The money is held until the buyer has had time to try it out.',
  );
});

test('a buyer who waits for a parcel reads that the money is held longer than until it is there', () => {
  const next = { step: 'send', by: ['seller'], until: null, becomes: 'cancelled' } satisfies Order['next'];
  const { advice } = statusOf(order({ role: 'buyer', isYourTurn: false, next }));
  expect(advice).toBe(
    'Rahim sends the phone to your address. The money is held until you have had time to try it out.',
  );
});

test('a buyer whose seller was deleted is not told that they answer', () => {
  const next = { step: 'answer', by: ['seller'], until: null, becomes: 'refunded' } satisfies Order['next'];
  const told = (hasDeletedSide: boolean) =>
    statusOf(order({ role: 'buyer', state: 'disputed', isYourTurn: false, hasDeletedSide, next })).advice;
  expect(told(true)).toBe('The account of Rahim was deleted, so they cannot answer. Your money is held.');
  expect(told(false)).toContain('has to answer');
});

test('no buyer is promised that the order goes on whatever the bank decides', () => {
  const { advice } = statusOf(order({ role: 'buyer', isYourTurn: false, next: bank }));
  expect(advice).toContain('Nothing has to be done until the bank has decided.');
  expect(advice).not.toContain('goes on');
});

test('a task of the other side is not written as a task of the reader', () => {
  const next = { step: 'answer', by: ['seller'], until: null, becomes: 'returning' } satisfies Order['next'];
  expect(statusOf(order({ state: 'disputed', next })).step).toBe('Answer the problem');
  const { turn, step, advice } = statusOf(
    order({ role: 'buyer', state: 'disputed', isYourTurn: false, next }),
  );
  expect([turn, step]).toEqual(['Rahim’s turn', undefined]);
  expect(advice).toContain('Rahim knows of the problem and has to answer');
});

test('a seller who has not answered yet reads of the offer that the buyer has made meanwhile', () => {
  const next = { step: 'answer', by: ['seller'], until: null, becomes: 'returning' } satisfies Order['next'];
  const adviceOf = (...possible: Order['possible']) =>
    statusOf(order({ state: 'disputed', next, possible })).advice;
  expect(adviceOf('accept-offer', 'refuse')).toContain('and the buyer’s offer below. Accept the offer');
  expect(adviceOf('refuse')).not.toContain('offer below');
});

test('what Ringback does next is said to everybody', () => {
  const next = { step: 'decide', by: ['admin'], until: null, becomes: null } satisfies Order['next'];
  expect(statusOf(order({ state: 'disputed', isYourTurn: false, next })).step).toBe(
    'We look at both sides and decide',
  );
});

test('a buyer whose request to cancel ended with the parcel reads so', () => {
  const next = { step: 'receive', by: ['buyer'], until: null, becomes: 'disputed' } satisfies Order['next'];
  const adviceAfter = (...log: OrderTimelineEntry['what'][]) => {
    const timeline = log.map((what) => ({ what }) as OrderTimelineEntry);
    return statusOf(order({ role: 'buyer', state: 'sent', next, timeline })).advice;
  };
  const isOff = 'Rahim has sent the parcel, so the order is not cancelled. Press “I have it”';
  expect(adviceAfter('cancellation-asked')).toContain(isOff);
  expect(adviceAfter('cancellation-due')).toContain(isOff);
  expect(adviceAfter('cancellation-asked', 'cancellation-withdrawn')).not.toContain('cancelled');
  expect(adviceAfter()).not.toContain('cancelled');
});

test('nobody is told to show or enter a code that no longer works', () => {
  const codeTries = { left: 0, lockedUntil: null, isLockedForGood: true };
  for (const role of ['buyer', 'seller', 'admin'] as const) {
    expect(statusOf(order({ role })).advice).toContain('code');
    expect(statusOf(order({ role, codeTries })).advice).not.toContain('code');
  }
  expect(statusOf(order({ role: 'buyer', codeTries })).advice).toContain('then press “I have it”');
});

test('while a bank holds the money nobody is told to hand the phone over, and its seller is warned', () => {
  for (const role of ['buyer', 'seller', 'admin'] as const) {
    const { turn, step } = statusOf(order({ role, hasOpenChargeback: true, next: bank }));
    expect([turn, step]).toEqual(['Waiting for the bank', undefined]);
  }
  const { advice } = statusOf(order({ hasOpenChargeback: true, next: bank }));
  expect(advice).toContain('do not hand it over or send it');
});

test('a seller who may object to a cancellation is warned of the bank as well', () => {
  const next = { step: 'object', by: ['seller'], until: null, becomes: 'cancelled' } as const;
  const asked = order({ next: { ...next, by: ['seller'] } });
  expect(statusOf(asked).advice).not.toContain('bank');
  const { step, advice } = statusOf({ ...asked, hasOpenChargeback: true });
  // They cannot agree before the bank has decided.
  expect(step).toBe('Say if you object to the cancellation');
  expect(advice).toContain('do not hand it over or send it');
});

test('while a bank holds the money of a return, an admin is not told that they can decide', () => {
  for (const step of ['send-back', 'take-back'] as const) {
    const next = { step, by: ['buyer'], until: null, becomes: null } satisfies Order['next'];
    const returning = order({ role: 'admin', state: 'returning', next });
    expect(statusOf(returning).advice).toContain('You can decide');
    expect(statusOf({ ...returning, hasOpenChargeback: true }).advice).not.toContain('You can decide');
  }
});

test('an admin who has noted the proof of a delivery is not asked for it again', () => {
  const next = { step: 'receive', by: ['buyer'], until: null, becomes: 'disputed' } satisfies Order['next'];
  const sent = order({ role: 'admin', state: 'sent', next });
  expect(statusOf(sent).advice).toContain('confirm it here');
  const { advice } = statusOf({ ...sent, next: { ...next, becomes: 'handed_over' } });
  expect(advice).not.toContain('confirm it here');
});

test('once the phone is handed over, what its buyer has to do goes on beside the bank', () => {
  const next = { step: 'try-out', by: ['buyer'], until: null, becomes: 'completed' } as const;
  const handedOver = order({ role: 'buyer', state: 'handed_over', next: { ...next, by: ['buyer'] } });
  const { step, advice } = statusOf({ ...handedOver, hasOpenChargeback: true });
  expect(step).toBe('Try the phone out');
  // The page has no such button meanwhile.
  expect(advice).not.toContain('Everything is fine');
  expect(advice).toContain('no money moves until it has decided');
});

test('the consequence of no answer is stated to the side that it concerns', () => {
  expect(becomesWords('completed', 'seller')).toBe('you are paid');
  expect(becomesWords('completed', 'buyer')).toBe('the seller is paid');
  expect(becomesWords('refunded', 'buyer')).toBe('you get all your money back');
  expect(becomesWords('refunded', 'admin')).toBe('the buyer gets all their money back');
});

test('of a return, neither side is promised that the money waits for the phone', () => {
  const next = { step: 'send-back', by: ['buyer'], until: null, becomes: 'completed' } as const;
  const returning = (role: Order['role']) =>
    order({ role, state: 'returning', next: { ...next, by: ['buyer'] } });
  expect(statusOf(returning('buyer')).advice).toContain('Ask Rahim where to send the phone');
  expect(statusOf(returning('buyer')).advice).toContain('write to us before the time is up');
  expect(statusOf(returning('seller')).advice).toContain('Tell Bashir where to send the phone');
  expect(statusOf(returning('seller')).advice).not.toContain('held until it is with you');
});

test('a buyer who sends a phone back is promised a refund without an answer only where that follows', () => {
  const takeBack: Pick<Order['next'], 'step' | 'by' | 'until'> = {
    step: 'take-back',
    by: ['seller'],
    until: null,
  };
  const adviceWhere = (becomes: 'refunded' | null) =>
    statusOf(order({ role: 'buyer', state: 'returning', next: { ...takeBack, becomes } })).advice;
  expect(adviceWhere('refunded')).toContain('unless they say that something is wrong with it');
  expect(adviceWhere(null)).toContain('when they confirm that they have it');
});

test('no side of an order whose money has all gone back reads that it is held', () => {
  const next = { step: 'decide', by: ['admin'], until: null, becomes: null } satisfies Order['next'];
  for (const role of ['buyer', 'seller'] as const) {
    const reopened = order({ role, state: 'disputed', next });
    expect(statusOf(reopened).advice).toContain('held until then');
    expect(statusOf({ ...reopened, refundedCents: 42_050 }).advice).not.toContain('held');
  }
});

const offerTo = (side: 'buyer' | 'seller', role: Order['role']): string =>
  statusOf(
    order({ role, state: 'disputed', next: { step: 'agree', by: [side], until: null, becomes: null } }),
  ).advice;

test('of an open offer, whoever made it is not asked to accept it', () => {
  expect(offerTo('buyer', 'buyer')).toContain('Look at the offer below');
  expect(offerTo('seller', 'seller')).toContain('Look at the offer below');
  expect(offerTo('buyer', 'seller')).toContain('Bashir can accept your offer');
  expect(offerTo('seller', 'buyer')).toContain('Rahim can accept your offer');
});

const entry = (changes: Partial<OrderTimelineEntry>): OrderTimelineEntry => ({
  _id: '1',
  at: '2026-05-03T14:00:00.000Z',
  state: null,
  what: null,
  role: 'system',
  name: null,
  detail: null,
  ...changes,
});

test('the timeline names who paid, and nobody for what a bank does', () => {
  expect(actorOf(entry({ state: 'paid' }), sides)).toBe('Bashir');
  expect(actorOf(entry({ what: 'held-back' }), sides)).toBe(null);
  expect(actorOf(entry({ what: 'released' }), sides)).toBe(null);
  expect(actorOf(entry({ what: 'code-locked' }), sides)).toBe(null);
  expect(actorOf(entry({ state: 'cancelled' }), sides)).toBe('Ringback');
  expect(actorOf(entry({ state: 'cancelled', role: 'seller', name: 'Rahim' }), sides)).toBe('Rahim');
});

const opened = (role: OrderTimelineEntry['role']) =>
  order({ problem: null, timeline: [entry({ state: 'disputed', role, detail: 'There is no proof.' })] });

test('a dispute that neither side has opened says why there is one', () => {
  expect(problemOf(opened('system'))).toBe('There is no proof.');
  expect(problemOf(opened('admin'))).toBe('There is no proof.');
  // The seller's objection is shown in full among what both sides say.
  expect(problemOf(opened('seller'))).toBe(null);
  expect(problemOf({ ...opened('buyer'), problem: { reason: 'locked', text: '' } })).toBe(
    'It is locked or blocked',
  );
});

test('a parcel whose delivery is proven is not said to be on its way', () => {
  const next = { step: 'receive', by: ['buyer'], until: null, becomes: 'handed_over' } as const;
  for (const role of ['seller', 'admin'] as const) {
    const { advice } = statusOf(order({ role, state: 'sent', next: { ...next, by: ['buyer'] } }));
    expect(advice).toContain('The delivery is proven.');
    expect(advice).not.toContain('on its way');
  }
});
