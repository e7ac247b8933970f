/** The `Date` header has whole seconds, and a reply takes time to arrive: a smaller difference is ignored. */
const toleratedMs = 5_000;

let aheadMs = 0;

/**
 * Compares the browser's clock with the server's, by which deadlines are measured.
 *
 * @param date the `Date` header of a reply that has just arrived
 */
export function compareClocks(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) > toleratedMs ? difference : 0;
}

/** The server's time, as far as it is known, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;
