/** The texts about orders that people read. Without schemas, for pages, mails and receipts. */
import { formatCents } from './money.ts';
import type {
  ChecklistItem,
  OrderAction,
  OrderLogKind,
  OrderRole,
  OrderState,
  OrderStep,
} from './orders-machine.ts';
import type {
  CorrectionReason,
  DecisionOutcome,
  DecisionReason,
  DisputeCause,
  OfferKind,
  ProblemReason,
  StatementKind,
} from './orders-problems.ts';

export const orderStateWords: Readonly<Record<OrderState, string>> = {
  paid: 'Paid, waiting for the hand-over',
  sent: 'On its way',
  handed_over: 'Handed over',
  disputed: 'A problem is open',
  returning: 'Being returned',
  completed: 'Completed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
};

const cancelling: readonly (string | null)[] = [
  'cancellation-asked',
  'cancellation-due',
] satisfies OrderLogKind[];

/** Whether the last word about a cancellation was that the order is about to be cancelled. */
export function wasCancellationPending(log: readonly (string | null)[]): boolean {
  const last = log.findLast((kind) => kind === 'cancellation-withdrawn' || cancelling.includes(kind));
  return last !== undefined && cancelling.includes(last);
}

/** The entry of the last wish to cancel, if it was the buyer's; its detail is what they wrote. */
export function wishToCancel<Entry extends { readonly what: string | null }>(
  timeline: readonly Entry[],
): Entry | undefined {
  const begun = timeline.findLast(({ what }) => cancelling.includes(what));
  return begun?.what === 'cancellation-asked' ? begun : undefined;
}

/** The labels of buttons. */
export const orderActionWords: Readonly<Record<OrderAction, string>> = {
  'choose-delivery': 'Change the delivery',
  'renew-code': 'Get a new code',
  check: 'Tick off',
  'hand-over': 'Hand over',
  'confirm-receipt': 'I have it',
  accept: 'Everything is fine',
  send: 'I have sent it',
  cancel: 'Cancel the order',
  'ask-to-cancel': 'Ask to cancel',
  'withdraw-cancellation': 'Keep the order after all',
  object: 'Object',
  refund: 'Give the money back',
  'report-problem': 'Report a problem',
  'withdraw-problem': 'The problem is solved',
  offer: 'Make an offer',
  'accept-offer': 'Accept the offer',
  'decline-offer': 'Decline the offer',
  refuse: 'Refuse, and say why',
  'add-evidence': 'Add evidence',
  'confirm-delivery': 'Delivery is proven',
  decide: 'Decide',
  reopen: 'Open again',
  'send-back': 'I have sent it back',
  'confirm-return': 'I have it back',
  'dispute-return': 'Something is wrong with the return',
  keep: 'Keep the phone',
  'list-again': 'List it again',
};

/** What happens next. */
export const orderStepWords: Readonly<Record<OrderStep, string>> = {
  'hand-over': 'Meet for the hand-over',
  send: 'Send the parcel',
  object: 'Say if you object to the cancellation',
  receive: 'Confirm the parcel when it arrives',
  'try-out': 'Try the phone out',
  answer: 'Answer the problem',
  agree: 'Accept or decline the offer',
  decide: 'We look at both sides and decide',
  bank: 'Waiting for the bank, which holds the payment back',
  'send-back': 'Send the phone back',
  'take-back': 'Look at the phone that comes back',
  'refund-decided': 'The refund has not been sent yet',
  refund: 'The money is on its way back',
  'refund-delayed': 'The refund takes longer than usual',
  nothing: 'Nothing more to do',
};

/** What somebody has to do; steps that Ringback takes itself have no text. */
const awaitedWords: Readonly<Partial<Record<OrderStep, string>>> = {
  'hand-over': 'meet for the hand-over',
  send: 'send the parcel',
  object: 'say if they object to the cancellation',
  receive: 'confirm that the parcel is here',
  'try-out': 'try the phone out',
  answer: 'answer the problem',
  agree: 'accept or decline the offer',
  'send-back': 'send the phone back',
  'take-back': 'look at the phone that comes back',
};

/** What the reader has to do. */
export const taskWords = (step: OrderStep): string =>
  step === 'decide' ? 'Look at both sides and decide' : orderStepWords[step];

/**
 * What somebody else does next, as one line of a list.
 *
 * @param awaited the name of whoever has to do it; absent if it is Ringback
 */
export function nextWords(step: OrderStep, awaited?: string): string {
  const deed = awaitedWords[step];
  return awaited === undefined || deed === undefined
    ? orderStepWords[step]
    : `Waiting for ${awaited} to ${deed}`;
}

export const orderLogWords: Readonly<Record<OrderLogKind, string>> = {
  'delivery-chosen': 'Delivery changed',
  'code-renewed': 'New code',
  'code-locked': 'Too many wrong codes',
  checked: 'Checked',
  unchecked: 'No longer checked',
  'cancellation-asked': 'Asked to cancel',
  'cancellation-withdrawn': 'Keeps the order after all',
  'cancellation-due': 'Not handed over in time: cancelled unless the seller objects',
  reminded: 'Reminder sent to both',
  'last-day': 'Reminder: the last day has begun',
  offered: 'Offer made',
  'offer-declined': 'Offer declined',
  refused: 'Refused, with reasons',
  'evidence-added': 'Evidence added',
  escalated: 'Waits for Ringback’s decision',
  'delivery-confirmed': 'Delivery proven',
  returned: 'Sent back',
  'listed-again': 'Listed again',
  'held-back': 'The buyer’s bank holds the payment back',
  released: 'The buyer’s bank no longer holds the payment back',
  'given-back': 'A part given back to the buyer',
  extended: 'Deadlines moved, because this site was down',
  'day-passed': 'One day passed',
};

export const checklistWords: Readonly<Record<ChecklistItem, string>> = {
  imei: 'The IMEI that *#06# shows is the one on the box or invoice',
  lock: 'The activation lock is off: the phone asks for no other account',
  battery: 'The battery health is as described',
  screen: 'The screen has no cracks, spots or dead areas',
  cameras: 'All cameras take sharp pictures',
  charging: 'It charges',
};

export const problemWords: Readonly<Record<ProblemReason, { what: string; show: string }>> = {
  'not-as-described': {
    what: 'It is not as described',
    show: 'Say what differs from the listing. Show it: a photo of each difference, and one of the whole phone.',
  },
  'does-not-work': {
    what: 'It does not work',
    show: 'Say what does not work, and what you have tried. Show it: a photo of what the phone does instead.',
  },
  locked: {
    what: 'It is locked or blocked',
    show: 'Say what the phone asks for, and its IMEI. Show it: a photo of the lock screen.',
  },
  'never-arrived': {
    what: 'I never got it',
    show: 'Say when you last heard from the seller. Show it: a picture of what the carrier’s page says.',
  },
  'other-phone': {
    what: 'It is not the phone that was shown',
    show: 'Say which phone it is, and its IMEI. Show it: a photo of the phone, and one of its settings page.',
  },
};

export const causeWords: Readonly<Record<DisputeCause, string>> = {
  objection: 'The seller objects to the cancellation',
  'no-proof': 'Nothing proves that the parcel has arrived',
  correction: 'Opened again by an admin',
  'account-deleted': 'The account of one side was deleted',
};

export const outcomeWords: Readonly<Record<DecisionOutcome, string>> = {
  complete: 'The seller is paid',
  refund: 'The buyer gets all their money back',
  part: 'The buyer gets a part back and keeps the phone',
  return: 'The buyer sends the phone back first',
};

export const statementWords: Readonly<Record<StatementKind, string>> = {
  report: 'The problem',
  answer: 'Refused',
  offer: 'Offer',
  evidence: 'Evidence',
  objection: 'Objection',
  return: 'The return',
};

/** An offer in words that both sides read, with the money that would go back. */
export const offerWords = (kind: OfferKind, cents: number | null): string =>
  kind === 'return' || cents === null
    ? 'The phone goes back first, then all of the money'
    : `${formatCents(cents)} goes back, and the phone stays where it is`;

export const correctionWords: Readonly<Record<CorrectionReason, string>> = {
  'wrong-decision': 'It was decided wrongly',
  'new-evidence': 'Something new has come to light',
  'wrong-amount': 'The amount was wrong',
  'technical-error': 'A technical error',
};

export const decisionWords: Readonly<Record<DecisionReason, string>> = {
  'evidence-of-buyer': 'The buyer’s evidence shows the problem',
  'evidence-of-seller': 'The seller’s evidence shows that the phone is as agreed',
  'not-delivered': 'The phone was not delivered',
  delivered: 'The phone was delivered',
  agreement: 'Both sides agreed',
  'rules-broken': 'The rules of this site were broken',
};

/** While a bank holds the payment of an order back. Everybody but the buyer reads of "the buyer's bank". */
export const bankHoldWords = (reader: OrderRole): string =>
  `${reader === 'buyer' ? 'Your' : 'The buyer’s'} bank is looking at the payment: no money moves until it has decided.`;
