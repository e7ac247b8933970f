/** The fields of a row in the table of notifications. Each domain writes its rows in `<domain>-notifications.ts`. */

/** Where a notification appears: as a row of the page Notifications, and as a mail. */
export const channels = ['page', 'mail'] as const;
export type Channel = (typeof channels)[number];

/** The categories of notifications. Those about money or the safety of an account cannot be turned off. */
export const categories = {
  money: { label: 'Money', mayTurnOff: false },
  safety: { label: 'Safety', mayTurnOff: false },
  /** Mail that somebody requested, such as a link for a new password. */
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
   * Only for the mail: a link with a secret replaces `link`, and `after` follows it. The page must not show a secret,
   * because a session may be stolen.
   */
  readonly inMail?: { readonly link?: NotificationLink; readonly after?: string };
}

/** A kind of notification: a row of the table. */
export interface NotificationKind<Data> {
  /** What it is about, as shown in the preferences and in the list of failed mail. */
  readonly label: string;
  readonly category: Category;
  /** Without a row of the page, such as a link for somebody who cannot sign in. */
  readonly isMailOnly?: true;
  /** Frequent: the mails of all such kinds are combined into at most one an hour for each person. */
  readonly isChatty?: true;
  /** Only admins get it and see it in their preferences. */
  readonly isForAdmins?: true;
  readonly words: (data: Data) => NotificationWords;
}

export type NotificationTable = Readonly<Record<string, NotificationKind<never>>>;
