import { useSyncExternalStore } from 'react';

import { serverNow } from '#web/platform/server-clock.ts';

const dayMs = 24 * 3600 * 1000;
const calendar = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const distance = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** When something was posted: the date by UTC and, once the page is hydrated, by the reader's days how long ago that is. */
export function PostDate({ time }: { time: string }) {
  const today = useSyncExternalStore<number | undefined>(subscribe, todayHere, todayThere);
  const date = new Date(time);
  const day = calendar.format(today === undefined ? date : midnight(date));
  return (
    <time dateTime={time} title={day}>
      {today === undefined ? day : (agoOf(date, today) ?? day)}
    </time>
  );
}

/** The last weeks in words; undefined for everything earlier. */
function agoOf(date: Date, today: number): string | undefined {
  const days = Math.round((midnight(date) - today) / dayMs);
  if (days > 0 || days < -28) return undefined;
  return days > -14 ? distance.format(days, 'day') : distance.format(Math.round(days / 7), 'week');
}

/** The midnight in UTC of the reader's day of a time, for counting days and for the calendar. */
const midnight = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());

const subscribe = () => () => undefined;
const todayHere = (): number => midnight(new Date(serverNow()));
const todayThere = (): undefined => undefined;
