/** The words of pages and files about payouts. */
import type { PayoutBlock, PayoutOverview, StatementRow } from './payouts.ts';

/** A row of a statement in words for the seller. */
export const statementWords: Readonly<Record<StatementRow['kind'], string>> = {
  sale: 'Sale',
  payout: 'Payout',
  'payout-failed': 'Payout that did not arrive',
  'taken-back': 'Payout taken back',
  refund: 'Money given back to the buyer',
  chargeback: 'Money taken back by the buyer’s bank; our fee is not given back',
  correction: 'Correction',
};

/** Why money is not paid out, and what ends that. */
const blockWords: Readonly<Record<PayoutBlock, string>> = {
  onboarding: 'It waits until we know which bank account to send it to.',
  email: 'It waits until you have confirmed your e-mail address.',
  chargeback: 'It waits until the buyer’s bank has decided about a charge.',
  debt: 'More was taken from you than you have here: the money of a sale went back to its buyer, or its order was opened again. What is missing is subtracted from your next sales: you cannot pay it in.',
  suspended: 'It waits until your suspension is over.',
  'processor-away':
    'The card processor does not answer at the moment. Nothing was moved; it goes on by itself.',
  refused:
    'The card processor has refused to send it. Nothing was moved; we try again after a day. If it stays like this, please write to us.',
};

/** Instead of the processor's words about a transfer that it has refused, which are for us. */
export const refusedTransferWords = 'The card processor has refused to send it.';

/** Why a seller's money is not paid out, in words for them; undefined if it is. */
export function blockWordsOf({
  blockedBy,
  onboarding: { state },
}: Pick<PayoutOverview, 'blockedBy' | 'onboarding'>): string | undefined {
  if (blockedBy === 'onboarding' && state !== 'none' && state !== 'ready') return waitWords[state];
  return blockedBy === null ? undefined : blockWords[blockedBy];
}

const waitWords = {
  unfinished: 'It waits until the card processor has everything that it needs from you.',
  checking: 'It waits until the card processor has checked what you entered.',
  refused: 'It waits until we have found another way to pay you.',
} as const;

/** What a seller's balance is, in words for them: below zero, they owe it. */
export const balanceWords = (cents: number): string =>
  cents < 0 ? 'You owe this: your next sales settle it.' : 'Of completed orders, and not paid out yet.';

/** Where a payout by bank goes; its account is unknown to us if the seller gave it by e-mail. */
export const payeeWords = (bankEnding: string | null): string =>
  bankEnding === null ? 'To your bank account' : `To the account that ends in ${bankEnding}`;

/** What the processor requires, in words, without repetitions. */
export const requirementWords = (requirements: readonly string[]): string[] => [
  ...new Set(requirements.map((name) => wordsOf(name))),
];

function wordsOf(name: string): string {
  if (name.startsWith('external_account')) return 'a bank account that takes payouts';
  if (name.includes('verification')) return 'a picture of an identity document';
  if (name.startsWith('tos_acceptance')) return 'your consent to the processor’s terms';
  if (/^(individual|person|representative)/.test(name)) return 'your name, birthday and address';
  if (name.startsWith('business') || name.startsWith('company')) return 'what you sell, and as whom';
  return 'some more about you';
}
