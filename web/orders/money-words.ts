/** The texts about the money of an order, on its page, its receipt and in lists. */
import { formatCents } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { OrderReceipt } from '#contract/orders-receipt.ts';
import type { OrderRole } from '#contract/orders-machine.ts';
import { isAllGivenBack } from '#contract/orders-problems.ts';
import { bankHoldWords } from '#contract/orders-words.ts';
import type { ExtraCharge } from '#contract/payments.ts';

/** What is back at the buyer and what is still to go back, each with its name for the person who reads it. */
export function givenBackLines({
  role,
  refund,
  refundedCents,
  returnedCents,
}: Pick<Order, 'role' | 'refund' | 'refundedCents' | 'returnedCents'>): { name: string; cents: number }[] {
  const who = role === 'buyer' ? 'you' : 'the buyer';
  return [
    { name: `${givenBack.done} ${who}`, cents: returnedCents },
    { name: `${givenBack[refund ?? 'done']} ${who}`, cents: refundedCents - returnedCents },
  ].filter(({ cents }) => cents > 0);
}

const givenBack = {
  decided: 'To be given back to',
  'under-way': 'On its way back to',
  delayed: 'To be given back to',
  done: 'Given back to',
} as const satisfies Record<NonNullable<Order['refund']>, string>;

/** What becomes of a charge that was not needed, in words for the person who reads it. */
export function extraChargeWords({ state, problem }: ExtraCharge, role: OrderRole): string {
  const whose = role === 'buyer' ? 'your' : 'the buyer’s';
  if (state === 'refunding') return `It is being given back to ${whose} card.`;
  if (state === 'refunded') return `It has gone back to ${whose} card.`;
  if (state === 'settled') return 'It was settled in another way, such as by a bank transfer.';
  if (role === 'admin') return 'It was not needed. Decide about it under Needs attention.';
  return problem === 'refund-failed'
    ? 'Its refund could not be paid to your card: one of us is looking for another way and will write to you.'
    : 'It was not needed, so it is still yours: one of us looks at it and gives it back.';
}

/** What a part may be; undefined where nothing is left of it, because it went back while somebody was still typing. */
export function partHint({
  role,
  amountCents,
  refundedCents,
}: Pick<Order, 'role' | 'amountCents' | 'refundedCents'>): string | undefined {
  const leftCents = amountCents - refundedCents;
  if (leftCents <= 0) return undefined;
  return `What ${role === 'buyer' ? 'you get' : 'the buyer gets'} back: less than ${formatCents(leftCents)}.`;
}

/**
 * The name of the amount that a sale brings its seller, which is below zero if a bank took more than they got.
 *
 * @param isAllBack all of the price went back to the buyer, so that we pay it
 */
export function proceedsWords(role: OrderRole, sellerCents: number, isAllBack = false): string {
  if (sellerCents < 0) return role === 'seller' ? 'You lose' : 'The seller loses';
  const words = role === 'seller' ? 'You get' : 'The seller gets';
  return isAllBack && sellerCents > 0 ? `${words} from Ringback` : words;
}

/** What a sale brings its seller, for a list of theirs; undefined once it is void and has cost them nothing. */
export const proceedsOf = ({
  state,
  sellerCents = 0,
}: Pick<Order, 'state' | 'sellerCents'>): string | undefined =>
  (state === 'cancelled' || state === 'refunded') && sellerCents >= 0
    ? undefined
    : `${proceedsWords('seller', sellerCents)} ${formatCents(Math.abs(sellerCents))}`;

/** Where the money of an order is, for the person who reads it. */
export function heldWords(
  order: Pick<Order, 'endedAt' | 'hasOpenChargeback' | 'role' | 'refund' | 'amountCents' | 'refundedCents'>,
): string {
  const { endedAt, hasOpenChargeback, role, refund } = order;
  if (hasOpenChargeback) return bankHoldWords(role);
  if (refund === 'decided' || refund === 'delayed')
    return `Ringback still has what goes back to ${role === 'buyer' ? 'you' : 'the buyer'}.`;
  if (endedAt !== null || isAllGivenBack(order))
    return refund === 'under-way'
      ? `What goes back to ${role === 'buyer' ? 'you' : 'the buyer'} is on its way.`
      : 'Ringback no longer holds this money.';
  return role === 'seller'
    ? 'Ringback holds the money. It is yours when the order is completed.'
    : 'Ringback holds the money until the order is completed or cancelled.';
}

/** Whether the seller may still get money of a sale that has not ended. */
export const isStillHeld = (sale: Pick<OrderReceipt, 'endedAt' | 'amountCents' | 'refundedCents'>): boolean =>
  sale.endedAt === null && !isAllGivenBack(sale);

/** Where the money is, as a receipt says it; empty if nobody holds it any more. */
export function heldOnReceipt(
  receipt: Pick<OrderReceipt, 'hasOpenChargeback' | 'role' | 'endedAt' | 'amountCents' | 'refundedCents'>,
): string {
  if (receipt.hasOpenChargeback) return bankHoldWords(receipt.role);
  return isStillHeld(receipt) ? 'Ringback holds the money until the order is completed.' : '';
}
