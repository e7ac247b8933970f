/** Notifications to buyer and seller about their orders. */
import { formatMoment } from './dates.ts';
import { formatCents } from './money.ts';
import type { NotificationTable } from './notification-kind.ts';
import { codeTries } from './orders-machine.ts';
import { stateNotificationWords } from './orders-state-notifications.ts';
import { lastDayReminderWords, reminderWords } from './orders-reminders.ts';
import {
  type AboutOrder,
  bankNote,
  linkOf,
  on,
  until as when,
  waitForBank,
  weDecide,
} from './orders-notification-words.ts';
import { quote } from './quote.ts';

/** The data of the notification of a sale, for both sides. */
export interface Sale extends AboutOrder {
  /** The other side's telephone number. */
  readonly phone: string;
  readonly place: string;
  readonly cents: number;
  /** When it is cancelled (ISO 8601); null if that does not happen. */
  readonly until: string | null;
}

const cancelled = ({ until }: Sale, whoGets: string, whoObjects: string): string =>
  until === null
    ? ''
    : ` If the phone is not handed over by ${formatMoment(until)}, the order is cancelled and ${whoGets} all of the money back, unless ${whoObjects}.`;

/** A part of the money of an order that we have given back at the processor. */
export interface PartBack extends AboutOrder {
  /** With its currency. */
  readonly part: string;
  readonly sellerCents: number;
  readonly isOpen: boolean;
}

const partForBuyer = ({ model, part, isOpen }: PartBack) => ({
  title: `You get ${part} back for the ${model}`,
  text: `We have given it back to your card; banks usually show it after a few days. ${
    isOpen ? 'The order goes on, with the rest of the money.' : 'The order stays completed.'
  }`,
});

const partFromSeller = ({ model, part, sellerCents, isOpen }: PartBack) => ({
  title: `${part} of the money for the ${model} went back to the buyer`,
  text: isOpen
    ? `We have given it back to their card. Of this sale you get ${formatCents(sellerCents)} once the order is completed.`
    : `We have given it back to their card. It is taken from you, less our fee on it: of this sale you keep ${formatCents(sellerCents)}. If more was paid out to you already, it is subtracted from your next sales.`,
});

const deliveryWords = (isParcel: boolean): string =>
  isParcel
    ? 'Their address is on the order’s page. Send the phone with a carrier that proves the delivery, and enter the tracking number there.'
    : 'Please don’t send it. Arrange the hand-over with the buyer: their telephone number is on the order’s page.';

/** A bank has decided about a chargeback. */
export interface Release {
  readonly isOpen: boolean;
  /** What it has taken, in words; null if nothing. */
  readonly taken: string | null;
  /** For the seller, if it has taken a part: what is left for them. Below zero if the fee is more than that. */
  readonly sellerCents: number | undefined;
  /** Another chargeback of the payment is undecided. */
  readonly isStillHeld: boolean;
  /** Whose account was deleted, so that the order is cancelled. */
  readonly deletedSide: 'buyer' | 'seller' | undefined;
}

function releaseWords(release: Release): string {
  const { isOpen, taken, sellerCents, isStillHeld, deletedSide } = release;
  if (isStillHeld)
    return `${taken ?? ''} It still holds the payment back until it has decided about the rest.`.trim();
  const follows = isOpen
    ? 'The order goes on: its page says what comes next, and until when.'
    : 'The order stays as it is.';
  const left = sellerCents === undefined ? '' : leftWords(sellerCents, isOpen);
  const words = [
    'The bank has decided, and no longer holds the payment back.',
    taken ?? '',
    ...(deletedSide === undefined
      ? [follows, left]
      : [`The account of the ${deletedSide} was deleted, so the order is cancelled.`]),
  ];
  return words.filter((each) => each !== '').join(' ');
}

function leftWords(cents: number, isOpen: boolean): string {
  if (isOpen) return `Of this sale you get ${formatCents(cents)} once the order is completed.`;
  return cents < 0
    ? `Nothing of this sale is left for you, and it costs you ${formatCents(-cents)}. What you do not have here is subtracted from your next sales.`
    : `Of this sale you keep ${formatCents(cents)}. If more was paid out to you already, it is subtracted from your next sales.`;
}

export const orderNotifications = {
  'order-bought': {
    label: 'Bought a phone',
    category: 'money',
    words: (data: Sale & { seller: string }) => ({
      title: `You have paid ${formatCents(data.cents)} for the ${data.model}`,
      text: `We hold the money until you have the phone and have tried it out.${
        data.isHeldBack
          ? bankNote(data, 'buyer')
          : ` Arrange the hand-over with ${data.seller}, telephone ${data.phone}. You named this place: ${data.place}.${cancelled(data, 'you get', 'the seller objects')}\n\nThe order’s page has a code. Give it to the seller only when you have looked at the phone.`
      }`,
      link: linkOf(data),
    }),
  },
  'order-sold': {
    label: 'Sold a phone',
    category: 'money',
    words: (data: Sale & { buyer: string }) => ({
      title: `Your ${data.model} is sold`,
      text: `You get ${formatCents(data.cents)} after the fee, once the buyer has the phone and is satisfied. ${
        data.isHeldBack
          ? waitForBank
          : `Arrange the hand-over with ${data.buyer}, telephone ${data.phone}, at: ${data.place}.${cancelled(data, 'the buyer gets', 'you object')}\n\nHand the phone over only after the order’s page says “Handed over”.`
      }`,
      link: linkOf(data),
    }),
  },
  'order-progress': {
    label: 'Progress of an order',
    // "Money", because it names the time after which the seller is paid if the buyer does nothing.
    category: 'money',
    words: stateNotificationWords,
  },
  'order-problem': {
    label: 'Problems of an order',
    category: 'money',
    words: stateNotificationWords,
  },
  'order-ended': {
    label: 'End of an order',
    category: 'money',
    words: stateNotificationWords,
  },
  'order-cancelling': {
    label: 'Cancellation of an order',
    category: 'money',
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
          : 'If you have the phone, say so on the order’s page. Otherwise you get your money back, unless the seller objects.'
      }${when(data.until)}${bankNote(data, data.reader)}${data.reason === null ? '' : `\n\nThe buyer wrote: ${quote(data.reason)}`}`,
      link: linkOf(data),
    }),
  },
  'order-delivery': {
    label: 'Delivery of an order',
    category: 'deals',
    words: (data: AboutOrder & { isParcel: boolean }) => ({
      title: data.isParcel
        ? `The buyer wants the ${data.model} sent to them`
        : `The buyer wants to meet for the ${data.model}`,
      text: data.isHeldBack ? waitForBank : deliveryWords(data.isParcel),
      link: linkOf(data),
    }),
  },
  'order-released': {
    label: 'Payment released by a bank',
    category: 'money',
    words: (data: AboutOrder & Release) => ({
      title: `The bank has decided about ${data.isStillHeld ? 'a part of ' : ''}the payment for the ${data.model}`,
      text: releaseWords(data),
      link: linkOf(data),
    }),
  },
  'order-given-back': {
    label: 'A part of the money given back',
    category: 'money',
    words: (data: PartBack & { reader: 'buyer' | 'seller' }) => ({
      ...(data.reader === 'buyer' ? partForBuyer(data) : partFromSeller(data)),
      link: linkOf(data),
    }),
  },
  'order-delivered': {
    label: 'Proof of a delivery',
    category: 'money',
    words: (data: AboutOrder & { until: string | null }) => ({
      title: `The carrier has delivered the ${data.model}`,
      text: `We have seen the proof of delivery. If you have the phone, confirm it on the order’s page. If you don’t, or something is wrong with it, report a problem there; otherwise it counts as received${on(data.until)}.`,
      link: linkOf(data),
    }),
  },
  'order-sent-back': {
    label: 'Return of a phone',
    category: 'money',
    words: (data: AboutOrder & { parcel: string | null; until: string | null; isAdopted: boolean }) => ({
      title: `The ${data.model} is on its way back to you`,
      text: `When it is here, look at it, then confirm on the order’s page that you have it back, or say what is wrong with it. If you do nothing, ${
        data.isAdopted
          ? `${weDecide}.${when(data.until)}`
          : `the buyer gets all of the money back${on(data.until)}.`
      }${bankNote(data, 'seller')}${data.parcel === null ? '' : `\n\nCarrier and tracking number: ${data.parcel}`}`,
      link: linkOf(data),
    }),
  },
  'order-kept': {
    label: 'Cancellation withdrawn',
    category: 'deals',
    words: (data: AboutOrder) => ({
      title: `The buyer wants to keep the order for the ${data.model}`,
      text: `They no longer ask to cancel it. ${data.isHeldBack ? waitForBank : 'Please go on with the hand-over.'}`,
      link: linkOf(data),
    }),
  },
  'order-reminder': {
    label: 'Reminder of a hand-over',
    category: 'deals',
    words: reminderWords,
  },
  'order-last-day': {
    label: 'Last day to act on an order',
    // "Money", because it names what happens to the money if the reader does nothing.
    category: 'money',
    words: lastDayReminderWords,
  },
  'order-code-locked': {
    label: 'Wrong hand-over codes',
    category: 'safety',
    words: (data: AboutOrder & { isForGood: boolean }) => ({
      title: `Wrong codes were entered for the ${data.model}`,
      text: data.isForGood
        ? 'The code cannot be entered any more. When you have the phone, press “I have it” on the order’s page; before that, don’t.'
        : `${codeTries.untilPause} wrong codes were entered, so none can be entered for ${codeTries.pauseMinutes} minutes. If the seller has no phone for you, don’t give them the code.`,
      link: linkOf(data),
    }),
  },
} as const satisfies NotificationTable;
