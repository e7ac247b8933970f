/** The states of an order as data: transitions, and what each side can do. Without schemas, for pages. */
import { dealDurations, reminderMinutes } from './deal-terms.ts';
import type { Machine, Role, StateEvents } from './states.ts';

export const orderStates = [
  'paid',
  'sent',
  'handed_over',
  'disputed',
  'returning',
  'completed',
  'cancelled',
  'refunded',
] as const;
export type OrderState = (typeof orderStates)[number];

/** In these states the money is held; in all others the seller or the buyer has it. */
export const openOrderStates = [
  'paid',
  'sent',
  'handed_over',
  'disputed',
  'returning',
] as const satisfies readonly OrderState[];

/** Whether the money of an order in this state is still held. */
export const isOpenOrder = (state: OrderState): boolean => openOrderStates.some((open) => open === state);

/**
 * An order begins with the payment and has the id of its booking. `cancelled` and `refunded` return everything to the
 * buyer; `completed` pays the seller. The system may also move an order to `refunded` if somebody refunded the charge
 * at the processor, or the buyer's bank took it back.
 */
export const orderMachine = {
  name: 'order',
  first: 'paid',
  transitions: {
    paid: {
      sent: { by: ['seller'] },
      handed_over: { by: ['seller', 'buyer'] },
      cancelled: {
        by: ['seller', 'system'],
        after: { minutes: dealDurations.handOver.minutes, remindAfterMinutes: reminderMinutes },
      },
      // By the system for orders of bookings that were paid before orders existed, if the account of a side is deleted.
      disputed: { by: ['buyer', 'seller', 'system'] },
      refunded: { by: ['system'] },
    },
    sent: {
      // Only with proof of delivery.
      handed_over: { by: ['buyer', 'system'], after: { minutes: dealDurations.delivery.minutes } },
      refunded: { by: ['seller', 'system'] },
      // Without proof of delivery it goes to the admin.
      disputed: { by: ['buyer', 'system'], after: { minutes: dealDurations.delivery.minutes } },
    },
    handed_over: {
      completed: { by: ['buyer', 'system'], after: { minutes: dealDurations.trial.minutes } },
      refunded: { by: ['seller', 'system'] },
      disputed: { by: ['buyer'] },
    },
    disputed: {
      // By the seller if they accept the buyer's offer of a partial refund.
      completed: { by: ['buyer', 'seller', 'admin'] },
      // By the system if the buyer has the phone and the seller does not answer.
      returning: {
        by: ['buyer', 'seller', 'admin', 'system'],
        after: { minutes: dealDurations.answer.minutes },
      },
      // By the system if the buyer never got the phone and the seller does not answer.
      refunded: { by: ['seller', 'admin', 'system'], after: { minutes: dealDurations.answer.minutes } },
    },
    returning: {
      refunded: {
        by: ['seller', 'admin', 'system'],
        after: { minutes: dealDurations.returnDelivery.minutes },
      },
      disputed: { by: ['seller'] },
      completed: {
        by: ['buyer', 'admin', 'system'],
        after: { minutes: dealDurations.returnSending.minutes },
      },
    },
    completed: { disputed: { by: ['admin'] }, refunded: { by: ['system'] } },
    cancelled: {},
    refunded: { disputed: { by: ['admin'] } },
  },
} as const satisfies Machine<'order', OrderState>;

/** Somebody's role in an order. */
export const orderRoles = ['buyer', 'seller', 'admin'] as const satisfies readonly Role[];
export type OrderRole = (typeof orderRoles)[number];

interface Action {
  readonly by: readonly OrderRole[];
  readonly from: readonly OrderState[];
  /** The states that it may lead to; empty if it does not change the state. */
  readonly to?: readonly OrderState[];
}

/** What people can do with an order. Each is a call, `POST /orders/:_id/<action>`. */
export const orderActions = {
  /** A meeting, or a parcel to an address. */
  'choose-delivery': { by: ['buyer'], from: ['paid'] },
  'renew-code': { by: ['buyer'], from: ['paid'] },
  /** Ticks an item of the checklist, with the phone in hand. */
  check: { by: ['buyer'], from: ['paid', 'sent', 'handed_over'] },
  'hand-over': { by: ['seller'], from: ['paid'], to: ['handed_over'] },
  'confirm-receipt': { by: ['buyer'], from: ['paid', 'sent'], to: ['handed_over'] },
  accept: { by: ['buyer'], from: ['handed_over'], to: ['completed'] },
  send: { by: ['seller'], from: ['paid'], to: ['sent'] },
  cancel: { by: ['seller'], from: ['paid'], to: ['cancelled'] },
  'ask-to-cancel': { by: ['buyer'], from: ['paid'] },
  'withdraw-cancellation': { by: ['buyer'], from: ['paid'] },
  object: { by: ['seller'], from: ['paid'], to: ['disputed'] },
  refund: { by: ['seller'], from: ['sent', 'handed_over', 'disputed'], to: ['refunded'] },
  'report-problem': { by: ['buyer'], from: ['paid', 'sent', 'handed_over'], to: ['disputed'] },
  'withdraw-problem': { by: ['buyer'], from: ['disputed'], to: ['completed'] },
  'confirm-delivery': { by: ['admin'], from: ['sent'] },
  /** An offer of a partial refund, or to send the phone back first. It replaces the open offer. */
  offer: { by: ['buyer', 'seller'], from: ['disputed'] },
  'accept-offer': { by: ['buyer', 'seller'], from: ['disputed'], to: ['completed', 'returning'] },
  'decline-offer': { by: ['buyer', 'seller'], from: ['disputed'] },
  /** The seller says why the buyer is wrong; an admin then decides. */
  refuse: { by: ['seller'], from: ['disputed'] },
  'add-evidence': { by: ['buyer', 'seller'], from: ['disputed', 'returning'] },
  decide: { by: ['admin'], from: ['disputed', 'returning'], to: ['completed', 'returning', 'refunded'] },
  /** Corrects a decision that was wrong. */
  reopen: { by: ['admin'], from: ['completed', 'refunded'], to: ['disputed'] },
  'send-back': { by: ['buyer'], from: ['returning'] },
  'confirm-return': { by: ['seller'], from: ['returning'], to: ['refunded'] },
  'dispute-return': { by: ['seller'], from: ['returning'], to: ['disputed'] },
  keep: { by: ['buyer'], from: ['returning'], to: ['completed'] },
  'list-again': { by: ['seller'], from: ['cancelled', 'refunded'] },
} as const satisfies Record<string, Action>;
export type OrderAction = keyof typeof orderActions;

// The type of `Object.keys` loses the names of the keys.
export const orderActionNames = Object.keys(orderActions) as OrderAction[];

/** Whether anybody in this role may ever do this. */
export const mayDo = (action: OrderAction, role: OrderRole): boolean =>
  orderActions[action].by.some((each) => each === role);

/** The facts, in addition to the state, on which the possible actions depend. */
export interface OrderFacts {
  readonly state: OrderState;
  readonly delivery: 'meeting' | 'parcel';
  /** Who has requested a cancellation to which the seller may object. */
  readonly cancelAskedBy: 'buyer' | 'system' | null;
  readonly isCodeLockedForGood: boolean;
  readonly isDelivered: boolean;
  readonly isReturnSent: boolean;
  /** Not if that was done already, an admin has removed the listing, or the seller is suspended. */
  readonly mayListAgain: boolean;
  /** The side whose offer is open in a dispute. */
  readonly offerBy: 'buyer' | 'seller' | null;
  /** An admin has to decide. */
  readonly isWithAdmin: boolean;
  /** Everything went back to the buyer: no money is left to divide. */
  readonly isMoneyGone: boolean;
  /** Paid before orders existed: it never gives money back by itself. */
  readonly isAdopted: boolean;
  /** While a chargeback is open, no money moves. */
  readonly hasOpenChargeback: boolean;
}

const isOfferOfOther = ({ offerBy }: OrderFacts, role: OrderRole): boolean =>
  offerBy !== null && offerBy !== role;

const conditions: Partial<Record<OrderAction, (facts: OrderFacts, role: OrderRole) => boolean>> = {
  send: ({ delivery }) => delivery === 'parcel',
  // A new code could not be entered either.
  'renew-code': ({ isCodeLockedForGood }) => !isCodeLockedForGood,
  'hand-over': ({ isCodeLockedForGood }) => !isCodeLockedForGood,
  // If the seller does not answer, the money goes back, which must not happen to an order that was paid before orders
  // existed. Its buyer reports a problem instead, which an admin decides.
  'ask-to-cancel': ({ cancelAskedBy, isAdopted }) => cancelAskedBy === null && !isAdopted,
  'withdraw-cancellation': ({ cancelAskedBy }) => cancelAskedBy === 'buyer',
  object: ({ cancelAskedBy }) => cancelAskedBy !== null,
  offer: ({ isMoneyGone }) => !isMoneyGone,
  'accept-offer': isOfferOfOther,
  'decline-offer': isOfferOfOther,
  refuse: ({ isWithAdmin }) => !isWithAdmin,
  // The buyer has all of it already: the seller would only give up what an admin may decide to pay them.
  refund: ({ isMoneyGone }) => !isMoneyGone,
  'withdraw-problem': ({ isMoneyGone }) => !isMoneyGone,
  'confirm-delivery': ({ isDelivered }) => !isDelivered,
  // An admin decides before it is sent if nobody can receive it: the seller's account was deleted.
  'send-back': ({ isReturnSent, isWithAdmin }) => !isReturnSent && !isWithAdmin,
  'list-again': ({ mayListAgain }) => mayListAgain,
};

/** The states that an action may lead to; empty if it does not change the state. */
export function targetsOf(action: OrderAction): readonly OrderState[] {
  const { to = [] }: Action = orderActions[action];
  return to;
}

/** Reopening an order takes back the money that its seller has got. */
const movesMoney = (action: OrderAction): boolean =>
  action === 'reopen' || !targetsOf(action).every(isOpenOrder);

/**
 * The actions that somebody in this role can take now: pages offer exactly these, and the server refuses all others.
 */
export const possibleActions = (facts: OrderFacts, role: OrderRole): OrderAction[] =>
  orderActionNames.filter(
    (action) =>
      mayDo(action, role) &&
      orderActions[action].from.some((state) => state === facts.state) &&
      (conditions[action]?.(facts, role) ?? true) &&
      !(facts.hasOpenChargeback && movesMoney(action)),
  );

/** The entries of an order's timeline in addition to its states. */
export const orderLogKinds = [
  'delivery-chosen',
  'code-renewed',
  'code-locked',
  'checked',
  'unchecked',
  'cancellation-asked',
  'cancellation-withdrawn',
  /** Automatically, since the phone was not handed over in time. */
  'cancellation-due',
  'reminded',
  /** Whoever has to act is reminded, a day before something happens without them. */
  'last-day',
  'offered',
  'offer-declined',
  /** The seller has explained why the buyer is wrong. */
  'refused',
  'evidence-added',
  /** From here on, an admin has to decide. */
  'escalated',
  'delivery-confirmed',
  'returned',
  'listed-again',
  /** The buyer’s bank holds the payment back: a chargeback is open. */
  'held-back',
  /** The bank has decided, and has not taken all of the payment. */
  'released',
  /** A part of the money went back to the buyer at the processor; the detail is how much. */
  'given-back',
  /** Its deadlines were moved, because Ringback was down. */
  'extended',
  /** Its deadlines were moved a day nearer by a visitor of the demo. */
  'day-passed',
] as const;
export type OrderLogKind = (typeof orderLogKinds)[number];

interface LogEntry {
  readonly role: Role;
  readonly detail: string | null;
}

/** What a transition gives back to the buyer, without what went back before; absent in events of earlier versions. */
interface MoneyMoved {
  readonly backCents?: number;
}

type OrderMoves = StateEvents<typeof orderMachine>;

export type OrderEvents = { [Kind in keyof OrderMoves]: OrderMoves[Kind] & MoneyMoved } & {
  [Kind in OrderLogKind as `order.${Kind}`]: LogEntry;
};

/** How many wrong codes are allowed before the next pause, and before the code becomes invalid. */
export const codeTries = { untilPause: 5, pauseMinutes: 60, inAll: 15 } as const;

/** What the buyer checks with the phone in hand. */
export const checklistItems = ['imei', 'lock', 'battery', 'screen', 'cameras', 'charging'] as const;
export type ChecklistItem = (typeof checklistItems)[number];

/** What an order waits for. */
export const orderSteps = [
  'hand-over',
  'send',
  'object',
  'receive',
  'try-out',
  'answer',
  /** An answer to an offer of the other side. */
  'agree',
  'decide',
  /** A decision of the buyer's bank, if it holds the payment back. */
  'bank',
  'send-back',
  'take-back',
  /** The processor has not accepted the refund yet. */
  'refund-decided',
  'refund',
  /** A bank has refused the refund, and an admin looks for another way. */
  'refund-delayed',
  'nothing',
] as const;
export type OrderStep = (typeof orderSteps)[number];
