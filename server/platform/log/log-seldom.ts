/** What fails again and again in the same way, such as every queue while the database is away, is not a line each time. */
import type { Log } from './log.ts';

/** How long one line stands for all others with its key, in milliseconds. */
const standsForMs = 60_000;

/**
 * Logs errors, of those with the same key at most one a minute; the next line of a key says how many were left out.
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
    // What is over and has nothing left to say.
    for (const [each, { at, leftOut: unsaid }] of told) {
      if (unsaid === 0 && now() - at >= standsForMs) told.delete(each);
    }
    told.set(key, { at: now(), leftOut: 0 });
    log.error({ ...fields, ...(leftOut === 0 ? {} : { leftOut }) }, words);
  };
}
