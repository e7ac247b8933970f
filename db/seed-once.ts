/** For tables that are filled from files of this version: a start with the same files does nothing. */
import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

import { settings } from '#db/tables/settings.ts';

type Executor = Pick<NodePgDatabase, 'execute' | 'insert' | 'select'>;

interface Content {
  /** The setting with the hash of the tables' content. */
  readonly setting: string;
  /** A hash of everything that they are made from, including the code that makes them. */
  readonly hash: string;
  /** An arbitrary number that no other advisory lock in the database uses. */
  readonly lock: number;
}

/**
 * Writes the content in one transaction unless it exists already. Of processes that start simultaneously, one does.
 *
 * @returns whether there was anything to do
 */
export async function seedOnce(
  db: NodePgDatabase,
  { setting, hash, lock }: Content,
  write: (tx: Executor) => Promise<void>,
): Promise<boolean> {
  if (await holds(db, setting, hash)) return false;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    // Another process was faster.
    if (await holds(tx, setting, hash)) return false;
    await write(tx);
    await tx
      .insert(settings)
      .values({ name: setting, value: hash })
      .onConflictDoUpdate({ target: settings.name, set: { value: hash } });
    return true;
  });
}

async function holds(db: Executor, setting: string, hash: string): Promise<boolean> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, setting));
  return row?.value === hash;
}
