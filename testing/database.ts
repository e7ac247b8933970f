import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

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

/** A migrated, empty database of one's own, cloned from the run's template in some ten milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres');
  const name = `ringback_test_${randomBytes(6).toString('hex')}`;
  await runStatement(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => runStatement(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Runs one statement on a connection of its own. */
async function runStatement(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
