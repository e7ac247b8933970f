import { defaultFee, shareOf } from '#contract/deal-terms.ts';
import { formatCents } from '#contract/money.ts';
import { type TimeFor, useDealTimes } from '#web/bookings/deal-times.ts';
import { useSiteConfig } from '#web/platform/site-config.ts';

export interface TermsOfDeals {
  readonly timeFor: TimeFor;
  /** The seller's fee: "5% of the price and $0.50". */
  readonly fee: string;
  /** The seller's share of a price in cents, and the fee. */
  readonly example: (cents: number) => { readonly seller: string; readonly fee: string };
}

/** The terms of a deal in words, from the installation's settings. */
export function useTermsOfDeals(): TermsOfDeals {
  const timeFor = useDealTimes();
  const fee = useSiteConfig()?.deals.fee ?? defaultFee;
  return {
    timeFor,
    fee:
      fee.percent === 0 && fee.fixedCents === 0
        ? 'nothing'
        : [
            ...(fee.percent === 0 ? [] : [`${fee.percent}% of the price`]),
            ...(fee.fixedCents === 0 ? [] : [formatCents(fee.fixedCents)]),
          ].join(' and '),
    example: (cents) => {
      const share = shareOf(cents, fee);
      return {
        seller: formatCents(share.sellerCents),
        fee: formatCents(share.feeCents),
      };
    },
  };
}
