/** The texts of reminders: of a hand-over, and of a deadline that ends within a day. */
import { formatMoment } from './dates.ts';
import {
  type AboutOrder,
  unansweredOutcome,
  linkOf,
  on,
  until as when,
  weDecide,
} from './orders-notification-words.ts';

/** A paid phone that waits for its hand-over, as in a reminder of one side of the order. */
export interface Reminded extends AboutOrder {
  readonly reader: 'buyer' | 'seller';
  /** Of the other side. */
  readonly other: string;
  readonly phone: string;
  /** The deadline, in ISO 8601; null if nothing happens by itself. */
  readonly until: string | null;
  /** Whether it is sent as a parcel; otherwise they meet. */
  readonly isParcel: boolean;
}

/** The text of a reminder. */
export function reminderWords(data: Reminded) {
  const { model, reader, other, phone, until, isParcel } = data;
  const link = linkOf(data);
  const silence =
    until === null
      ? ''
      : ` Otherwise the order is cancelled and ${reader === 'buyer' ? 'you get the money back, unless the seller objects' : 'the buyer gets the money back, unless you object'}.`;
  // Only the buyer can say so without the code.
  const confirmed = reader === 'seller' ? `ask ${other} to confirm it` : 'confirm it';
  if (!isParcel)
    return {
      title: `The ${model} has not been handed over yet`,
      text: `Please arrange it with ${other}, telephone ${phone}.${silence} If the phone has changed hands already, ${confirmed} on the order’s page.${when(until)}`,
      link,
    };
  const title = `The ${model} has not been sent yet`;
  if (reader === 'buyer')
    return {
      title,
      text: `Please ask ${other}, telephone ${phone}, when they send it. If you have it already, confirm it on the order’s page.${silence}${until === null ? '' : ` They have until ${formatMoment(until)}.`}`,
      link,
    };
  return {
    title,
    text: `Please send it with a carrier that proves the delivery, and enter carrier and tracking number on the order’s page. The address is there, too.${silence}${when(until)}`,
    link,
  };
}

/** The steps that somebody is reminded of a day before something happens without them. */
export const lastDaySteps = ['receive', 'try-out', 'answer', 'agree', 'send-back', 'take-back'] as const;
export type LastDayStep = (typeof lastDaySteps)[number];

/** What one side of an order has to do within a day. */
export interface LastDay extends AboutOrder {
  readonly step: LastDayStep;
  /** The deadline, in ISO 8601. */
  readonly until: string;
  /** Whether we decide after the deadline; otherwise what the text says happens by itself. */
  readonly isDecidedByUs: boolean;
  readonly buyerHasPhone: boolean;
  /** Whether the buyer has made an offer that the seller can accept. */
  readonly hasOffer: boolean;
}

/** The text of a reminder of the last day. */
export const lastDayReminderWords = (data: LastDay) => ({
  ...lastDayWords[data.step](data),
  link: linkOf(data),
});

const lastDayWords: Readonly<Record<LastDayStep, (data: LastDay) => { title: string; text: string }>> = {
  receive: ({ model, until, isDecidedByUs }) => ({
    title: `Do you have the ${model}?`,
    text: `If you have it, confirm it on the order’s page. If it has not come, or something is wrong with it, report a problem there. If you do nothing, ${
      isDecidedByUs ? weDecide : 'it counts as received'
    }.${when(until)}`,
  }),
  'try-out': ({ model, until }) => ({
    title: `Is everything fine with the ${model}?`,
    text: `If something is wrong, report it on the order’s page. If you do nothing, the seller gets the money.${when(until)}`,
  }),
  answer: ({ model, until, isDecidedByUs, buyerHasPhone, hasOffer }) => ({
    title: `The buyer waits for your answer about the ${model}`,
    text: `Please answer the problem on the order’s page: ${hasOffer ? 'accept the buyer’s offer, ' : ''}give the money back, make an offer, or say why the buyer is wrong. If you don’t answer, ${
      isDecidedByUs ? weDecide : unansweredOutcome(buyerHasPhone)
    }.${when(until)}`,
  }),
  agree: ({ model, until }) => ({
    title: `An offer for the ${model} waits for your answer`,
    text: `Please accept or decline it on the order’s page, or make another one there. If you don’t answer, ${weDecide}.${when(until)}`,
  }),
  'send-back': ({ model, until }) => ({
    title: `The ${model} has not been sent back yet`,
    text: `If you have sent it, enter carrier and tracking number on the order’s page; without them the order is completed and the seller gets the money.${when(until)} If you cannot reach the seller, please write to us before then.`,
  }),
  'take-back': ({ model, until, isDecidedByUs }) => ({
    title: `Do you have the ${model} back?`,
    text: `If it is here, confirm it on the order’s page, or say what is wrong with it. If you do nothing, ${
      isDecidedByUs ? `${weDecide}.${when(until)}` : `the buyer gets all of the money back${on(until)}.`
    }`,
  }),
};
