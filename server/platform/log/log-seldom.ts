/** An error that repeats, such as of every queue while the database is unavailable, is not logged each time. */
import type { Log } from './log.ts';

/** For how long one line stands for all others with its key, in milliseconds. */
const standsForMs = 60_000;

/**
 * Logs errors, at most one a minute with the same key; the next line of a key says how many were left out.
 *
 * @param now in milliseconds, as `performance.now`
 */
export function logSeldom(log: Log, now: () => number = () => performance.now()) {
  const told = new Map<string, { at: number; leftOut: number }>();
  return (key: string, fields: Readonly<Record<string, unknown>>, words: string): void => {
    const last = told.get(key);
    if (last !== undefined && now() - last.at < standsForMs) {
      last.leftOut += 1;
      return;
    }
    const leftOut = last?.leftOut ?? 0;
    // Entries whose minute is over and that have no count to report.
    for (const [each, { at, leftOut: unsaid }] of told) {
      if (unsaid === 0 && now() - at >= standsForMs) told.delete(each);
    }
    told.set(key, { at: now(), leftOut: 0 });
    log.error({ ...fields, ...(leftOut === 0 ? {} : { leftOut }) }, words);
  };
}
