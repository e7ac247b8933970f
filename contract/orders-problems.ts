/** What can be wrong with a sale, what one side offers the other, and how it is decided. Without schemas, for pages. */

import type { OrderState } from './orders-machine.ts';

/** Why a buyer is not content. `never-arrived` is no reason once they have the phone. */
export const problemReasons = [
  'not-as-described',
  'does-not-work',
  'locked',
  'never-arrived',
  'other-phone',
] as const;
export type ProblemReason = (typeof problemReasons)[number];

/** What one side offers the other in a dispute: a part of the money back, or everything once the phone is back. */
export const offerKinds = ['part', 'return'] as const;
export type OfferKind = (typeof offerKinds)[number];

/**
 * What a side says in a dispute. `answer` is the seller's refusal, `objection` the one to a cancellation, and `return`
 * what is wrong with a phone that came back.
 */
export const statementKinds = ['report', 'answer', 'offer', 'evidence', 'objection', 'return'] as const;
export type StatementKind = (typeof statementKinds)[number];

/**
 * Who says that the phone never arrived knows if it has come since: nobody else can ask them to send it back. They would
 * have to, or lose the money.
 */
export const mayOfferReturn = (problem: string | null, role: 'buyer' | 'seller' | 'admin'): boolean =>
  problem !== 'never-arrived' || role === 'buyer';

/** How many photos a statement may have. */
export const maxStatementPhotos = 10;

/** So many statements of a side, and it can make no more offers and add no more evidence; everything else it still can. */
export const maxStatements = 30;

/** The longest text of a statement, in characters. */
export const maxStatementLength = 2000;

/** What an admin can decide. */
export const decisionOutcomes = ['complete', 'refund', 'part', 'return'] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];

/** What can still be decided: nobody sends back what is on its way, and money that is gone is not divided. */
export function possibleOutcomes({
  state,
  amountCents,
  refundedCents,
}: {
  readonly state: OrderState;
  readonly amountCents: number;
  readonly refundedCents: number;
}): readonly DecisionOutcome[] {
  const isMoneyGone = refundedCents >= amountCents;
  return decisionOutcomes.filter(
    (outcome) =>
      !(outcome === 'return' && (state === 'returning' || isMoneyGone)) &&
      !(outcome === 'part' && isMoneyGone),
  );
}

/** Why an admin corrects what became of an order. */
export const correctionReasons = [
  'wrong-decision',
  'new-evidence',
  'wrong-amount',
  'technical-error',
] as const;
export type CorrectionReason = (typeof correctionReasons)[number];

/** Why an admin decided as they did. */
export const decisionReasons = [
  'evidence-of-buyer',
  'evidence-of-seller',
  'not-delivered',
  'delivered',
  'agreement',
  'rules-broken',
] as const;
export type DecisionReason = (typeof decisionReasons)[number];
