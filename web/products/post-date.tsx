import { useSyncExternalStore } from 'react';

const dayMs = 24 * 3600 * 1000;
const parts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const calendar = new Intl.DateTimeFormat('en-GB', parts);
const calendarThere = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
const distance = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** When something was posted: the date by UTC and, once the page is hydrated, by the reader's days how long ago that is. */
export function PostDate({ time }: { time: string }) {
  const today = useSyncExternalStore<number | undefined>(subscribe, todayHere, todayThere);
  const date = new Date(time);
  const day = (today === undefined ? calendarThere : calendar).format(date);
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
