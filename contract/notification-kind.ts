/** The fields of a row in the table of notifications. Each domain writes its rows in `<domain>-notifications.ts`. */

/** Where a notification appears: as a row of the page Notifications, and as a mail. */
export const channels = ['page', 'mail'] as const;
export type Channel = (typeof channels)[number];

/** The categories of notifications. What concerns money or the safety of an account cannot be turned off. */
export const categories = {
  money: { label: 'Money', mayTurnOff: false },
  safety: { label: 'Safety', mayTurnOff: false },
  /** Mail that somebody asked for, such as a link for a new password. */
  account: { label: 'Account', mayTurnOff: false },
  deals: { label: 'Buying and selling', mayTurnOff: true },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly mayTurnOff: boolean }>>;
type Category = keyof typeof categories;

interface NotificationLink {
  readonly label: string;
  /** A page of this site: `/dashboard`. */
  readonly path: string;
}

/** One source for the row of the page and for the mail. Paragraphs are separated by an empty line. */
export interface NotificationWords {
  /** The row's heading and the mail's subject. */
  readonly title: string;
  readonly text: string;
  readonly link?: NotificationLink;
  /**
   * What only the mail may contain: a link with a secret in it replaces `link`, and `after` follows it. A session
   * that reads the page may be a thief's.
   */
  readonly inMail?: { readonly link?: NotificationLink; readonly after?: string };
}

/** A kind of notification: a row of the table. */
export interface NotificationKind<Data> {
  /** What it is about, as preferences and the list of failed mail name it. */
  readonly label: string;
  readonly category: Category;
  readonly channels: readonly Channel[];
  /**
   * Frequent: a person gets at most one mail an hour of all such kinds together, with everything since the last one.
   */
  readonly isChatty?: true;
  /** Only admins get it, and see it among their preferences. */
  readonly isForAdmins?: true;
  readonly words: (data: Data) => NotificationWords;
}

export type NotificationTable = Readonly<Record<string, NotificationKind<never>>>;
