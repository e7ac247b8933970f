/** Brings a database to the newest schema: plain SQL files, forward only, one process at a time. */
import { fileURLToPath } from 'node:url';

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));

/** Any number will do, as long as nothing else in the database takes the same advisory lock. */
const migrationLock = 7_245_012;

/**
 * Applies every migration that the database has not seen.
 *
 * @param databaseUrl a direct address: advisory locks do not work behind a transaction pooler
 * @throws what PostgreSQL says when a migration fails; that migration is rolled back whole
 */
export const migrate = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
};
