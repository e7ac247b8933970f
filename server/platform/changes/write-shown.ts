/**
 * Writes to tables that public pages show. What is not published stays in caches, so `Executor` refuses these tables
 * (`RefusesShown` in `postgres/database.ts`), and a writer that forgets its topics does not compile. SQL that is
 * written as text is not seen by types: `server/bookings/book-product.ts` has the one such statement.
 */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

import type { Executor } from '#server/platform/postgres/database.ts';

type Writable = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

type Topics<Result> = readonly string[] | ((result: Result) => readonly string[]);

/**
 * Runs one statement and publishes what it changed: after it, or after the commit of the transaction that it is in.
 *
 * @param topics what it changed, which may depend on its result
 */
export async function writeShown<Result>(
  db: Executor,
  topics: Topics<Result>,
  write: (db: Writable) => PromiseLike<Result>,
): Promise<Result> {
  const result = await write(db);
  db.$changes.publish(...(typeof topics === 'function' ? topics(result) : topics));
  return result;
}

/** Topics of a statement that may find no row to change. */
export const topicsIfWritten =
  (...topics: readonly string[]) =>
  ({ rowCount }: { readonly rowCount: number | null }): readonly string[] =>
    rowCount === 0 ? [] : topics;

/** For writes of what no public page shows, and for tests that write past the product. */
export const writeUnseen = (db: Executor): Writable => db;
