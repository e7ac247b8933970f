/** What all notifications about orders have in common. */
import { formatMoment } from './dates.ts';
import { formatCents } from './money.ts';
import { bankHoldWords } from './orders-words.ts';

/** The data of every notification about an order. */
export interface AboutOrder {
  readonly orderId: string;
  readonly model: string;
  /** A bank holds the payment back: nothing moves money until it has decided. */
  readonly isHeldBack: boolean;
}

/** The end of a text: until when the reader can act (ISO 8601). Empty without a time. */
export const until = (moment: string | null): string =>
  moment === null ? '' : ` You have until ${formatMoment(moment)}.`;

/** The end of a sentence: when something happens by itself. Empty without a time. */
export const on = (moment: string | null): string => (moment === null ? '' : ` on ${formatMoment(moment)}`);

/** What happens if nobody answers and nothing is decided automatically. */
export const weDecide = 'we will look at both sides and decide';

/** What happens if a seller does not answer a problem. */
export const unansweredOutcome = (buyerHasPhone: boolean): string =>
  buyerHasPhone
    ? 'the buyer sends the phone back and then gets all of the money'
    : 'the buyer gets all of the money back';

/** The end of a text with a deadline that would move money. */
export const bankNote = ({ isHeldBack }: AboutOrder, reader: 'buyer' | 'seller'): string =>
  isHeldBack ? ` ${bankHoldWords(reader)}` : '';

/** Instead of what its seller is usually asked to do, while a bank holds the payment of a paid phone back. */
export const waitForBank =
  'The buyer’s bank holds the payment back: do not hand the phone over or send it until the bank has decided.';

/** In the timeline and in notifications, if a bank has taken a part of the payment, or all that was due back anyway. */
export const takenByBank = (cents: number, isAllGone: boolean): string =>
  isAllGone
    ? 'It has taken the payment back for the buyer. A refund that was not sent yet is not sent any more.'
    : `It has taken ${formatCents(cents)} of the payment.`;

/** The order's page. */
export const linkOf = ({ orderId }: AboutOrder) => ({
  label: 'Open the order',
  path: `/dashboard/order/${orderId}`,
});
