/** Why the ledger and the card processor may differ, in words for admins, and what can be done about it. */

/**
 * `process`: query the processor again and process the result. `record`: write it into the ledger, as a cost or gain of
 * the processor, or as money from the bank. `explain`: write down why the difference stays.
 */
export const differenceActions = ['process', 'record', 'explain'] as const;
export type DifferenceAction = (typeof differenceActions)[number];

interface Reason {
  readonly words: string;
  /** After how many hours it needs attention; null if a bank decides, because such cases are on other lists. */
  readonly overdueAfterHours: number | null;
  readonly actions: readonly DifferenceAction[];
}

const day = 24;

export const differenceReasons = {
  'on-its-way': {
    words: 'It happened minutes ago and is still being recorded.',
    overdueAfterHours: day,
    actions: ['process'],
  },
  'not-in-ledger': {
    words: 'The processor has moved this money. The ledger does not know of it.',
    overdueAfterHours: day,
    actions: ['process', 'explain'],
  },
  'not-at-processor': {
    words: 'It is in the ledger. The processor has no such movement.',
    overdueAfterHours: day,
    actions: ['process', 'explain'],
  },
  'other-amount': {
    words: 'Both have it, with different amounts.',
    overdueAfterHours: day,
    actions: ['process', 'explain'],
  },
  'not-on-balance': {
    words: 'It is charged or refunded and has not reached the processor’s balance yet.',
    overdueAfterHours: day,
    actions: [],
  },
  'refund-under-way': {
    words: 'The processor has sent the refund. It counts when the buyer’s bank has taken it.',
    overdueAfterHours: null,
    actions: [],
  },
  'chargeback-undecided': {
    words: 'A bank has taken the money back and has not decided yet.',
    overdueAfterHours: null,
    actions: [],
  },
  'payout-under-way': {
    words: 'It is on its way to the operator’s bank.',
    overdueAfterHours: 10 * day,
    actions: ['process'],
  },
  'other-currency': {
    words: 'The card was charged in another currency. Decide about the charge under Needs attention.',
    overdueAfterHours: day,
    actions: ['explain'],
  },
  'processors-own': {
    words: 'The processor has moved money of its own accord: a fee, an adjustment, a reserve.',
    overdueAfterHours: day,
    actions: ['record', 'explain'],
  },
  'paid-in': {
    words: 'It was paid in at the processor from the operator’s bank.',
    overdueAfterHours: day,
    actions: ['record', 'explain'],
  },
  'balance-differs': {
    words: 'The processor’s balance is not the sum of the movements that it lists.',
    overdueAfterHours: day,
    actions: ['explain'],
  },
} as const satisfies Readonly<Record<string, Reason>>;
export type DifferenceReason = keyof typeof differenceReasons;

// The type of `Object.keys` loses the names of the keys.
export const differenceReasonNames = Object.keys(differenceReasons) as DifferenceReason[];

/** The longest explanation of a difference, in characters. */
export const longestExplanation = 500;

/** The names of movements, by the first part of their key. */
const movementNames: Readonly<Record<string, string>> = {
  charge: 'Charge',
  'processor-fee': 'Fee of a charge',
  refund: 'Refund',
  'refund-failed': 'Refund that came back',
  'chargeback-lost': 'Chargeback',
  'chargeback-fee': 'Fee of a chargeback',
  transfer: 'Transfer to a seller',
  'transfer-back': 'Transfer that came back',
  payout: 'Payout to the bank',
  'payout-failed': 'Payout that came back',
  topup: 'Money paid in',
  'movement-fee': 'Fee of a movement',
  balance: 'The whole balance',
};

/** The name of a difference's movement. */
export const movementName = (key: string): string => movementNames[key.split(':')[0] ?? ''] ?? 'Movement';
