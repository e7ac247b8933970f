/** The notifications to buyer and seller when their order enters a state. */
import { formatMoment } from './dates.ts';
import { formatCents } from './money.ts';
import { isOpenOrder, type OrderState } from './orders-machine.ts';
import {
  type AboutOrder,
  bankNote,
  unansweredOutcome,
  linkOf,
  on,
  until as when,
  weDecide,
} from './orders-notification-words.ts';
import { quote } from './quote.ts';

/** A transition, as one side of the order sees it. */
export interface OrderNews extends AboutOrder {
  readonly state: Exclude<OrderState, 'paid'>;
  /** The state before. */
  readonly from: OrderState | null;
  readonly reader: 'buyer' | 'seller';
  /** Who made it. */
  readonly by: 'buyer' | 'seller' | 'admin' | 'system';
  readonly reason: string | null;
  /** The deadline, in ISO 8601. */
  readonly until: string | null;
  /** What goes back to the buyer by this transition, or to the seller, in cents. */
  readonly cents: number;
  /** Whether a part or all of it went back to the buyer before. */
  readonly hasMoreBack: boolean;
  /** Whether all of it has gone back to the buyer. */
  readonly isAllBack: boolean;
  /** Whether the order was completed before: the seller has got the money already. */
  readonly wasCompleted: boolean;
  /** Where the phone is. */
  readonly buyerHasPhone: boolean;
  /** Whether anything says that the buyer has the phone. */
  readonly mayBuyerHavePhone: boolean;
  /** Whether the order had ended as completed before, and was opened again. */
  readonly isCorrected: boolean;
  /** An admin has to decide: the seller need not answer a problem. */
  readonly isWithAdmin: boolean;
  /** Paid before orders existed: if the seller does not answer, an admin decides. */
  readonly isAdopted: boolean;
  /** Whether the buyer had sent the phone back. Unless all of the money goes back as well, the phone is the buyer's. */
  readonly wasSentBack: boolean;
  /** Whether the seller may list this phone again. */
  readonly mayList: boolean;
  /** The order was about to be cancelled, which the parcel has ended. */
  readonly isKept: boolean;
  /** Whether the buyer's bank has taken the money: we give nothing back. */
  readonly isTakenByBank: boolean;
}

/** The text of a transition. */
export const stateNotificationWords = (news: OrderNews) => {
  const { title, text } = newsWords[news.state](news);
  const bank = isOpenOrder(news.state) ? bankNote(news, news.reader) : '';
  return { title, text: text + bank + reasonWords(news), link: linkOf(news) };
};

const actorWords = { buyer: 'The buyer', seller: 'The seller', admin: 'We' } as const;

/** What a state means for the reader. */
const newsWords: Readonly<Record<OrderNews['state'], (news: OrderNews) => { title: string; text: string }>> =
  {
    sent: ({ model, until, isKept }) => ({
      title: `The ${model} is on its way to you`,
      text: `The seller has sent the parcel${isKept ? ', so the order is not cancelled' : ''}. When it is here, look at the phone and confirm it on the order’s page.${
        until === null ? '' : ` If we have heard nothing by ${formatMoment(until)}, ${weDecide}.`
      }`,
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
    disputed,
    returning: ({ model, reader, until }) => ({
      title: `The ${model} goes back`,
      text:
        reader === 'buyer'
          ? `Ask the seller where to send the phone: their telephone number is on the order’s page. Enter the tracking number there; without it the order is completed and the seller gets the money.${when(until)} If you cannot reach the seller, please write to us before then.`
          : `Please tell the buyer where to send the phone: their telephone number is on the order’s page. Confirm there when you have it back. If the buyer enters no tracking number, the order is completed and you get the money${on(until)}.`,
    }),
    completed: (news) => (news.reader === 'buyer' ? completedForBuyer(news) : completedForSeller(news)),
    cancelled: (news) => returned(news, 'cancelled'),
    refunded: (news) => returned(news, 'refunded'),
  };

function disputed(news: OrderNews) {
  const { model, reader, by, until, from, isAdopted, isWithAdmin, isHeldBack, buyerHasPhone } = news;
  const isTakenBack = reader === 'seller' && from === 'completed';
  if (by === 'admin')
    return {
      title: `We have opened the order for the ${model} again`,
      text: `Something has to be corrected. We will look at both sides and decide. We will write to you as soon as it is decided.${
        isTakenBack
          ? ' Until then the money of this sale is held again: if it was paid out to you already, your account goes below zero and nothing more is paid out.'
          : ''
      }`,
    };
  if (reader === 'seller' && by === 'buyer' && !isWithAdmin)
    return {
      title: `The buyer has reported a problem with the ${model}`,
      text: `Please answer on the order’s page: ${isHeldBack ? '' : 'give the money back, '}make an offer, or say why the buyer is wrong. If you don’t answer, ${isAdopted ? weDecide : unansweredOutcome(buyerHasPhone)}.${when(until)}`,
    };
  return {
    title: `We are looking at the order for the ${model}`,
    text: `${objectionOf(by, from)}The money stays held until it is decided. We will write to you as soon as it is.`,
  };
}

/** What a seller's objection means for the buyer; empty if it was something else. */
function objectionOf(by: OrderNews['by'], from: OrderNews['from']): string {
  if (by !== 'seller') return '';
  return from === 'returning'
    ? 'The seller says that something is wrong with the return. '
    : 'The seller objects to the cancellation, so the order is not cancelled. ';
}

/** Part of the money may have gone back. "Enjoy the phone" is left out after a dispute. */
function completedForBuyer({ model, cents, from, wasSentBack, isAllBack, mayBuyerHavePhone }: OrderNews) {
  const whereItIs = wasSentBack ? ' If the seller has the phone, agree with them how you get it.' : '';
  if (cents > 0)
    return {
      title: `You get ${formatCents(cents)} back for the ${model}`,
      text: `The order is completed${mayBuyerHavePhone ? ' and the phone is yours' : ''}. ${formatCents(cents)} goes back to your card; banks usually show it after a few days.${whereItIs}`,
    };
  const isContent = from === 'handed_over';
  const title = `The order for the ${model} is completed`;
  if (isAllBack)
    return { title, text: 'We pay the seller ourselves. What has gone back to you stays yours.' };
  return {
    title,
    text: `The seller gets the money.${isContent ? ' Enjoy the phone.' : ''}${whereItIs}`,
  };
}

function completedForSeller({ model, cents, wasSentBack, isCorrected }: OrderNews) {
  const whereItIs = wasSentBack ? ' If you have the phone, agree with the buyer how they get it.' : '';
  return cents === 0
    ? {
        title: `The order for the ${model} is completed`,
        text: `After the fee, and any money that goes back to the buyer, nothing is left for you.${whereItIs}`,
      }
    : {
        title: `You get ${formatCents(cents)} for the ${model}`,
        text: `The order is completed. ${
          isCorrected
            ? 'What you got for this sale before is part of it: Payouts shows what was added to your balance.'
            : 'The money has been added to your balance: Payouts shows where it is.'
        }${whereItIs}`,
      };
}

const returned = (news: OrderNews, word: string) =>
  news.reader === 'buyer' ? returnedToBuyer(news, word) : returnedFromSeller(news, word);

function returnedToBuyer({ model, cents, hasMoreBack, isTakenByBank }: OrderNews, word: string) {
  const title = `The order for the ${model} was ${word}`;
  if (isTakenByBank)
    return {
      title,
      text: `Your bank has taken the payment back, because the card’s owner asked for it. The money comes from the bank: please ask the bank when it arrives.${
        hasMoreBack
          ? ' If a part of it was still on its way back to you, it comes from the bank as well.'
          : ''
      }`,
    };
  if (cents === 0)
    return { title, text: 'All of the money has gone back to you already, so nothing more follows.' };
  const what = hasMoreBack ? 'The rest of the money' : 'All of the money';
  return {
    title: `You get ${formatCents(cents)} back for the ${model}`,
    text: `The order was ${word}. ${what} goes back to your card; banks usually show it after a few days.`,
  };
}

const returnedFromSeller = ({ model, wasCompleted, isTakenByBank, mayList }: OrderNews, word: string) => ({
  title: `The order for the ${model} was ${word}`,
  text: `The buyer gets all of the money back.${
    mayList ? ' If you have the phone, you can list it again on the order’s page.' : ''
  }${wasCompleted ? takenFromSeller(isTakenByBank) : ''}`,
});

const takenFromSeller = (isTakenByBank: boolean): string =>
  isTakenByBank
    ? ' What was left of the price is taken back from you, and our fee is not given back. If that is more than you have here, the rest is subtracted from your next sales.'
    : ' The money from this sale is taken back: if it was paid out to you already, it is subtracted from your next sales.';

/** The reason as part of the text. For a parcel, `reason` is its carrier and tracking number. */
function reasonWords({ state, by, reason, reader, isTakenByBank }: OrderNews): string {
  if (reason === null || (isTakenByBank && reader === 'buyer')) return '';
  if (state === 'sent') return `\n\nCarrier and tracking number: ${reason}`;
  // The reason is what both sides agreed on, not the words of one of them.
  const isAgreement = by !== 'admin' && (state === 'completed' || state === 'returning');
  if (by === 'system' || isAgreement) return `\n\n${reason.replace(/\.?$/, '.')}`;
  // An admin's words are ours.
  return `\n\n${actorWords[by]} wrote: ${by === 'admin' ? `“${reason}”` : quote(reason)}`;
}
