/** Answers name whole seconds and take time to arrive: a smaller difference says nothing about the clock. */
const toleratedMs = 5_000;

let aheadMs = 0;

/**
 * Compares the browser's clock with the server's: deadlines are the server's.
 *
 * @param date the `Date` header of an answer that has just arrived
 */
export function compareClocks(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) > toleratedMs ? difference : 0;
}

/** The server's time, as far as it is known, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;
