/**
 * Writes to tables that public pages show. A change that is not published stays in caches, so `Executor` refuses these
 * tables (`RefusesShown` in `postgres/database.ts`), and a write without topics does not compile. Types do not check
 * SQL that is written as text. Two statements write `products` that way, and their callers publish the change: the
 * reservation (`server/bookings/book-product.ts`) and `transition()` (`server/platform/states/transition.ts`).
 */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

import type { Executor } from '#server/platform/postgres/database.ts';

type Writable = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

type Topics<Result> = readonly string[] | ((result: Result) => readonly string[]);

/**
 * Runs one statement and publishes its changes: after it, or after the commit of its transaction.
 *
 * @param topics the topics that it changed; they may depend on its result
 */
export async function writeAndPublish<Result>(
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

/** For writes of data that no public page shows, and for tests that write to the database directly. */
export const writeUnpublished = (db: Executor): Writable => db;
