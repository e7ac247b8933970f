/** What buyer and seller are told about their orders. */
import { formatPrice, fromCents } from './money.ts';
import type { NotificationTable } from './notification-kind.ts';
import type { OrderState } from './orders-machine.ts';
import { type AboutOrder, linkOf, on, until as when } from './orders-notices.ts';

/** A transition, as one side of the order reads it. */
export interface OrderNews extends AboutOrder {
  readonly state: OrderState;
  readonly reader: 'buyer' | 'seller';
  /** Who made it. */
  readonly by: 'buyer' | 'seller' | 'admin' | 'system';
  readonly reason: string | null;
  /** When its time is up, in ISO 8601. */
  readonly until: string | null;
  /** What goes back to the buyer by this, or to the seller, in cents. */
  readonly cents: number;
  /** A part, or all of it, went back to the buyer before. */
  readonly hasMoreBack?: boolean;
  /** The order was completed before: the seller has got the money already. */
  readonly wasCompleted?: boolean;
  /** The buyer's bank has taken it: we give nothing back. */
  readonly isTakenByBank?: boolean;
}

const money = (cents: number): string => formatPrice(fromCents(cents));

const actorWords = { buyer: 'The buyer', seller: 'The seller', admin: 'We' } as const;

/** What a state means for the one who reads of it. */
const newsWords: Readonly<Record<OrderState, (news: OrderNews) => { title: string; text: string }>> = {
  paid: ({ model }) => ({ title: `The ${model} is paid`, text: 'The money is held until the hand-over.' }),
  sent: ({ model, until }) => ({
    title: `The ${model} is on its way to you`,
    text: `The seller has sent the parcel. When it is here, look at the phone and confirm it on the order’s page.${when(until)}`,
  }),
  handed_over: ({ model, reader, until }) =>
    reader === 'buyer'
      ? {
          title: `The ${model} has been handed over`,
          text: `Try it out now. If something is wrong, report it on the order’s page; otherwise the seller gets the money.${when(until)}`,
        }
      : {
          title: `The ${model} has been handed over`,
          text: `You get the money when the buyer says that everything is fine, or when their time to try it out is over${on(until)}.`,
        },
  disputed: (news) => disputed(news),
  returning: ({ model, reader, until }) => ({
    title: `The ${model} goes back`,
    text:
      reader === 'buyer'
        ? `Send the phone back and enter the tracking number on the order’s page. Without it the order is completed and the seller gets the money.${when(until)}`
        : 'The buyer sends the phone back. Confirm on the order’s page when you have it.',
  }),
  completed: ({ model, reader, cents }) =>
    reader === 'seller'
      ? {
          title:
            cents === 0
              ? `The order for the ${model} is completed`
              : `You get ${money(cents)} for the ${model}`,
          text:
            cents === 0
              ? 'After what goes back to the buyer, and the fee, nothing is left for you.'
              : 'The order is completed. The money is yours.',
        }
      : completedForBuyer(model, cents),
  cancelled: (news) => returned(news, 'cancelled'),
  refunded: (news) => returned(news, 'refunded'),
};

function disputed({ model, reader, by, until }: OrderNews) {
  if (by === 'admin')
    return {
      title: `We have opened the order for the ${model} again`,
      text: 'Something has to be corrected. We will look at both sides and decide. We will write to you as soon as it is decided.',
    };
  if (reader === 'seller' && by === 'buyer')
    return {
      title: `The buyer has reported a problem with the ${model}`,
      text: `Please answer on the order’s page: give the money back, make an offer, or say why the buyer is wrong. If you don’t answer, the decision goes in the buyer’s favour.${when(until)}`,
    };
  return {
    title: `We are looking at the order for the ${model}`,
    text: 'The money stays held until it is decided. We will write to you as soon as it is.',
  };
}

/** A part may have gone back. */
const completedForBuyer = (model: string, cents: number) =>
  cents === 0
    ? {
        title: `The order for the ${model} is completed`,
        text: 'The seller gets the money. Enjoy the phone.',
      }
    : {
        title: `You get ${money(cents)} back for the ${model}`,
        text: `The order is completed and the phone is yours. ${money(cents)} goes back to your card; your bank shows it within a few days.`,
      };

const returned = (news: OrderNews, word: string) =>
  news.reader === 'buyer' ? returnedToBuyer(news, word) : returnedFromSeller(news, word);

function returnedToBuyer({ model, cents, hasMoreBack, isTakenByBank }: OrderNews, word: string) {
  const title = `The order for the ${model} was ${word}`;
  if (isTakenByBank)
    return {
      title,
      text: 'Your bank has taken the payment back, because the card’s owner asked for it. The money comes from the bank: please ask the bank when it arrives.',
    };
  if (cents === 0)
    return { title, text: 'All of the money has gone back to your card already, so nothing more follows.' };
  const what = hasMoreBack ? 'The rest of the money' : 'All of the money';
  return {
    title: `You get ${money(cents)} back for the ${model}`,
    text: `The order was ${word}. ${what} goes back to your card; your bank shows it within a few days.`,
  };
}

const returnedFromSeller = ({ model, wasCompleted }: OrderNews, word: string) => ({
  title: `The order for the ${model} was ${word}`,
  text: `The buyer gets all of the money back. If you have the phone, you can list it again on the order’s page.${
    wasCompleted === true
      ? ' What the sale brought you is taken back: where it was paid out to you already, it is subtracted from your next sales.'
      : ''
  }`,
});

const newsOf = (news: OrderNews) => {
  const { title, text } = newsWords[news.state](news);
  return { title, text: text + saidOf(news), link: linkOf(news) };
};

/** Of a parcel that is its carrier and tracking number. */
function saidOf({ state, by, reason, reader, isTakenByBank }: OrderNews): string {
  if (reason === null || (isTakenByBank && reader === 'buyer')) return '';
  if (state === 'sent') return `\n\nCarrier and tracking number: ${reason}`;
  // Neither side writes anything to that: it is what both agreed on.
  const isAgreement = by !== 'admin' && (state === 'completed' || state === 'returning');
  if (by === 'system' || isAgreement) return `\n\n${reason.replace(/\.?$/, '.')}`;
  return `\n\n${actorWords[by]} wrote: “${reason}”`;
}

const bothWays = ['page', 'mail'] as const;

export const orderNotifications = {
  'order-bought': {
    label: 'Bought a phone',
    category: 'money',
    channels: bothWays,
    words: (data: AboutOrder & { seller: string; phone: string; place: string; cents: number }) => ({
      title: `You have paid ${money(data.cents)} for the ${data.model}`,
      text: `The money is held until you have the phone. Arrange the hand-over with ${data.seller}, telephone ${data.phone}. You named this place: ${data.place}.\n\nThe order’s page has a code. Give it to the seller only when you have looked at the phone.`,
      link: linkOf(data),
    }),
  },
  'order-sold': {
    label: 'Sold a phone',
    category: 'money',
    channels: bothWays,
    words: (data: AboutOrder & { buyer: string; phone: string; place: string; cents: number }) => ({
      title: `Your ${data.model} is sold`,
      text: `You get ${money(data.cents)} after the fee, once the buyer has the phone and is satisfied. Arrange the hand-over with ${data.buyer}, telephone ${data.phone}, at: ${data.place}.\n\nHand the phone over only after the order’s page says “Handed over”.`,
      link: linkOf(data),
    }),
  },
  'order-progress': {
    label: 'Progress of an order',
    // It names the time after which silence pays the seller.
    category: 'money',
    channels: bothWays,
    words: newsOf,
  },
  'order-problem': {
    label: 'Problems of an order',
    category: 'money',
    channels: bothWays,
    words: newsOf,
  },
  'order-ended': {
    label: 'End of an order',
    category: 'money',
    channels: bothWays,
    words: newsOf,
  },
  'order-cancelling': {
    label: 'Cancellation of an order',
    category: 'money',
    channels: bothWays,
    words: (
      data: AboutOrder & {
        by: 'buyer' | 'system';
        reader: 'buyer' | 'seller';
        reason: string | null;
        until: string | null;
      },
    ) => ({
      title:
        data.by === 'buyer'
          ? `The buyer asks to cancel the order for the ${data.model}`
          : `The order for the ${data.model} is about to be cancelled`,
      text: `${data.by === 'buyer' ? '' : 'The phone was not handed over in time. '}${
        data.reader === 'seller'
          ? 'If you do nothing, the order is cancelled and the buyer gets the money back. If the phone has changed hands or is about to, object on the order’s page.'
          : 'If you have the phone, say so on the order’s page. Otherwise you get your money back.'
      }${when(data.until)}${data.reason === null ? '' : `\n\nThe buyer wrote: “${data.reason}”`}`,
      link: linkOf(data),
    }),
  },
  'order-delivery': {
    label: 'Delivery of an order',
    category: 'deals',
    channels: bothWays,
    words: (data: AboutOrder & { isParcel: boolean }) => ({
      title: data.isParcel
        ? `The buyer wants the ${data.model} sent to them`
        : `The buyer wants to meet for the ${data.model}`,
      text: data.isParcel
        ? 'Their address is on the order’s page. Send the phone with a carrier that proves the delivery, and enter the tracking number there.'
        : 'Please don’t send it. Arrange the hand-over with the buyer: their telephone number is on the order’s page.',
      link: linkOf(data),
    }),
  },
  'order-released': {
    label: 'Payment released by a bank',
    category: 'money',
    channels: bothWays,
    words: (data: AboutOrder & { isOpen: boolean }) => ({
      title: `The bank has decided about the payment for the ${data.model}`,
      text: `The bank has decided, and no longer holds the payment back. ${
        data.isOpen
          ? 'The order goes on: its page says what comes next, and until when.'
          : 'The order stays as it is.'
      }`,
      link: linkOf(data),
    }),
  },
  'order-delivered': {
    label: 'Proof of a delivery',
    category: 'money',
    channels: bothWays,
    words: (data: AboutOrder & { until: string | null }) => ({
      title: `The carrier has delivered the ${data.model}`,
      text: `We have seen the proof of delivery. If you have the phone, confirm it on the order’s page. If you don’t, or something is wrong with it, report a problem there; otherwise it counts as received${on(data.until)}.`,
      link: linkOf(data),
    }),
  },
  'order-sent-back': {
    label: 'Return of a phone',
    category: 'money',
    channels: bothWays,
    words: (data: AboutOrder & { parcel: string | null; until: string | null }) => ({
      title: `The ${data.model} is on its way back to you`,
      text: `When it is here, look at it, then confirm on the order’s page that you have it back, or say what is wrong with it. If you do nothing, the buyer gets all of the money back${on(data.until)}.${
        data.parcel === null ? '' : `\n\nCarrier and tracking number: ${data.parcel}`
      }`,
      link: linkOf(data),
    }),
  },
  'order-kept': {
    label: 'Cancellation withdrawn',
    category: 'deals',
    channels: bothWays,
    words: (data: AboutOrder) => ({
      title: `The buyer wants to keep the order for the ${data.model}`,
      text: 'They no longer ask to cancel it. Please go on with the hand-over.',
      link: linkOf(data),
    }),
  },
  'order-reminder': {
    label: 'Reminder of a hand-over',
    category: 'deals',
    channels: bothWays,
    words: (data: AboutOrder & { other: string; phone: string; until: string | null }) => ({
      title: `The ${data.model} has not been handed over yet`,
      text: `Please arrange it with ${data.other}, telephone ${data.phone}. If you have already done so, confirm it on the order’s page.${when(data.until)}`,
      link: linkOf(data),
    }),
  },
  'order-code-locked': {
    label: 'Wrong hand-over codes',
    category: 'safety',
    channels: bothWays,
    words: (data: AboutOrder & { isForGood: boolean }) => ({
      title: `Wrong codes were entered for the ${data.model}`,
      text: data.isForGood
        ? 'The code cannot be entered any more. When you have the phone, press “I have it” on the order’s page; before that, don’t.'
        : 'Five wrong codes were entered, so that none can be entered for an hour. If the seller has no phone for you, don’t give them the code.',
      link: linkOf(data),
    }),
  },
} as const satisfies NotificationTable;
