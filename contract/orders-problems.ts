/**
 * What can be wrong with a sale, what one side can offer the other, and how an admin can decide. Without schemas, for
 * pages.
 */

import type { OrderState } from './orders-machine.ts';

/** Why a buyer reports a problem. */
export const problemReasons = [
  'not-as-described',
  'does-not-work',
  'locked',
  'never-arrived',
  'other-phone',
] as const;
export type ProblemReason = (typeof problemReasons)[number];

/** The reasons that a buyer can give for an order in this state: a phone that was handed over has arrived. */
export const possibleReasons = (state: OrderState): readonly ProblemReason[] =>
  problemReasons.filter((reason) => reason !== 'never-arrived' || state !== 'handed_over');

/** Why there is a dispute, if its buyer has reported no problem. */
export const disputeCauses = ['objection', 'no-proof', 'correction', 'account-deleted'] as const;
export type DisputeCause = (typeof disputeCauses)[number];

/** What one side offers the other in a dispute: a part of the money back, or everything once the phone is back. */
export const offerKinds = ['part', 'return'] as const;
export type OfferKind = (typeof offerKinds)[number];

/**
 * The kinds of statements. `answer` is the seller's refusal, `objection` the seller's objection to a cancellation, and
 * `return` describes what is wrong with a phone that came back.
 */
export const statementKinds = ['report', 'answer', 'offer', 'evidence', 'objection', 'return'] as const;
export type StatementKind = (typeof statementKinds)[number];

/** Whether the buyer may have the phone: it was handed over, or they have reported what is wrong with it. */
export const mayBuyerHavePhone = ({
  buyerHasPhone,
  problem,
}: {
  readonly buyerHasPhone: boolean;
  readonly problem: string | null;
}): boolean => buyerHasPhone || (problem !== null && problem !== 'never-arrived');

/**
 * If nothing says that the buyer has the phone, only they know whether they do. Nobody else can offer that they send it
 * back: they would have to do so or lose the money.
 */
export const mayOfferReturn = (mayHavePhone: boolean, role: 'buyer' | 'seller' | 'admin'): boolean =>
  mayHavePhone || role === 'buyer';

/** How many photos a statement may have. */
export const maxStatementPhotos = 10;

/**
 * After so many statements in one dispute, a side can add neither offers nor evidence; all other actions stay possible.
 */
export const maxStatements = 30;

/** The longest text of a statement, in characters. */
export const maxStatementLength = 2000;
export const maxReasonLength = 1000;

interface OrderMoney {
  readonly amountCents: number;
  readonly refundedCents: number;
}

/** Whether all of the price went back to the buyer: nothing is left to divide, and what a seller gets then we pay. */
export const isAllGivenBack = ({ amountCents, refundedCents }: OrderMoney): boolean =>
  refundedCents >= amountCents;

/** What an admin can decide. */
export const decisionOutcomes = ['complete', 'refund', 'part', 'return'] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];

/**
 * The outcomes that can still be decided: a phone that is on its way back cannot be requested again, one of a deleted
 * side can be sent by or to nobody, and money that has been paid out cannot be divided.
 */
export function possibleOutcomes({
  state,
  hasDeletedSide,
  ...money
}: OrderMoney & {
  readonly state: OrderState;
  readonly hasDeletedSide: boolean;
}): readonly DecisionOutcome[] {
  const isMoneyGone = isAllGivenBack(money);
  return decisionOutcomes.filter(
    (outcome) =>
      !(outcome === 'return' && (state === 'returning' || isMoneyGone || hasDeletedSide)) &&
      !(outcome === 'part' && isMoneyGone),
  );
}

/** Why an admin corrects the outcome of an order. */
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
