/** The outcome of an ended order, in words for the person who reads it. */
import { formatCents } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';

import { heldBackWords, type OrderStatus } from './order-words.ts';

export const endingOf = (order: Order): OrderStatus => ({
  turn: 'Ended',
  isYourTurn: false,
  advice: endWords(order),
});

function endWords(order: Order): string {
  const { state, role, buyer, refundedCents, amountCents } = order;
  if (state === 'completed' && refundedCents < amountCents)
    return [moneyWords(order), ...phoneWords(order)].join(' ');
  if (refundedCents === 0) return 'This order has ended.';
  // The text does not say how: a bank may have taken it, or been asked to send it.
  if (role === 'buyer') return 'All your money has gone back to you.';
  return [`All money has gone back to ${buyer}.`, ...madeGoodWords(order)].join(' ');
}

/** The seller is paid after a refund, out of what sales have earned. */
function madeGoodWords({ state, role, seller, sellerCents = 0 }: Order): string[] {
  if (state !== 'completed' || sellerCents <= 0) return [];
  return [
    role === 'seller'
      ? `We pay you ${formatCents(sellerCents)} ourselves: Payouts shows where it is.`
      : `Ringback itself pays ${formatCents(sellerCents)} to ${seller}.`,
  ];
}

function moneyWords(order: Order): string {
  const { role, buyer, seller, refundedCents, sellerCents, mayBuyerHavePhone } = order;
  if (order.hasOpenChargeback)
    return role === 'seller' ? `${heldBackWords.seller} ${ifTaken}` : heldBackWords[role];
  const part = refundedCents === 0 ? undefined : formatCents(refundedCents);
  const goesBack = order.refund === 'done' ? 'has gone back' : 'goes back';
  if (role === 'buyer') {
    if (part === undefined)
      return isContent(order) ? 'The phone is yours. Enjoy it.' : 'The seller gets the money.';
    return `${mayBuyerHavePhone ? 'The phone is yours, and ' : ''}${part} ${goesBack} to you.${order.refund === 'delayed' ? ` ${delayed}` : ''}`;
  }
  const rest =
    role === 'seller' ? 'has been added to your balance: Payouts shows where it is' : `is ${seller}’s`;
  if (part !== undefined && sellerCents !== undefined && sellerCents <= 0)
    return `${part} ${goesBack} to ${buyer}; nothing is left for ${role === 'seller' ? 'you' : seller}.`;
  return part === undefined
    ? `The money ${rest}.`
    : `${part} ${goesBack} to ${buyer}; the rest of the money ${rest}.`;
}

const ifTaken =
  'If it takes the money, it is taken back from you, and our fee is not given back. If that is more than you have here, the rest is subtracted from your next sales.';

const delayed =
  'It could not be paid to your card: one of us is looking for another way and will write to you.';

/** No congratulations on a phone that had a fault or never arrived. */
const isContent = ({ timeline }: Order): boolean => timeline.every(({ state }) => state !== 'disputed');

/** A phone that was on its way back still belongs to the buyer. */
function phoneWords({ role, buyer, seller, returnParcel }: Order): string[] {
  if (returnParcel === null) return [];
  if (role === 'buyer') return [`If ${seller} has the phone, agree with them how you get it.`];
  return role === 'seller' ? [`If you have the phone, agree with ${buyer} how they get it.`] : [];
}
