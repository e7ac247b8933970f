import { useEffect, useState } from 'react';

/**
 * The current time for display, in milliseconds since 1970. Only for pages that no server renders.
 *
 * @param tickMs how often it is updated
 */
export function useNow(tickMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
}
