/** The texts of the order pages that mails do not share. */
import type { Order, OrderNext, OrderTimelineEntry } from '#contract/orders.ts';
import type { OrderRole, OrderState, OrderStep } from '#contract/orders-machine.ts';
import { isAllGivenBack } from '#contract/orders-problems.ts';
import {
  bankHoldWords,
  orderStepWords,
  problemWords,
  taskWords,
  wasCancellationPending,
} from '#contract/orders-words.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

export const stateTones = {
  paid: 'wait',
  sent: 'wait',
  handed_over: 'good',
  disputed: 'bad',
  returning: 'wait',
  completed: 'good',
  cancelled: 'quiet',
  refunded: 'quiet',
} as const satisfies Record<OrderState, BadgeTone>;

/** The timeline's text when a state is entered. */
export const stateEntered = {
  paid: 'Paid',
  sent: 'Sent',
  handed_over: 'Handed over',
  disputed: 'Problem opened',
  returning: 'To be sent back',
  completed: 'Completed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
} as const satisfies Record<OrderState, string>;

/**
 * Who did it; null if the title says so. The server records the payment, what a bank does and wrong codes, but does none
 * of them.
 */
export function actorOf(
  { state, what, role, name }: OrderTimelineEntry,
  { buyer }: Pick<Order, 'buyer'>,
): string | null {
  if (role !== 'system') return name;
  if (state === 'paid') return buyer;
  return what === 'held-back' || what === 'released' || what === 'code-locked' ? null : 'Ringback';
}

/** The problem in a sentence; null if one side's own words say it. */
export function problemOf({ problem, timeline }: Pick<Order, 'problem' | 'timeline'>): string | null {
  const reason = problem?.reason ?? null;
  if (reason !== null) return problemWords[reason].what;
  // Neither side has reported one: a delivery without proof, or an order that an admin has opened again.
  const opened = timeline.findLast(({ state }) => state === 'disputed');
  return opened?.role === 'system' || opened?.role === 'admin' ? opened.detail : null;
}

/** What happens automatically at the deadline, in words for the person who reads it. */
export const becomesWords = (state: OrderState, role: OrderRole): string =>
  becomesForYou[role]?.[state] ?? becomes[state];

const becomesForYou: Partial<Record<OrderRole, Partial<Record<OrderState, string>>>> = {
  buyer: {
    cancelled: 'the order is cancelled and you get all your money back',
    refunded: 'you get all your money back',
  },
  seller: { completed: 'you are paid' },
};

const becomes = {
  paid: 'the order goes on as before',
  sent: 'the order goes on as before',
  handed_over: 'the phone counts as received',
  disputed: 'Ringback looks at it',
  returning: 'the phone is to be sent back',
  completed: 'the seller is paid',
  cancelled: 'the order is cancelled and the buyer gets all their money back',
  refunded: 'the buyer gets all their money back',
} as const satisfies Record<OrderState, string>;

/** The usual states of an order, which fill its ring. */
export const stepsOf = (delivery: Order['delivery']): readonly OrderState[] =>
  delivery === 'parcel' ? ['paid', 'sent', 'handed_over', 'completed'] : ['paid', 'handed_over', 'completed'];

/** Whose turn it is, in words for the person who reads it. */
function turnWords({ next: { by }, role, buyer, seller }: Sides & Pick<Order, 'next' | 'role'>): string {
  const names = { buyer, seller, admin: 'Ringback' };
  const others = by.filter((side) => side !== role).map((side) => names[side]);
  if (!by.includes(role)) return others.length === 0 ? 'Under way' : `${others.join(' and ')}’s turn`;
  return others.length === 0 ? 'Your turn' : `Your turn, together with ${others.join(' and ')}`;
}

type Sides = Pick<Order, 'buyer' | 'seller'>;

/** An order's situation: whose turn it is, what comes next, and what to do and not to do. */
export interface OrderStatus {
  readonly turn: string;
  readonly isYourTurn: boolean;
  readonly step?: string;
  readonly advice: string;
}

/** Whether a bank holds the money: nobody should hand a phone over then. */
export const waitsForBank = ({ next }: Pick<Order, 'next'>): boolean => next.step === 'bank';

const waitingForBank = 'Waiting for the bank';

/** The situation of an open order, in words for the person who reads it. */
export function statusOf(order: Order): OrderStatus {
  const { next, role, isYourTurn } = order;
  if (waitsForBank(order))
    return { turn: waitingForBank, isYourTurn: false, advice: adviceFor(next.step, role, order) };
  // A refund that is under way is not stopped by the bank.
  const advice =
    order.hasOpenChargeback && next.step !== 'refund'
      ? `${bankNote[next.step]?.[role] ?? adviceFor(next.step, role, order)} ${heldBackWords[role]}`
      : adviceFor(next.step, role, order);
  // To whoever waits for the other side, "Answer the problem" would read as their own task; the advice says it.
  const isForOthers = !isYourTurn && next.by.some((side) => side !== 'admin');
  const stepWords = isYourTurn ? taskWords(next.step) : orderStepWords[next.step];
  const step = isForOthers ? undefined : stepWords;
  return { turn: turnWords(order), isYourTurn, ...(step !== undefined && { step }), advice };
}

const answering = 'The seller has to answer the problem.';
const offered =
  'Look at the offer below. It can be declined or replaced now, and accepted once the bank has decided.';

/** Shown beside the possible actions, and in their dialogs, while a bank holds the money. */
export const heldBackWords: Readonly<Record<OrderRole, string>> = {
  buyer: bankHoldWords('buyer'),
  seller: bankHoldWords('seller'),
  admin: 'The buyer’s bank is looking at the payment: its chargeback is under Needs attention.',
};

/** Replaces the usual advice if that names a disabled button, or must not be followed while the bank holds the money. */
const bankNote: Partial<Record<OrderStep, Partial<Record<OrderRole, string>>>> = {
  object: {
    seller:
      'Object if the order should go on, and say why. If you have the phone, do not hand it over or send it until the bank has decided.',
  },
  'try-out': {
    buyer: 'Try everything, and report a problem if there is one.',
    seller: 'The buyer tries the phone out.',
  },
  answer: { seller: 'Read the problem below. Make an offer, or refuse and say why.', admin: answering },
  agree: { buyer: offered, seller: offered, admin: 'One side has made the other an offer.' },
  'send-back': {
    buyer: 'Send the phone back and enter carrier and tracking number.',
    admin: 'The buyer is to send the phone back.',
  },
  'refund-decided': { buyer: 'You get all your money back, from us or from your bank.' },
  'take-back': {
    seller: 'Look at what came back, and say if something is wrong with it.',
    admin: 'The phone is on its way back to the seller.',
  },
};

type Advice = Readonly<Record<OrderRole, (order: Order) => string>>;

/** What to do now, and what is safe, for each side. */
const adviceFor = (step: OrderNext['step'], role: OrderRole, order: Order): string =>
  advice[step][role](order);

/** After too many wrong codes. */
const isCodeUseless = ({ codeTries }: Pick<Order, 'codeTries'>): boolean =>
  codeTries?.isLockedForGood === true;

/** Not only until the code: the seller is paid when the buyer is satisfied, or their time to try it out is over. */
const heldUntil = (tries: string): string => `The money is held until ${tries} had time to try it out.`;
const offerToYou = 'Look at the offer below: accept it, decline it, or make another one. The money is held.';
const offerOfYours = (other: string): string =>
  `${other} can accept your offer, decline it, or make another one. The money is held.`;

const advice: Readonly<Record<OrderStep, Advice>> = {
  'hand-over': {
    buyer: (order) =>
      `Arrange a meeting with ${order.seller}. Check the phone with the list below, then ${isCodeUseless(order) ? 'press “I have it”' : 'show your code'}. ${heldUntil('you have')}`,
    seller: (order) =>
      `Arrange a meeting with ${order.buyer}. When they have looked at the phone, ${isCodeUseless(order) ? 'they press “I have it” on their page' : 'enter their code on the order’s page'}. ${heldUntil('they have')}`,
    admin: (order) =>
      `The two meet, and ${isCodeUseless(order) ? 'the buyer confirms that they have the phone' : 'the seller enters the buyer’s code'}. ${heldUntil('the buyer has')}`,
  },
  send: {
    buyer: ({ seller }) => `${seller} sends the phone to your address. ${heldUntil('you have')}`,
    seller: () => 'Send the phone to the address on this page, then enter carrier and tracking number.',
    admin: () => `The seller sends the phone to the buyer’s address. ${heldUntil('the buyer has')}`,
  },
  object: {
    buyer: ({ seller }) => `${seller} can still object. Otherwise you get all your money back.`,
    seller: ({ buyer }) =>
      `Object if the order should go on, and say why. Otherwise ${buyer} gets all their money back.`,
    admin: () => 'The order is cancelled unless the seller objects.',
  },
  receive: {
    buyer: ({ seller, timeline }) =>
      `${wasCancellationPending(timeline.map(({ what }) => what)) ? `${seller} has sent the parcel, so the order is not cancelled. ` : ''}Press “I have it” when the parcel is in your hands and the phone is in it.`,
    seller: ({ buyer, next }) =>
      next.becomes === 'handed_over'
        ? `The delivery is proven. ${buyer} confirms that they have the phone, or reports a problem.`
        : `The parcel is on its way to ${buyer}. Keep the carrier’s receipt.`,
    admin: ({ next }) =>
      next.becomes === 'handed_over'
        ? 'The delivery is proven. The buyer confirms that they have the phone, or reports a problem.'
        : 'The parcel is on its way. If the carrier has proof of delivery, confirm it here.',
  },
  'try-out': {
    buyer: () =>
      'Try everything. Then press “Everything is fine”, or report a problem while the money is held.',
    seller: ({ buyer }) =>
      `${buyer} tries the phone out. You are paid when they are satisfied, or when the time is up.`,
    admin: () => 'The buyer tries the phone out. The money is held.',
  },
  answer: {
    buyer: ({ seller, hasDeletedSide }) =>
      `${hasDeletedSide ? `The account of ${seller} was deleted, so they cannot answer.` : `${seller} knows of the problem and has to answer.`} Your money is held.`,
    seller: ({ possible }) =>
      possible.includes('accept-offer')
        ? 'Read the problem and the buyer’s offer below. Accept the offer, make another one, give the money back, or refuse and say why.'
        : 'Read the problem below. Give the money back, make an offer, or refuse and say why.',
    admin: () => 'The seller has to answer the problem. You can decide at any time.',
  },
  agree: {
    buyer: ({ next, seller }) => (next.by.includes('buyer') ? offerToYou : offerOfYours(seller)),
    seller: ({ next, buyer }) => (next.by.includes('seller') ? offerToYou : offerOfYours(buyer)),
    admin: () => 'One side has made the other an offer. You can decide at any time.',
  },
  decide: {
    buyer: (order) => {
      if (isAllGivenBack(order))
        return 'We look at it again and decide whether the seller is paid by us. What has gone back to you stays yours.';
      return order.state === 'returning' && order.hasDeletedSide
        ? `The account of ${order.seller} was deleted, so do not send the phone back. We decide, and your money is held until then.`
        : 'We read what both of you wrote, and decide. Your money is held until then.';
    },
    seller: (order) =>
      isAllGivenBack(order)
        ? 'We look at it again and decide whether we pay you. The buyer’s money has gone back to them.'
        : 'We read what both of you wrote, and decide. The money is held until then.',
    admin: () => 'Read the problem and the timeline, then decide. Both sides read your words.',
  },
  bank: {
    buyer: ({ seller, state, hasDeletedSide }) =>
      `Your bank has taken the money back and looks at the payment. ${
        state === 'paid' && hasDeletedSide
          ? `The account of ${seller} was deleted, so the order is cancelled once the bank has decided.`
          : 'Nothing has to be done until the bank has decided.'
      }`,
    seller: ({ state, hasDeletedSide }) =>
      state === 'paid' && hasDeletedSide
        ? 'The buyer’s bank has taken the money back and looks at the payment. The buyer’s account was deleted, so keep the phone: the order is cancelled once the bank has decided.'
        : 'The buyer’s bank has taken the money back and looks at the payment. If you have the phone, do not hand it over or send it until the bank has decided.',
    admin: () =>
      'The buyer’s bank has taken the money back and looks at the payment. Its chargeback is under Needs attention.',
  },
  'send-back': {
    buyer: ({ seller }) =>
      `Ask ${seller} where to send the phone, then enter carrier and tracking number, or keep it after all. If you cannot reach ${seller}, write to us before the time is up.`,
    seller: ({ buyer }) =>
      `Tell ${buyer} where to send the phone. You will have time to look at it before the money goes back.`,
    admin: () => 'The buyer is to send the phone back. You can decide at any time.',
  },
  'take-back': {
    buyer: ({ seller, next }) =>
      `The phone is on its way to ${seller}. ${
        next.becomes === null
          ? 'You get all your money back when they confirm that they have it.'
          : 'You get all your money back unless they say that something is wrong with it.'
      }`,
    seller: () => 'Look at what came back. Confirm it, or say what is wrong with it.',
    admin: () => 'The phone is on its way back to the seller. You can decide at any time.',
  },
  'refund-decided': {
    buyer: () =>
      'You get all your money back. It has not been sent to your card yet: that happens by itself, and there is nothing for you to do.',
    seller: () => 'The buyer gets all their money back. There is nothing for you to do.',
    admin: () => 'The card processor has not taken the refund yet. It is asked again by itself.',
  },
  refund: {
    buyer: () => 'All your money goes back to your card. Your bank may take some days to show it.',
    seller: () => 'The buyer gets all their money back. There is nothing for you to do.',
    admin: () => 'The refund is under way at the card processor.',
  },
  'refund-delayed': {
    buyer: () =>
      'The refund could not be paid to your card. The money is still yours: one of us is looking for another way to return it and will write to you.',
    seller: () => 'The refund could not be paid to the buyer’s card. There is nothing for you to do.',
    admin: () => 'The refund has failed too often. Decide about it under Needs attention.',
  },
  nothing: {
    buyer: () => 'This order has ended.',
    seller: () => 'This order has ended.',
    admin: () => 'This order has ended.',
  },
};
