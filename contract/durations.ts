/** Lengths of time in milliseconds. A day is 24 hours: deadlines count hours, not the calendar's days. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const minutesOfDay = 24 * 60;

/** Minutes in words, rounded up: "5 minutes", "1 hour 30 minutes", "72 hours", and beyond that "7 days" if it is whole days. */
export function durationWords(minutes: number): string {
  const whole = Math.ceil(minutes);
  if (whole > 3 * minutesOfDay && whole % minutesOfDay === 0) return `${whole / minutesOfDay} days`;
  return [...counted(Math.floor(whole / 60), 'hour'), ...counted(whole % 60, 'minute')].join(' ');
}

const counted = (count: number, unit: string): string[] =>
  count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
