import { useEffect, useState } from 'react';

/**
 * The time as the page shows it, in milliseconds since 1970. Only for pages that no server renders.
 *
 * @param tickMs how often it moves on
 */
export function useNow(tickMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
}
