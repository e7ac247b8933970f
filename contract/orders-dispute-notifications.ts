/** Notifications to buyer, seller and admins about a dispute between two states. */
import { formatCents } from './money.ts';
import type { NotificationTable } from './notification-kind.ts';
import {
  type AboutOrder,
  bankNote,
  unansweredOutcome,
  linkOf,
  until,
  weDecide,
} from './orders-notification-words.ts';
import { quote } from './quote.ts';

type Side = 'buyer' | 'seller';

export interface FromSide extends AboutOrder {
  /** Who did it; the other side reads it. */
  readonly by: Side;
}

const sideWords = { buyer: 'The buyer', seller: 'The seller' } as const;
/** Why an admin decides, if neither side has given a reason. */
export const noAgreement = 'There was no agreement in time.';

/** A text with a full stop at the end, unless its writer has ended it already. */
const closed = (text: string): string => text.replace(/[^.!?…]$/u, '$&.');
const quoted = (text: string | null): string => (text === null ? '' : `\n\n${quote(text)}`);

/** What is offered, in our words, and after a colon what its maker says about it. */
function offered(offer: string): string {
  const [what = '', ...said] = offer.split(': ');
  return said.length === 0 ? closed(what) : `${what}: ${quote(said.join(': '))}`;
}

const whatToDo = ({ isHeldBack }: AboutOrder): string =>
  isHeldBack
    ? 'Decline it on the order’s page, or make another offer. It can be accepted once the bank has decided.'
    : 'Accept or decline it on the order’s page, or make another offer.';

export const disputeNotifications = {
  'dispute-offer': {
    label: 'Offers in a dispute',
    category: 'money',
    words: (
      data: FromSide & {
        offer: string;
        dueAt: string | null;
        losesBySilence: boolean;
        buyerHasPhone: boolean;
      },
    ) => ({
      title: `${sideWords[data.by]} has made you an offer for the ${data.model}`,
      text: `${offered(data.offer)}\n\n${whatToDo(data)} Only the newest offer counts. If you don’t answer, ${
        data.losesBySilence ? unansweredOutcome(data.buyerHasPhone) : weDecide
      }.${until(data.dueAt)}${bankNote(data, data.by === 'seller' ? 'buyer' : 'seller')}`,
      link: linkOf(data),
    }),
  },
  'dispute-declined': {
    label: 'Declined offers',
    category: 'money',
    words: (data: FromSide & { reason: string | null }) => ({
      title: `${sideWords[data.by]} has declined your offer for the ${data.model}`,
      text: `We will look at both sides and decide. Until then you can still agree: either of you can make another offer.${quoted(data.reason)}`,
      link: linkOf(data),
    }),
  },
  'dispute-refused': {
    label: 'Answers to a problem',
    category: 'money',
    words: (data: AboutOrder & { text: string | null }) => ({
      title: `The seller does not agree about the ${data.model}`,
      text: `We will look at both sides and decide. The money stays held until then. On the order’s page you can add what shows that you are right.${quoted(data.text)}`,
      link: linkOf(data),
    }),
  },
  'dispute-evidence': {
    label: 'Evidence in a dispute',
    category: 'deals',
    isChatty: true,
    words: (data: FromSide & { text: string | null }) => ({
      title: `${sideWords[data.by]} has added evidence about the ${data.model}`,
      text: `Look at it on the order’s page, and add what you have to say.${quoted(data.text)}`,
      link: linkOf(data),
    }),
  },
  'dispute-unanswered': {
    label: 'Offers without an answer',
    category: 'money',
    words: (data: AboutOrder & { why: string | null }) => ({
      title: `We will decide about the ${data.model}`,
      text: `${data.why ?? noAgreement} We will look at both sides and decide. The money stays held until then.`,
      link: linkOf(data),
    }),
  },
  'dispute-waits': {
    label: 'Disputes that wait for a decision',
    category: 'deals',
    isForAdmins: true,
    words: (data: AboutOrder & { buyer: string; seller: string; cents: number; dueAt: string | null }) => ({
      title: `A dispute about the ${data.model} waits for a decision`,
      text: `${data.buyer} bought it from ${data.seller} for ${formatCents(data.cents)}. ${
        data.isHeldBack
          ? 'Please decide once the bank has decided about the payment. Answer the bank under Needs attention.'
          : `Please decide.${until(data.dueAt)}`
      }`,
      link: { label: 'Open the dispute', path: `/dashboard/disputes?order=${data.orderId}` },
    }),
  },
} as const satisfies NotificationTable;
