import { bookingErrors, holdLimits } from '#contract/bookings.ts';
import { minuteMs } from '#contract/durations.ts';
import type { HoldTerms } from './book-product.ts';
import { failWith } from '#server/platform/failure.ts';

const fail = failWith(bookingErrors);

/** How many phones buyers may hold, and for how long. */
export interface HoldRules {
  readonly confirmed: HoldTerms;
  readonly unconfirmed: HoldTerms;
  readonly asksToWait: boolean;
}

/** The contract's limits, scaled by the configuration: a factor of 0 removes them all. */
export function holdRules(config: { holdMinutes: number; rateLimitFactor: number }): HoldRules {
  const { holdMinutes, rateLimitFactor } = config;
  if (rateLimitFactor === 0) {
    const terms = { minutes: holdMinutes, maxHeld: undefined };
    return { confirmed: terms, unconfirmed: terms, asksToWait: false };
  }
  const scaled = (count: number) => Math.max(1, Math.round(count * rateLimitFactor));
  const { maxHeld, unconfirmedMinutes } = holdLimits;
  return {
    confirmed: { minutes: holdMinutes, maxHeld: scaled(maxHeld.confirmed) },
    unconfirmed: {
      minutes: Math.min(holdMinutes, unconfirmedMinutes),
      maxHeld: scaled(maxHeld.unconfirmed),
    },
    asksToWait: true,
  };
}

/** When the buyer of a hold that ended at `end` may hold the same phone again. */
export const rebookAfter = (end: Date): Date => new Date(end.getTime() + holdLimits.rebookMinutes * minuteMs);

/** The failure for a buyer who has reached the limit of unpaid holds. */
export function tooManyHeld(rules: HoldRules, isConfirmed: boolean) {
  const { confirmed, unconfirmed } = rules;
  const most = isConfirmed ? confirmed.maxHeld : unconfirmed.maxHeld;
  const advice = isConfirmed
    ? ''
    : ` With a confirmed e-mail address you may hold ${confirmed.maxHeld} at a time.`;
  const phones = most === 1 ? '1 unpaid phone' : `${most} unpaid phones`;
  return fail('bookings.too-many-held', {
    detail: `You hold ${phones}, the most at a time. Pay for one or delete one first.${advice}`,
  });
}

/** The failure for a buyer whose hold of this phone ended a short while ago. */
export function heldRecently(bookableAt: Date, now: Date) {
  const minutes = Math.ceil((bookableAt.getTime() - now.getTime()) / minuteMs);
  return fail('bookings.held-recently', {
    detail: `You held this phone a short while ago. You can book it again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}; until then it is there for others.`,
    fields: { bookableAt: bookableAt.toISOString() },
  });
}
