import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { sql } from 'drizzle-orm';

import type { PublishChanges } from '#server/platform/changes/changes-after-commit.ts';
import { openDatabase, type Executor } from '#server/platform/postgres/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address, and the migrated database on it that tests clone. */
    postgres: { url: string; template: string };
  }
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A new database, cloned in some fifty milliseconds: as files, since writing each page to the log takes several times
 * as long.
 *
 * @param template what it is cloned from; the run's own is migrated and empty
 */
export async function createTestDatabase(template = inject('postgres').template): Promise<TestDatabase> {
  const { url } = inject('postgres');
  const name = `ringback_test_${randomBytes(6).toString('hex')}`;
  await runStatement(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => runStatement(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** {@link createTestDatabase} and a pool on it; `close` drops it. */
export async function openTestDatabase(onChanged?: PublishChanges) {
  const database = await createTestDatabase();
  const { close, ...opened } = openDatabase({
    url: database.url,
    onError: () => undefined,
    ...(onChanged === undefined ? {} : { onChanged }),
  });
  const closeAndDrop = async (): Promise<void> => {
    await close();
    await database.drop();
  };
  return { ...opened, close: closeAndDrop };
}

/** Runs one statement on a new connection. */
async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** How many statements wait for a lock in this database. */
export async function lockWaits(db: Executor): Promise<number> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** The database's process that works on this transaction. */
export async function backendOf(tx: Executor): Promise<number> {
  const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return rows[0]?.pid ?? 0;
}

/** Whether this process of the database waits for a lock. */
export async function isBlocked(db: Executor, backend: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select 1 where cardinality(pg_blocking_pids(${backend})) > 0`);
  return rowCount === 1;
}

/** Whether another process of the database waits for a lock that this one has. */
export async function isBlocking(db: Executor, backend: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity
        where datname = current_database() and ${backend}::int = any(pg_blocking_pids(pid))`,
  );
  return rows.length > 0;
}
