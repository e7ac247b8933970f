const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
const moments = new Intl.DateTimeFormat('en-GB', parts);
const momentsWithYear = new Intl.DateTimeFormat('en-GB', { ...parts, year: 'numeric' });
const long = { ...parts, year: 'numeric', timeZoneName: 'short' } as const;
const onPaper = new Intl.DateTimeFormat('en-GB', long);
const inUtc = new Intl.DateTimeFormat('en-GB', { ...long, timeZone: 'UTC' });

/** For paper, which is read later and elsewhere: `7 Dec 2026, 14:06 GMT+6`. */
export const paperMomentWords = (time: string): string => onPaper.format(new Date(time));

/** For a receipt, the same for everybody: `7 Dec 2026, 14:06 UTC`. */
export const utcMomentWords = (time: string): string => inUtc.format(new Date(time));

/**
 * A day and an hour in the reader's time zone: `7 Dec, 14:06`, and `7 Dec 2025, 14:06` in another year.
 *
 * @param time in ISO 8601
 */
export function momentWords(time: string, now = new Date()): string {
  const date = new Date(time);
  return (date.getFullYear() === now.getFullYear() ? moments : momentsWithYear).format(date);
}
