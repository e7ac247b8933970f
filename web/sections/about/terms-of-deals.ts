import { dealDurations, type DealDuration, defaultFee, shareOf } from '#contract/deal-terms.ts';
import { durationWords } from '#contract/durations.ts';
import { formatCents } from '#contract/money.ts';
import { useSiteConfig } from '#web/platform/site-config.ts';

export interface TermsOfDeals {
  /** How long a step may take on this installation: "48 hours", "14 days". */
  readonly timeFor: (step: DealDuration) => string;
  /** The seller's fee: "5% of the price and $0.50". */
  readonly fee: string;
  /** The seller's share of a price in cents, and the fee. */
  readonly example: (cents: number) => { readonly seller: string; readonly fee: string };
}

/** The terms of a deal in words, from the installation's settings. */
export function useTermsOfDeals(): TermsOfDeals {
  const deals = useSiteConfig()?.deals;
  const fee = deals?.fee ?? defaultFee;
  return {
    timeFor: (step) => durationWords(deals?.minutes[step] ?? dealDurations[step].minutes),
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
