import { useSyncExternalStore } from 'react';

const dayMs = 24 * 3600 * 1000;
const calendar = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const distance = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** When something was posted: the date and, once the page is hydrated, how long ago that is. */
export function PostDate({ time }: { time: string }) {
  const today = useSyncExternalStore<number | undefined>(subscribe, todayHere, todayThere);
  const date = new Date(time);
  const day = calendar.format(date);
  return (
    <time dateTime={time} title={day}>
      {today === undefined ? day : agoOf(date, today)}
    </time>
  );
}

/** The last weeks in words, everything earlier as a date. */
function agoOf(date: Date, today: number): string {
  const days = Math.round((midnight(date) - today) / dayMs);
  if (days > 0 || days < -28) return calendar.format(date);
  return days > -14 ? distance.format(days, 'day') : distance.format(Math.round(days / 7), 'week');
}

/** The local day of a time, as a number for counting days. */
const midnight = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());

const subscribe = () => () => undefined;
const todayHere = (): number => midnight(new Date());
const todayThere = (): undefined => undefined;
