import { type SellerFee, shareOf } from '#contract/deal-terms.ts';
import { formatCents, fromCents, leastChargeCents, maxPrice, toCents } from '#contract/money.ts';

import { parsePrice } from './add-product-price.ts';

/**
 * The seller's share of a typed price, after the fee: "You get $398.98 after the fee of $21.52." Or that
 * nobody could pay it. Empty for no price.
 */
export function sellerShareWords(sell: string, fee: SellerFee | undefined): string {
  const price = parsePrice(sell);
  // A price that the form refuses is worth nothing.
  if (!(price > 0 && price <= maxPrice) || fromCents(toCents(price)) !== price) return '';
  if (toCents(price) < leastChargeCents)
    return `Nobody could pay it: card payments start at ${formatCents(leastChargeCents)}.`;
  if (fee === undefined) return '';
  const { sellerCents, feeCents } = shareOf(toCents(price), fee);
  if (feeCents === 0) return '';
  return `You get ${formatCents(sellerCents)} after the fee of ${formatCents(feeCents)}.`;
}
