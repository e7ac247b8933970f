import { dayMs, hourMs, minuteMs } from '#contract/durations.ts';

/** How long ago something happened, in the largest fitting unit. */
export function ageOf(happenedAt: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - happenedAt.getTime());
  if (ms >= dayMs) return counted(ms / dayMs, 'day');
  if (ms >= hourMs) return counted(ms / hourMs, 'hour');
  return counted(ms / minuteMs, 'minute');
}

const counted = (amount: number, unit: string): string => {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
};
