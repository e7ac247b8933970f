/** Distinguishes a database that cannot be reached from a statement that failed. */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** There is no connection: nothing has reached the database. */
class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

/** Marks the error that ended a connection, which its statements fail with. */
const ofConnection = Symbol('of a connection');

/**
 * A pool that throws `DatabaseAway` if it cannot give a connection, whatever the reason, and marks the errors that break
 * one.
 */
export class MarkingPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) =>
      client.on('error', (error) => void Object.assign(error, { [ofConnection]: true })),
    );
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | void {
    if (onConnected === undefined)
      return super.connect().catch((error: unknown) => Promise.reject(away(error)));
    super.connect((error, client, done) => onConnected(error && away(error), client, done));
  }
}

const away = (cause: unknown): DatabaseAway => new DatabaseAway('The database cannot be reached', { cause });

/**
 * The state of the database when `error` was thrown: `away` if nothing has reached it, `broken` if the connection
 * ended during a statement, so that nobody knows whether it was executed; undefined for every other error.
 */
export function databaseLoss(error: unknown): 'away' | 'broken' | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DatabaseAway) return 'away';
    if (ofConnection in each) return 'broken';
    if (each instanceof pg.DatabaseError && isShutdown(each.code ?? '')) return 'broken';
    if (terminated.test(each.message)) return 'broken';
  }
  return undefined;
}

/** Whether `error` came from the database: a statement that failed, or one that could not be sent. */
export const isOfDatabase = (error: unknown): error is Error =>
  error instanceof DrizzleQueryError || databaseLoss(error) !== undefined;

/** Whether a disk is full: PostgreSQL's, which has rolled back the write, or ours. Reads still work. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, fullDisk);

/** Whether our disk cannot be written: Linux does this to a disk that reports errors. Reads still work. */
export const isReadOnlyDisk = (error: unknown): boolean => hasCode(error, readOnlyDisk);

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if ('code' in each && codes.has(String(each.code))) return true;
  return false;
}

/** PostgreSQL's `disk_full`, and the codes of the file system, including that of an exhausted quota. */
const fullDisk = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const readOnlyDisk = new Set(['EROFS']);

/** Connection exceptions, and the codes that PostgreSQL sends when it shuts down (its manual, appendix A). */
const isShutdown = (code: string): boolean => code.startsWith('08') || /^57P0[123]$/.test(code);

/** Messages of `pg` about its own connections, including unresponsive ones, which have no code. */
const terminated = /^(?:Connection terminated|Client has encountered a connection error|Query read timeout)/;
