import { type Config, ConfigError } from '#server/platform/config.ts';
import { databaseErrorOf, openDatabase } from './database.ts';

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
    const { rows } = await pool.query<Facts>(
      `select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as "readOnly"`,
    );
    const fault = rows[0] && faultOf(rows[0]);
    return fault && `${setting}: ${fault}`;
  } catch (error) {
    return `${setting}: the database cannot be used: ${innermost(error)}`;
  } finally {
    await close();
  }
}

interface Facts {
  readonly encoding: string;
  readonly readOnly: string;
}

function faultOf({ encoding, readOnly }: Facts): string | undefined {
  if (encoding !== 'UTF8')
    return `the database stores text in ${encoding}, and Ringback needs UTF-8. Create another one: create database … encoding 'UTF8' template template0`;
  if (readOnly === 'on') return 'the database takes no writes, as a standby does. Name the primary';
  return undefined;
}

/**
 * Runs what sets up the schema: nothing later needs so many rights.
 *
 * @throws ConfigError if the role of the database lacks one of them
 */
export async function settingUp(
  { url, directUrl }: Config['database'],
  setUp: () => Promise<void>,
): Promise<void> {
  try {
    await setUp();
  } catch (error) {
    const refused = databaseErrorOf(error);
    if (refused?.code !== insufficientPrivilege) throw error;
    const setting = directUrl === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
    throw new ConfigError([
      `${setting}: the role lacks a right that it needs to set up the database: ${refused.message}. Make it the owner of the database`,
    ]);
  }
}

/** PostgreSQL's `insufficient_privilege`. */
const insufficientPrivilege = '42501';

/** The message of the first cause. A host with several addresses fails with one error for each. */
export function innermost(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(innermost).join(', ');
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : innermost(error.cause);
}
