const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A duration in at most two units: "2 days 3 h", "5 h 10 min", "12 min". */
export function leftWords(leftMs: number): string {
  if (leftMs <= 0) return 'any moment now';
  if (leftMs < minuteMs) return 'less than a minute left';
  const days = Math.floor(leftMs / dayMs);
  const hours = Math.floor((leftMs % dayMs) / hourMs);
  const minutes = Math.floor((leftMs % hourMs) / minuteMs);
  const parts = [
    days === 0 ? '' : `${days} ${days === 1 ? 'day' : 'days'}`,
    hours === 0 ? '' : `${hours} h`,
    minutes === 0 || days > 0 ? '' : `${minutes} min`,
  ];
  return `${parts.filter((part) => part !== '').join(' ')} left`;
}
