/** Notifications to sellers about their money. */
import { formatCents } from './money.ts';
import type { NotificationTable } from './notification-kind.ts';

/** A payout that did not arrive. */
export interface FailedPayout {
  readonly cents: number;
  readonly reason: string | null;
  readonly isByHand: boolean;
  /**
   * Others than it was sent to are here already; or the person, who cannot enter any, is asked by mail; or nothing is
   * sent again, because the money of a sale has gone back to its buyer.
   */
  readonly details: 'newer' | 'ask' | 'owed' | undefined;
}

const safe = 'The money is safe and yours.';

function whatFollows({ isByHand, details }: Pick<FailedPayout, 'isByHand' | 'details'>): string {
  if (details === 'owed')
    return 'It is not sent again: the money of one of your sales has gone back to its buyer, and this payout settles what you owed for that.';
  if (details === 'ask') return `${safe} Please write to us to which bank account we should send it.`;
  if (!isByHand) return `${safe} Please check where it should go. We send it again once that is right.`;
  if (details === 'newer') return `${safe} We send it to the bank account that you have entered since.`;
  return `${safe} Please check your bank details and enter them again under Payouts. We send the money again once you have done so.`;
}

const link = { label: 'Open Payouts', path: '/dashboard/payouts' } as const;
const contact = { label: 'How to reach us', path: '/about/contact' } as const;

export const payoutNotifications = {
  'payout-sent': {
    label: 'Money on its way to you',
    category: 'money',
    words: ({ cents }: { cents: number }) => ({
      title: `${formatCents(cents)} is on its way to you`,
      text: 'We have sent your money to your account at the card processor, which pays it to your bank within a few days.',
      link,
    }),
  },
  'payout-paid': {
    label: 'Money arrived',
    category: 'money',
    words: ({ cents, isByHand }: { cents: number; isByHand: boolean }) => ({
      title: isByHand
        ? `We have paid you ${formatCents(cents)}`
        : `${formatCents(cents)} has arrived at your bank`,
      text: isByHand
        ? 'We have sent it to your bank account. Your bank shows it within a few days.'
        : 'It may take a day until you see it in your account.',
      link,
    }),
  },
  'payout-failed': {
    label: 'Payout failed',
    category: 'money',
    words: ({ cents, reason, ...where }: FailedPayout) => ({
      title: `Your payout of ${formatCents(cents)} did not arrive`,
      text: `${reason === null ? '' : `We were told: “${reason}”\n\n`}${whatFollows(where)}`,
      link: where.details === 'ask' ? contact : link,
    }),
  },
  'payout-waiting': {
    label: 'Money waits for you',
    category: 'money',
    words: ({ cents }: { cents: number }) => ({
      title: `${formatCents(cents)} waits for you`,
      text: 'You have sold a phone, and we cannot send you the money yet: Payouts says what is missing. We keep it for you until then.',
      link,
    }),
  },
  'payouts-refused': {
    label: 'Payouts refused by the card processor',
    category: 'money',
    words: () => ({
      title: 'The card processor refuses to pay you',
      text: 'It does not tell us why. Your money is still yours: please write to us so that we can find another way.',
      link: contact,
    }),
  },
  'seller-refused': {
    label: 'Sellers whom the card processor refuses',
    category: 'money',
    isForAdmins: true,
    words: ({ name }: { name: string | null }) => ({
      title: `The card processor refuses to pay ${name ?? 'a seller'}`,
      text: 'We have asked the seller to write to us. What they earn stays here until you have found another way: Pay Sellers shows how much it is.',
      link: { label: 'Open Pay Sellers', path: '/dashboard/pay-sellers' },
    }),
  },
  'bank-changed': {
    label: 'Bank details changed',
    category: 'safety',
    words: ({ ending }: { ending: string }) => ({
      // Also of the first ones.
      title: `New bank details: we pay you to the account that ends in ${ending}`,
      text: `They were entered just now, and are used for all payouts that are not being prepared yet.\n\nIf it was not you: set a new password at once, which ends every session, and enter your bank details again under Payouts.`,
      link,
    }),
  },
} as const satisfies NotificationTable;
