import { hourMs } from '#contract/durations.ts';
import { formerPriceDays, formerPriceMinHours } from '#contract/products-edit.ts';

/** The price of a phone since a moment; null if it was not on offer. */
export interface Offer {
  readonly cents: number | null;
  readonly at: Date;
}

/**
 * The former price that may be shown beside a new one: the lowest at which the phone was on offer in the 30 days
 * before, if it is higher than the new one and was valid for 24 hours or more. So a price that was raised only to be
 * lowered is never shown (Directive 98/6/EC, article 6a).
 *
 * @param offers in the order of time, since the phone was listed
 */
export function formerPrice(offers: readonly Offer[], nextCents: number, now: Date): number | undefined {
  const from = now.getTime() - formerPriceDays * 24 * hourMs;
  const onOfferMs = new Map<number, number>();
  for (const [place, { cents, at }] of offers.entries()) {
    const end = (offers[place + 1]?.at ?? now).getTime();
    const durationMs = end - Math.max(at.getTime(), from);
    if (cents === null || durationMs <= 0) continue;
    onOfferMs.set(cents, (onOfferMs.get(cents) ?? 0) + durationMs);
  }
  if (onOfferMs.size === 0) return undefined;
  const lowest = Math.min(...onOfferMs.keys());
  const isLongEnough = (onOfferMs.get(lowest) ?? 0) >= formerPriceMinHours * hourMs;
  return lowest > nextCents && isLongEnough ? lowest : undefined;
}
