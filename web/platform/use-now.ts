import { useEffect, useState } from 'react';

import { serverNow } from './server-clock.ts';

/**
 * The server's current time for display, in milliseconds since 1970. Only for pages that no server renders.
 *
 * @param tickMs how often it is updated
 */
export function useNow(tickMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
}
