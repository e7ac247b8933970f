/** Brings a database to the newest schema: plain SQL files, forward only, one process at a time. */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';

const ourMigrations = fileURLToPath(new URL('migrations', import.meta.url));

/** An arbitrary number that no other advisory lock in the database uses. */
const migrationLock = 7_245_012;
const lockPauseMs = 100;

/** The first line of a migration whose statements run one by one, each committed at once. */
const withoutTransaction = '-- without a transaction';

/**
 * Applies every pending migration, each in its own transaction. One that begins with the line `-- without a
 * transaction` creates indexes of large tables with CONCURRENTLY, which blocks no writes. If it is interrupted, the
 * next call runs it again from its first statement, so each of them says IF NOT EXISTS.
 *
 * @param databaseUrl a direct address: advisory locks do not work behind a transaction pooler
 * @param onWait called once if another connection applies migrations, with the id of its process of PostgreSQL
 * @throws PostgreSQL's error if a migration fails; that migration is rolled back completely
 */
export async function migrate(
  databaseUrl: string,
  migrationsFolder = ourMigrations,
  onWait: OnWait = () => undefined,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The role's time limits are for requests, not for migrations.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await lock(client, onWait);
    for (const migration of await listPending(client, migrationsFolder)) {
      if (migration.sql[0]?.startsWith(withoutTransaction)) await applyInSteps(client, migration);
      else await applyWhole(client, migration);
    }
  } finally {
    await client.end();
  }
}

type OnWait = (holder: number | undefined) => void;

/** Polls: CREATE INDEX CONCURRENTLY would wait for a statement that waits for the lock. */
async function lock(client: pg.Client, onWait: OnWait): Promise<void> {
  if (await isLocked(client)) return;
  onWait(await findHolder(client));
  while (!(await isLocked(client))) await pause(lockPauseMs);
}

async function isLocked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    'select pg_try_advisory_lock($1) as "isLocked"',
    [migrationLock],
  );
  return rows[0]?.isLocked === true;
}

/** Undefined if the lock has been given back meanwhile. */
async function findHolder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [migrationLock],
  );
  return rows[0]?.pid;
}

/** The table is that of Drizzle's own migrator, which does not support migrations without a transaction. */
async function listPending(client: pg.Client, migrationsFolder: string): Promise<MigrationMeta[]> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  const last = Number(rows[0]?.last ?? 0);
  return readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > last);
}

async function applyWhole(client: pg.Client, migration: MigrationMeta): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of migration.sql) await client.query(statement);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function applyInSteps(client: pg.Client, migration: MigrationMeta): Promise<void> {
  await dropUnfinishedIndexes(client);
  for (const statement of migration.sql) await client.query(statement);
  await record(client, migration);
}

/** An index whose creation was interrupted remains: it slows down writes, is never used, and counts as existing. */
async function dropUnfinishedIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where not indisvalid and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

const record = (client: pg.Client, { hash, folderMillis }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    folderMillis,
  ]);
