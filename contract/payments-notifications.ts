/** What buyer and seller are told about money that goes back. */
import type { NotificationTable } from './notification-kind.ts';
import { paymentErrors } from './payments.ts';

const orders = { label: 'My Orders', path: '/dashboard' } as const;

export const paymentNotifications = {
  'money-returned': {
    label: 'Money returned',
    category: 'money',
    channels: ['page', 'mail'],
    words: ({ model }: { model: string }) => ({
      title: `Your money for the ${model} is on its way back`,
      text: `${paymentErrors['payments.refunded'][1]}\n\nIt was the ${model}. Your bank shows the refund within a few days.`,
      link: orders,
    }),
  },
  'late-payment-returned': {
    label: 'A late payment returned to its buyer',
    category: 'money',
    channels: ['page', 'mail'],
    words: ({ model }: { model: string }) => ({
      title: `A late payment for your ${model} was returned`,
      text: `A payment for your ${model} came after its booking had ended and the phone was gone. The buyer gets the money back; there is nothing for you to do.`,
    }),
  },
  'money-delayed': {
    label: 'Refund takes longer',
    category: 'money',
    channels: ['page', 'mail'],
    words: ({ model }: { model: string }) => ({
      title: `Your refund for the ${model} takes longer`,
      text: `Your bank did not take the refund for the ${model}. The money is still yours: a person now looks for another way to return it and will write to you.`,
      link: orders,
    }),
  },
} as const satisfies NotificationTable;
