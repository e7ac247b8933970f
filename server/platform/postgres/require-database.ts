import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { type Config, ConfigError } from '#server/platform/config.ts';
import { innermost } from '#server/platform/failure.ts';
import { databaseErrorOf, openDatabase } from './database.ts';

/**
 * Connects once to the address of every setting, with the parameters of later connections, so that a start ends with the
 * setting's name and PostgreSQL's reason.
 *
 * @throws ConfigError that lists every setting whose database cannot be used
 */
export async function requireDatabase(database: Config['database']): Promise<void> {
  const { url, directUrl, replicaUrl, usesPrepared } = database;
  const problems = await Promise.all([
    problemOf('DATABASE_URL', url, usesPrepared),
    directProblem(url, directUrl),
    replicaProblem(directUrl, replicaUrl),
  ]);
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new ConfigError(found);
}

/** The direct address must not be a pooler's, which would break what depends on one connection without an error. */
async function directProblem(
  url: string | undefined,
  directUrl: string | undefined,
): Promise<string | undefined> {
  if (directUrl === undefined) return undefined;
  // An address that cannot be used has a message of its own.
  const isPooler = await isTransactionPooler(directUrl).catch(() => false);
  const needed =
    'Name the address of PostgreSQL itself: migrations, jobs and the cache need connections of their own';
  if (isPooler && directUrl === url)
    return `DATABASE_DIRECT_URL is missing: DATABASE_URL leads to a pooler in transaction mode. ${needed}`;
  if (isPooler) return `DATABASE_DIRECT_URL: a pooler in transaction mode answers there. ${needed}`;
  if (directUrl === url) return undefined;
  return (await problemOf('DATABASE_DIRECT_URL', directUrl, true)) ?? otherDatabaseProblem(url, directUrl);
}

/** Two databases would share one site: migrations and the queue's reading in one, all writing in the other. */
async function otherDatabaseProblem(url: string | undefined, directUrl: string): Promise<string | undefined> {
  if (url === undefined) return undefined;
  // An address that cannot be used has a message of its own.
  const found = await Promise.all([identityOf(url), identityOf(directUrl)]).catch(() => undefined);
  if (found === undefined || found[0] === found[1]) return undefined;
  return 'DATABASE_DIRECT_URL: it leads to another database than DATABASE_URL. Name the same one, without a pooler in between';
}

/** Asks the server, because a pooler may have another address and another name for the database. */
async function identityOf(url: string): Promise<string | undefined> {
  const client = clientOf(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ identity: string }>(
      'select extract(epoch from pg_postmaster_start_time()) || current_database() as identity',
    );
    return rows[0]?.identity;
  } finally {
    await client.end();
  }
}

/**
 * A connection to PostgreSQL has a process of its own for as long as it is open. A pooler gives it any free one for each
 * statement: it changes, or two connections have the same.
 */
async function isTransactionPooler(url: string): Promise<boolean> {
  const clients = [clientOf(url), clientOf(url)];
  const seen = clients.map(() => new Set<number>());
  try {
    for (const client of clients) await client.connect();
    for (let round = 0; round < 3; round += 1) {
      for (const [place, client] of clients.entries()) {
        const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
        if (rows[0]) seen[place]?.add(rows[0].id);
      }
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  return new Set(seen.flatMap((ids) => [...ids])).size !== clients.length || seen.some((ids) => ids.size > 1);
}

/** A replica that is away for a while is a matter of `/readyz`; one that lacks our tables is another database. */
async function replicaProblem(
  directUrl: string | undefined,
  replicaUrl: string | undefined,
): Promise<string | undefined> {
  if (directUrl === undefined || replicaUrl === undefined) return undefined;
  const [hasOriginal, hasCopy] = await Promise.all([hasTables(directUrl), hasTables(replicaUrl)]);
  if (hasOriginal !== true || hasCopy !== false) return undefined;
  // At a first installation another process may have made the tables just now.
  await delay(replicaLagMs);
  if ((await hasTables(replicaUrl)) !== false) return undefined;
  return 'DATABASE_REPLICA_URL: the database there is no replica of that of DATABASE_URL: it lacks its tables';
}

/** How far a replica may be behind. */
const replicaLagMs = 3_000;

/** Undefined if the database does not answer. */
async function hasTables(url: string): Promise<boolean | undefined> {
  const client = clientOf(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ has: boolean }>(
      `select to_regclass('public.products') is not null as has`,
    );
    return rows[0]?.has;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}

/** A host that does not answer, or a pooler that waits for one, must not delay the start for minutes. */
function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  // The next statement fails as well. Without a listener, the error would end Node.
  client.on('error', () => undefined);
  return client;
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
