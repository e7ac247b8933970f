import { dealDurations } from '#contract/deal-terms.ts';
import { durationWords } from '#web/bookings/hold.ts';
import { useSiteConfig } from '#web/platform/site-config.ts';

/** How long a step may take, in words, as this installation has it. */
export interface DealTimes {
  readonly objection: string;
  readonly trial: string;
  readonly answer: string;
}

export function useDealTimes(): DealTimes {
  const minutes = useSiteConfig()?.deals.minutes;
  const wordsFor = (step: keyof DealTimes): string =>
    durationWords(minutes?.[step] ?? dealDurations[step].minutes);
  return { objection: wordsFor('objection'), trial: wordsFor('trial'), answer: wordsFor('answer') };
}
