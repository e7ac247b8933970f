/** Tables that are filled from files of this version: a start with the same files has nothing to do. */
import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

import { settings } from '#db/tables/settings.ts';

type Executor = Pick<NodePgDatabase, 'execute' | 'insert' | 'select'>;

interface Content {
  /** The setting that says which content the tables hold. */
  readonly setting: string;
  /** Of all that they are made from, and of the way in which they are made. */
  readonly hash: string;
  /** Any number will do, as long as nothing else in the database takes the same advisory lock. */
  readonly lock: number;
}

/**
 * Writes the content in one transaction unless it is there already. Of processes that start at the same moment one does.
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
    // Another process was quicker.
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
