import type { Booking } from '#contract/bookings.ts';
import { durationWords, hourMs, minuteMs } from '#contract/durations.ts';
import type { SiteConfig } from '#contract/site.ts';
import { serverNow } from '#web/platform/server-clock.ts';

export interface HoldLeft {
  /** How much of the hold is left, 1 at the booking and 0 at its end. */
  readonly share: number;
  readonly words: string;
}

/**
 * The remaining time in which a phone is held for its buyer.
 *
 * @param now milliseconds since 1970
 * @returns undefined if the booking is paid or has ended
 */
export function holdLeft(
  { time, holdExpiresAt }: Pick<Booking, 'time' | 'holdExpiresAt'>,
  now: number,
): HoldLeft | undefined {
  if (holdExpiresAt === null) return undefined;
  const start = Date.parse(time);
  const end = Date.parse(holdExpiresAt);
  const share = Math.min(1, Math.max(0, (end - now) / (end - start)));
  return { share, words: wordsFor(end - now) };
}

/**
 * When a hold ends, in the reader's time zone; only the hour if it is today.
 *
 * @param now milliseconds since 1970
 */
export function untilWords(holdExpiresAt: string, now: number = serverNow()): string {
  const end = new Date(holdExpiresAt);
  const isToday = new Date(now).toDateString() === end.toDateString();
  return (isToday ? hourOfDay : dayAndHour).format(end);
}

const hourOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndHour = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

function wordsFor(leftMs: number): string {
  if (leftMs <= 0) return 'Time is up: somebody else may book it';
  if (leftMs < minuteMs) return 'Less than a minute left to pay';
  const hours = Math.floor(leftMs / hourMs);
  const minutes = Math.floor((leftMs % hourMs) / minuteMs);
  const parts = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : ''];
  return `${parts.filter((part) => part !== '').join(' ')} left to pay`;
}

type HoldTimes = Pick<SiteConfig, 'holdMinutes' | 'unconfirmedHoldMinutes'>;

/**
 * How long a phone is held for somebody who books it now.
 *
 * @param isConfirmed whether their e-mail address is confirmed; undefined if that is not known
 */
export function holdWords(site: HoldTimes | undefined, isConfirmed?: boolean): string {
  if (site === undefined) return 'The phone is kept for you for a limited time.';
  const [usual, unconfirmed] = [site.holdMinutes, site.unconfirmedHoldMinutes].map(durationWords);
  const kept = 'The phone is kept for you for';
  if (isConfirmed === true || usual === unconfirmed) return `${kept} ${usual}.`;
  return isConfirmed === false
    ? `${kept} ${unconfirmed}, because your e-mail address is not confirmed.`
    : `${kept} ${usual}, or for ${unconfirmed} while your e-mail address is not confirmed.`;
}
