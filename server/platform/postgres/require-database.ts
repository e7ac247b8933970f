import { type Config, ConfigError } from '#server/platform/config.ts';
import { openDatabase } from './database.ts';

/**
 * Connects once to the address of every setting, with the parameters of later connections, so that a start ends with the
 * setting's name and PostgreSQL's reason.
 *
 * @throws ConfigError that lists every setting whose database cannot be used
 */
export async function requireDatabase({ url, directUrl, usesPrepared }: Config['database']): Promise<void> {
  const problems = await Promise.all([
    problemOf('DATABASE_URL', url, usesPrepared),
    directUrl === url ? undefined : problemOf('DATABASE_DIRECT_URL', directUrl, true),
  ]);
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new ConfigError(found);
}

async function problemOf(
  setting: string,
  url: string | undefined,
  hasOwnConnections: boolean,
): Promise<string | undefined> {
  if (url === undefined) return undefined;
  const { pool, close } = openDatabase({
    url,
    hasOwnConnections,
    maxConnections: 1,
    onError: () => undefined,
  });
  try {
    await pool.query('select 1');
    return undefined;
  } catch (error) {
    return `${setting}: the database cannot be used: ${innermost(error)}`;
  } finally {
    await close();
  }
}

/** The message of the first cause. A host with several addresses fails with one error for each. */
function innermost(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(innermost).join(', ');
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : innermost(error.cause);
}
