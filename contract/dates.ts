/** Formats days and times for texts that are written without knowing the reader's time zone, such as mails. */

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** The day of a time in ISO 8601 or of a date: `7 Dec 2026`. */
export const formatDay = (time: string): string => days.format(new Date(time));

/** A time in ISO 8601: `7 Dec 2026, 14:06 UTC`. With the year, because the text may be read much later. */
export const formatMoment = (time: string): string => `${moments.format(new Date(time))} UTC`;
