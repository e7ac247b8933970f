import { type DealDuration, dealDurations } from '#contract/deal-terms.ts';
import { durationWords } from '#contract/durations.ts';
import { useSiteConfig } from '#web/platform/site-config.ts';

export type TimeFor = (step: DealDuration) => string;

/** How long a step of a deal may take on this installation, in words: "48 hours", "14 days". */
export function useDealTimes(): TimeFor {
  const minutes = useSiteConfig()?.deals.minutes;
  return (step) => durationWords(minutes?.[step] ?? dealDurations[step].minutes);
}
