/** Limits how often a repeating error is logged, such as that of every queue while the database is unavailable. */
import { hourMs } from '#contract/durations.ts';
import type { Log } from './log.ts';

/** The least time between two lines with the same key, in milliseconds. */
const minIntervalMs = 60_000;

/**
 * For how long the number of omitted lines is kept for the next line of its key, in milliseconds: many keys never have
 * another one.
 */
const keepCountMs = hourMs;

/**
 * Logs errors, at most one a minute with the same key; the next line of a key within the hour contains the number of
 * omitted ones.
 *
 * @param now in milliseconds, like `performance.now`
 */
export function throttleErrors(log: Log, now: () => number = () => performance.now()) {
  const lastLines = new Map<string, { at: number; leftOut: number }>();
  return (key: string, fields: Readonly<Record<string, unknown>>, message: string): void => {
    const last = lastLines.get(key);
    if (last !== undefined && now() - last.at < minIntervalMs) {
      last.leftOut += 1;
      return;
    }
    const leftOut = last?.leftOut ?? 0;
    for (const [each, { at, leftOut: omitted }] of lastLines) {
      if (now() - at >= (omitted === 0 ? minIntervalMs : keepCountMs)) lastLines.delete(each);
    }
    lastLines.set(key, { at: now(), leftOut: 0 });
    log.error({ ...fields, ...(leftOut === 0 ? {} : { leftOut }) }, message);
  };
}
