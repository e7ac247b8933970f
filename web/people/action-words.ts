/** The decisions of staff in words. */
import { orderStates } from '#contract/orders-machine.ts';
import { decisionOutcomes } from '#contract/orders-problems.ts';
import { orderStateWords, outcomeWords } from '#contract/orders-words.ts';
import type { StaffActionKind } from '#contract/staff.ts';

const words: Readonly<Record<StaffActionKind, string>> = {
  'order-decided': 'Dispute decided',
  'order-reopened': 'Order opened again',
  'delivery-confirmed': 'Delivery confirmed',
  'second-factor-removed': 'Second factor removed',
  'signed-out': 'Signed out everywhere',
  'listing-removed': 'Listing removed',
  'advertisement-ended': 'Advertisement ended',
  'report-upheld': 'Report upheld, phone removed',
  'report-dismissed': 'Report dismissed',
  'person-suspended': 'Suspended',
  'suspension-lifted': 'Suspension lifted',
  'suspension-kept': 'Appeal answered, suspension kept',
  'person-removed': 'Account deleted',
  'seller-verified': 'Verified as a seller',
  'seller-unverified': 'Verification taken back',
  'chargeback-answered': 'Chargeback answered',
  'chargeback-accepted': 'Chargeback accepted',
  'charge-refunded': 'Charge refunded',
  'charge-settled': 'Charge settled in another way',
  'payouts-exported': 'Payouts exported for the bank',
  'payout-taken-out': 'Balance taken out to be paid by bank',
  'payout-confirmed': 'Payout by bank confirmed',
  'payout-cancelled': 'Payout by bank taken back',
  'payout-failed': 'Payout by bank marked as failed',
  'reversal-retried': 'Card processor asked again to take a transfer back',
  'difference-recorded': 'Difference recorded in the ledger',
  'difference-explained': 'Difference explained',
};

/** The words for a decision; its name if the kind no longer exists. */
export const actionWords = (kind: string): string => (isKind(kind) ? words[kind] : kind);

/** What was decided; the server stores the outcome of a dispute and the state of an order as their names. */
export function detailWords(kind: string, detail: string): string {
  const [name, ...money] = detail.split(' ');
  const outcome = decisionOutcomes.find((each) => each === name);
  if (kind === 'order-decided' && outcome !== undefined) return [outcomeWords[outcome], ...money].join(': ');
  const state = orderStates.find((each) => each === detail);
  return kind === 'order-reopened' && state !== undefined
    ? `before: ${orderStateWords[state].toLowerCase()}`
    : detail;
}

const isKind = (kind: string): kind is StaffActionKind => Object.hasOwn(words, kind);
