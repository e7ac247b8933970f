/** Every kind of notification, as `api.ts` has every endpoint and `events.ts` every event. */
import { authNotifications } from './auth-notifications.ts';
import { bookingNotifications } from './bookings-notifications.ts';
import type { NotificationKind, NotificationTable, NotificationWords } from './notification-kind.ts';
import { disputeNotifications } from './orders-dispute-notifications.ts';
import { orderNotifications } from './orders-notifications.ts';
import { userNotifications } from './users-notifications.ts';
import { payoutNotifications } from './payouts-notifications.ts';
import { privacyNotifications } from './privacy-notifications.ts';
import { productNotifications } from './products-notifications.ts';
import { paymentNotifications } from './payments-notifications.ts';
import { reportNotifications } from './reports-notifications.ts';

export const notificationKinds = {
  ...authNotifications,
  ...bookingNotifications,
  ...paymentNotifications,
  ...orderNotifications,
  ...disputeNotifications,
  ...payoutNotifications,
  ...privacyNotifications,
  ...productNotifications,
  ...reportNotifications,
  ...userNotifications,
} as const satisfies NotificationTable;

export type Kind = keyof typeof notificationKinds;

/** The input of the text of a kind. */
export type DataOf<K extends Kind> = Parameters<(typeof notificationKinds)[K]['words']>[0];

/** One notification for one person. */
export type Notice<K extends Kind = Kind> = K extends Kind
  ? {
      readonly kind: K;
      readonly personId: string;
      readonly data: DataOf<K>;
      /** Where the mail goes if not to the person's own address. */
      readonly address?: string;
    }
  : never;

/** Every row by its own data: a row that is looked up by a kind takes the data of that kind. */
const rows: { readonly [K in Kind]: NotificationKind<DataOf<K>> } = notificationKinds;

/** The text of a notification. */
export const wordsOf = <K extends Kind>(kind: K, data: DataOf<K>): NotificationWords =>
  rows[kind].words(data);

/** The label of a kind by its name in the API; for a kind that no longer exists, the name itself. */
export const labelOf = (kind: string): string => (isKind(kind) ? notificationKinds[kind].label : kind);

/** Whether a kind of this name exists. */
export const isKind = (text: string): text is Kind => Object.hasOwn(notificationKinds, text);
