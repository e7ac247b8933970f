/** Notifications to sellers about their listings. */
import type { NotificationTable } from './notification-kind.ts';

export const productNotifications = {
  'listing-removed': {
    label: 'Your listings that we removed',
    category: 'safety',
    /** @param data `isSold` if it has an order, which an admin's removal does not touch */
    words: ({ model, isSold }: { model: string; isSold: boolean }) => ({
      title: `We removed your listing of the ${model}`,
      text: `An admin has decided that it cannot stay on Ringback. ${isSold ? 'Nobody can see it any more. Its order stays as it is.' : 'Nobody can see or book it any more.'}\n\nIf you think that this is a mistake, please write to us.`,
      link: { label: 'How to reach us', path: '/about/contact' },
    }),
  },
} as const satisfies NotificationTable;
