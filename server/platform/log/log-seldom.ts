/** An error that repeats, such as of every queue while the database is unavailable, is not logged each time. */
import type { Log } from './log.ts';

/** For how long one line stands for all others with its key, in milliseconds. */
const standsForMs = 60_000;

/** For how long a count waits for the next line of its key, in milliseconds: many keys never have another one. */
const countsForMs = 3_600_000;

/**
 * Logs errors, at most one a minute with the same key; the next line of a key within the hour says how many were left
 * out.
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
    for (const [each, { at, leftOut: unsaid }] of told) {
      if (now() - at >= (unsaid === 0 ? standsForMs : countsForMs)) told.delete(each);
    }
    told.set(key, { at: now(), leftOut: 0 });
    log.error({ ...fields, ...(leftOut === 0 ? {} : { leftOut }) }, words);
  };
}
