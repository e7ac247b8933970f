/** Notifications to buyers, sellers and admins about refunds, additional charges and chargebacks. */
import { formatMoment } from './dates.ts';
import { formatAmount, fromSmallestUnit } from './format-amount.ts';
import { formatCents } from './money.ts';
import type { NotificationTable } from './notification-kind.ts';
import { chargebackReasons } from './payments-chargebacks.ts';
import { paymentErrors } from './payments.ts';

/** A chargeback or an inquiry, in a notification to admins. */
export interface ChargebackNews {
  readonly isInquiry: boolean;
  /** Undefined if the charge is of no booking. */
  readonly model: string | undefined;
  /** Whether the charge paid an order. */
  readonly isSale: boolean;
  /** Whether the seller has got the money, so that they cannot give it back. */
  readonly isCompleted: boolean;
  /** In the smallest unit of `currency`. */
  readonly cents: number;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  /** The processor's code. */
  readonly reason: string;
  /** Until when the bank accepts an answer, in ISO 8601. */
  readonly dueAt: string | null;
}

/** A sale whose payment a bank holds back, in a notification to its seller. */
export interface HeldBack {
  readonly model: string;
  readonly orderId: string;
  /** Whether the order was completed before. */
  readonly isCompleted: boolean;
}

/** A charge that did not pay an order, in a notification to its buyer. */
export interface ExtraChargeNews {
  readonly model: string;
  /** In units of `currency`, which is ISO 4217 in lower case. */
  readonly amount: number;
  readonly currency: string;
}

/** A charge of a buyer, in a notification to them. */
export interface OfBuyer {
  readonly model: string;
  /** The order that it paid; null if there is none. */
  readonly orderId: string | null;
}

/** What goes back to a buyer, in a notification to them. */
export interface MoneyBack extends OfBuyer {
  readonly back: Omit<ExtraChargeNews, 'model'>;
}

/** Money that an admin has paid back in another way, in a notification to its buyer. */
export interface SettledElsewhere extends OfBuyer {
  readonly paid: Omit<ExtraChargeNews, 'model'>;
  /** By which the buyer finds the payment; undefined if the admin gave none. */
  readonly reference: string | undefined;
}

const orders = { label: 'My Orders', path: '/dashboard' } as const;

const linkOf = (orderId: string | null) =>
  orderId === null ? orders : { label: 'Open the order', path: `/dashboard/order/${orderId}` };

export const paymentNotifications = {
  'money-returned': {
    label: 'Money returned',
    category: 'money',
    words: ({ model, cents, isByBank }: { model: string; cents: number; isByBank: boolean }) => ({
      title: isByBank
        ? `You have your money for the ${model} back`
        : `Your ${formatCents(cents)} for the ${model} is on its way back`,
      text: isByBank
        ? `Your payment arrived after your booking had ended, and your bank has taken all of it back for you.`
        : `${paymentErrors['payments.refunded'][1]} Banks usually show a refund after a few days.`,
      link: orders,
    }),
  },
  'late-payment-returned': {
    label: 'A late payment returned to its buyer',
    category: 'money',
    words: ({ model }: { model: string }) => ({
      title: `A late payment for your ${model} was returned`,
      text: `A payment for your ${model} came after its booking had ended. The buyer gets the money back; there is nothing for you to do.`,
    }),
  },
  'money-delayed': {
    label: 'Refund takes longer',
    category: 'money',
    words: ({ model, orderId, back }: MoneyBack) => ({
      title: `Your refund of ${formatAmount(back)} for the ${model} takes longer`,
      text: `The refund for the ${model} could not be paid to your card. The money is still yours: one of us is looking for another way to return it and will write to you.`,
      link: linkOf(orderId),
    }),
  },
  'money-sent-again': {
    label: 'Refund sent again',
    category: 'money',
    words: ({ model, orderId, back }: MoneyBack) => ({
      title: `Your refund of ${formatAmount(back)} for the ${model} was sent again`,
      text: `This time it was accepted: the money goes back to the card that you paid with. Banks usually show a refund after a few days. If it has not arrived by then, write to us.`,
      link: linkOf(orderId),
    }),
  },
  'charged-more': {
    label: 'Charged too often',
    category: 'money',
    words: ({ model, isPaid, ...charge }: ExtraChargeNews & { readonly isPaid: boolean }) => ({
      title: isPaid
        ? `You were charged ${formatAmount(charge)} too much`
        : `Your payment of ${formatAmount(charge)} is not the price of the ${model}`,
      text: `${
        isPaid
          ? `Another charge has paid for the ${model} already.`
          : 'It is not the amount of your booking, so it has not paid for the phone.'
      } This money is still yours: one of us looks at it and gives it back.`,
      link: orders,
    }),
  },
  'extra-charge-returned': {
    label: 'A charge too many returned',
    category: 'money',
    words: ({ model, isByBank, ...charge }: ExtraChargeNews & { readonly isByBank: boolean }) => ({
      title: isByBank
        ? `Your bank has taken ${formatAmount(charge)} back for you`
        : `${formatAmount(charge)} goes back to your card`,
      text: `It is the charge for the ${model} that did not count.${
        isByBank ? '' : ' Banks usually show a refund after a few days.'
      }`,
      link: orders,
    }),
  },
  'settled-elsewhere': {
    label: 'Money paid back in another way',
    category: 'money',
    words: ({ model, orderId, paid, reference }: SettledElsewhere) => ({
      title: `${formatAmount(paid)} for the ${model} was paid back in another way`,
      text: `The money did not go back to your card: one of us has paid it to you in another way, such as by a bank transfer.${reference === undefined ? '' : ` Its reference: ${reference}.`} If it has not arrived after a few days, write to us.`,
      link: linkOf(orderId),
    }),
  },
  'payment-held-back': {
    label: 'Payment held back by a bank',
    category: 'money',
    words: ({ model, orderId, isCompleted }: HeldBack) => ({
      title: `A bank holds back the payment for your ${model}`,
      text: `The card’s owner has asked their bank to take the payment back. We answer the bank; nothing moves the money until it has decided.\n\n${
        isCompleted
          ? 'The order was completed. If the bank takes the money, it is taken back from you, and our fee is not given back. If that is more than you have here, the rest is subtracted from your next sales.'
          : 'If you still have the phone, do not hand it over or send it before then.'
      }`,
      link: linkOf(orderId),
    }),
  },
  'chargeback-opened': {
    label: 'Chargebacks',
    category: 'money',
    isForAdmins: true,
    words: ({ isInquiry, model, isSale, isCompleted, cents, currency, reason, dueAt }: ChargebackNews) => ({
      title: `A bank ${isInquiry ? 'asks about' : 'has taken back'} a payment of ${formatAmount({
        amount: fromSmallestUnit(cents, currency),
        currency,
      })}${model === undefined ? '' : ` for the ${model}`}`,
      text: `${chargebackReasons.get(reason) ?? reason}. ${
        isInquiry
          ? `No money has moved yet. A full refund ends it: ${isSale && !isCompleted ? 'the seller can give it on the order’s page, or you' : 'you can give it'} at the card processor.`
          : `${isSale ? 'The money of this order cannot move' : 'We refund nothing of it'} until the bank has decided.`
      }${dueAt === null ? '' : ` The bank accepts an answer until ${formatMoment(dueAt)}.`}`,
      link: { label: 'Needs attention', path: '/dashboard/attention' },
    }),
  },
} as const satisfies NotificationTable;
