import type { OrderAction } from '#contract/orders-machine.ts';
import { mayOfferReturn } from '#contract/orders-problems.ts';
import type { Order } from '#contract/orders.ts';
import type { TimeFor } from '#web/bookings/deal-times.ts';
import type { ButtonProps } from '#web/ui/button.tsx';

export interface ActionText {
  /** What the action does, shown beside the button. */
  readonly explains: (timeFor: TimeFor, order: Pick<Order, 'role' | 'mayBuyerHavePhone'>) => string;
  /** A warning, shown in the dialog. */
  readonly warns?: string;
  /** Shown when the action is done. */
  readonly done: string;
  readonly variant?: ButtonProps['variant'];
}

/** The actions of the list "What you can do", in its order; the others are elsewhere on the page. */
export const listedActions = [
  'confirm-receipt',
  'accept',
  'send',
  'send-back',
  'confirm-return',
  'withdraw-cancellation',
  'accept-offer',
  'decline-offer',
  'offer',
  'refuse',
  'add-evidence',
  'withdraw-problem',
  'object',
  'keep',
  'decide',
  'confirm-delivery',
  'choose-delivery',
  'report-problem',
  'refund',
  'dispute-return',
  'ask-to-cancel',
  'cancel',
  'list-again',
  'reopen',
] as const satisfies readonly OrderAction[];
export type ListedAction = (typeof listedActions)[number];

export const actionTexts: Readonly<Record<ListedAction, ActionText>> = {
  'confirm-receipt': {
    explains: (timeFor) =>
      `When you have the phone. You then have ${timeFor('trial')} to try it out before the seller is paid.`,
    warns:
      'Press this only with the phone in your hands. The order then counts as handed over, without any code.',
    done: 'Handed over',
    variant: 'action',
  },
  accept: {
    explains: () => 'Ends the order: the seller is paid.',
    warns: 'The seller is paid at once, and you cannot report a problem any more.',
    done: 'The order is completed',
    variant: 'action',
  },
  send: {
    explains: () => 'When the parcel is with the carrier. The buyer sees its tracking number.',
    done: 'The buyer has been told',
    variant: 'action',
  },
  'confirm-return': {
    explains: () => 'When the phone is back with you. The buyer gets all their money.',
    warns: 'Look at the phone first. The buyer gets all their money back, and this cannot be undone.',
    done: 'The buyer gets their money back',
    variant: 'action',
  },
  'withdraw-cancellation': {
    explains: () => 'Withdraws your request to cancel. The order goes on as before.',
    done: 'The order goes on',
    variant: 'action',
  },
  'withdraw-problem': {
    explains: () =>
      'When it is solved between you and you have the phone. The order ends and the seller is paid.',
    warns:
      'Press this only if you have the phone and want to keep it. The seller is paid at once, and you cannot report another problem.',
    done: 'The order is completed',
  },
  object: {
    explains: () => 'Stops the cancellation. Ringback reads what both of you say, and decides.',
    done: 'You have objected',
  },
  'send-back': {
    explains: () => 'When the carrier has the return parcel. The seller sees its tracking number.',
    done: 'The seller has been told',
    variant: 'action',
  },
  keep: {
    explains: () => 'Ends the return: the phone is yours and the seller is paid.',
    warns:
      'The seller is paid at once, and this cannot be undone. If you have sent the phone already, agree with the seller first how you get it back.',
    done: 'The order is completed',
  },
  'accept-offer': {
    explains: () => 'You agree to what the other side offers.',
    warns: 'You agree to the offer below. This cannot be undone.',
    done: 'You have agreed',
    variant: 'action',
  },
  'decline-offer': {
    explains: () => 'You do not agree. Ringback decides, unless you agree on another offer.',
    done: 'You have declined the offer',
  },
  offer: {
    explains: (_timeFor, { role, mayBuyerHavePhone }) =>
      mayOfferReturn(mayBuyerHavePhone, role)
        ? 'A part of the money goes back, or the phone goes back first. The other side may accept.'
        : 'A part of the money goes back. The other side may accept.',
    done: 'The other side has been told',
  },
  refuse: {
    explains: () => 'Say why the buyer is wrong, and show it. Ringback reads both sides and decides.',
    done: 'Ringback looks at both sides now',
  },
  'add-evidence': {
    explains: () => 'Say more, and show it with photos. The other side and Ringback see it.',
    done: 'Your evidence is added',
  },
  reopen: {
    explains: () => 'Corrects an error: the order is open again, and you decide once more.',
    warns:
      'Money that the seller has got is taken back into the order. Money that went back to the buyer stays with them: then you can only pay the seller out of Ringback’s earnings, or leave it.',
    done: 'The order is open again',
    variant: 'danger',
  },
  decide: {
    explains: () => 'You choose what becomes of the money and the phone. Both sides read your words.',
    done: 'Decided',
    variant: 'action',
  },
  'confirm-delivery': {
    explains: () => 'When the carrier has proof of delivery. The order then goes on by itself.',
    done: 'The delivery counts as proven',
  },
  'choose-delivery': {
    explains: () => 'Meet the seller, or have the phone sent to an address.',
    done: 'The seller has been told',
  },
  'report-problem': {
    explains: (timeFor) =>
      `Your money stays held. The seller has ${timeFor('answer')} to answer; if you do not agree, Ringback decides.`,
    done: 'The seller has been told, and your money is held',
  },
  refund: {
    explains: () => 'You end the order, and the buyer gets all their money back.',
    warns:
      'The buyer gets all their money back, and this cannot be undone. If they have the phone, agree first how it comes back to you.',
    done: 'The buyer gets their money back',
    variant: 'danger',
  },
  'dispute-return': {
    explains: () => 'When another phone came back, or it is damaged. Ringback decides.',
    done: 'You have told us what is wrong',
  },
  'ask-to-cancel': {
    explains: (timeFor) =>
      `The seller has ${timeFor('objection')} to object. Then the order ends and you get all your money back.`,
    done: 'You have asked to cancel',
    variant: 'danger',
  },
  cancel: {
    explains: () => 'Ends the order at once: the buyer gets all their money back.',
    warns:
      'The buyer gets all their money back, and this cannot be undone. You can list the phone again afterwards.',
    done: 'The order is cancelled',
    variant: 'danger',
  },
  'list-again': {
    explains: () => 'Makes a new listing with the same facts, photos and price.',
    done: 'The phone is listed again',
    variant: 'action',
  },
};
