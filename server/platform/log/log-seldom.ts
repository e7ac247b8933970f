/** Limits how often a repeating error is logged, such as that of every queue while the database is unavailable. */
import { hourMs } from '#contract/durations.ts';
import type { Log } from './log.ts';

/** For how long after a line no other one with its key is logged, in milliseconds. */
const standsForMs = 60_000;

/**
 * For how long the number of omitted lines is kept for the next line of its key, in milliseconds: many keys never have
 * another one.
 */
const countsForMs = hourMs;

/**
 * Logs errors, at most one a minute with the same key; the next line of a key within the hour contains the number of
 * omitted ones.
 *
 * @param now in milliseconds, like `performance.now`
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
