/** Notifications to people about the listings that they have reported. */
import type { NotificationTable } from './notification-kind.ts';

export interface AboutReport {
  readonly model: string;
}

export const reportNotifications = {
  'report-upheld': {
    label: 'Listings that were removed after your report',
    category: 'deals',
    words: ({ model }: AboutReport) => ({
      title: `The ${model} that you reported was removed`,
      text: 'Thank you for telling us. Nobody can buy it any more.',
    }),
  },
  'report-dismissed': {
    label: 'Your reports that were dismissed',
    category: 'deals',
    words: ({ model, reason, isGone }: AboutReport & { reason: string; isGone: boolean }) => ({
      title: `We have looked at the ${model} that you reported`,
      text: `${isGone ? 'The listing was removed meanwhile, and your report is closed.' : 'The listing stays.'} We wrote: “${reason}”\n\nThank you for telling us. The seller does not learn who reported it.`,
    }),
  },
} as const satisfies NotificationTable;
