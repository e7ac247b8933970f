/** PostgreSQL: a pool, Drizzle on it, and the errors that the code translates. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTable, PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

import { dayMs } from '#contract/durations.ts';
import type { ShownMark } from '#db/tables/shown-table.ts';
import { databaseLoss, MarkingPool } from './database-away.ts';
import { statementPreparation } from './prepare-statements.ts';
import {
  type Committing,
  publishAtOnce,
  publishAfterCommit,
  type Publishing,
  type PublishChanges,
} from '#server/platform/changes/changes-after-commit.ts';

type PlainTransaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

interface Transacting {
  /**
   * Runs `run` in one transaction; the topics that its statements publish are published after its commit. It is run
   * again after a conflict with another transaction, so it must change nothing outside the database.
   */
  transaction<Result>(run: (tx: Transaction) => Promise<Result>, config?: TransactionConfig): Promise<Result>;
}

interface TransactionConfig extends PgTransactionConfig {
  /** Its statements have no time limit here. PostgreSQL has its own, which the caller raises: `statement_timeout`. */
  readonly takesLong?: true;
}

/** Has neither `set` nor `values`, so that such a statement does not compile. */
interface UseWriteAndPublish {}

/** Tables that public pages show are written by `writeAndPublish`, which also publishes what changed. */
interface RefusesShown {
  insert(table: PgTable & ShownMark): UseWriteAndPublish;
  update(table: PgTable & ShownMark): UseWriteAndPublish;
  delete(table: PgTable & ShownMark): UseWriteAndPublish;
}

export type Transaction = RefusesShown & PlainTransaction & Publishing & Committing;
export type Database = RefusesShown &
  Transacting &
  NodePgDatabase &
  Publishing & { readonly $client: pg.Pool };

/** The database or a transaction on it: the first parameter of every repository and service function. */
export type Executor = Database | Transaction;

export interface DatabaseOptions {
  readonly url: string;
  readonly maxConnections?: number;
  /** How long to wait for a connection; default 10 s. */
  readonly connectionTimeoutMs?: number;
  /** How long to wait for the result of a statement; 0 for no limit. */
  readonly queryTimeoutMs?: number;
  /**
   * False behind a transaction pooler, which refuses settings of a connection and hands each transaction to another
   * one. If true, the statements of transactions are prepared.
   */
  readonly hasOwnConnections?: boolean;
  readonly onError: (error: Error) => void;
  /** Receives the topics that committed statements have published. */
  readonly onChanged?: PublishChanges;
}

/** PostgreSQL cancels longer statements, if the connection allows settings. */
const longestStatementMs = 15_000;

/**
 * A database that has frozen, or a network that lost the connection, would otherwise be noticed after a quarter of an
 * hour.
 */
const longestResponseMs = longestStatementMs + 1_000;

/**
 * Opens a pool. `close` waits for running queries.
 *
 * @param options.onError is called once for each connection that breaks, until the pool is closed
 */
export function openDatabase({
  url,
  maxConnections = 10,
  connectionTimeoutMs = 10_000,
  queryTimeoutMs = longestResponseMs,
  hasOwnConnections = true,
  onError,
  onChanged = () => undefined,
}: DatabaseOptions) {
  const pool = new MarkingPool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    query_timeout: queryTimeoutMs,
    ...(hasOwnConnections
      ? { statement_timeout: longestStatementMs, idle_in_transaction_session_timeout: 30_000 }
      : {}),
  });
  // While the pool closes, its connections end anyway, perhaps together with the database.
  const report = (error: Error): void => {
    if (!pool.ending) onError(error);
  };
  // The pool reports errors of its idle connections only: an error between two statements of a transaction would end
  // Node. What the pool reports, the connection has reported already.
  pool.on('connect', (client) => client.on('error', report));
  pool.on('error', () => undefined);
  const plain = drizzle(pool);
  const prepared = hasOwnConnections ? statementPreparation() : (client: pg.PoolClient) => client;
  const db: Database = Object.assign(plain, {
    $changes: publishAtOnce(onChanged),
    transaction: <Result>(
      run: (tx: Transaction) => Promise<Result>,
      config?: TransactionConfig,
    ): Promise<Result> =>
      retryAfterConflict(() =>
        publishAfterCommit(
          (start: (tx: PlainTransaction) => Promise<Result>) => transact(pool, prepared, start, config),
          run,
          onChanged,
        ),
      ),
  });
  return { db, pool, close: () => pool.end() };
}

/** How often a transaction is tried that PostgreSQL cancels each time because of a conflict. */
const maxTries = 5;

/**
 * If two transactions wait for each other, or one would change what another has changed since its snapshot, PostgreSQL
 * cancels one of them, which has then changed nothing (its manual, 13.3.4 and 13.5). It is repeated after the other
 * one.
 */
async function retryAfterConflict<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === maxTries || !isConflict(error)) throw error;
    }
  }
}

/** PostgreSQL's `deadlock_detected` and `serialization_failure`. */
const isConflict = (error: unknown): boolean => /^(?:40P01|40001)$/.test(databaseErrorOf(error)?.code ?? '');

/** Drizzle's own transaction on a pool never returns the connection if its `begin` fails. */
async function transact<Result>(
  pool: pg.Pool,
  prepared: (client: pg.PoolClient) => pg.PoolClient,
  run: (tx: PlainTransaction) => Promise<Result>,
  config?: TransactionConfig,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const chosen = config?.takesLong === true ? withLongTimeout(client) : client;
    const result = await drizzle(prepared(chosen)).transaction(run, config);
    client.release();
    return result;
  } catch (error) {
    // A broken connection is closed, not used again.
    client.release(databaseLoss(error) !== undefined);
    throw error;
  }
}

/** The connection without the time limit of its pool: `pg` prefers the limit of a statement. */
function withLongTimeout(client: pg.PoolClient): pg.PoolClient {
  const query = (statement: pg.QueryConfig, values?: unknown[]) => {
    const extended = { ...statement, query_timeout: dayMs };
    return client.query(extended, values);
  };
  // The type of `Object.create` is `any`: it is the connection with one method replaced, the one that Drizzle calls.
  return Object.create(client, { query: { value: query } }) as pg.PoolClient;
}

/** A new id: UUIDv7, so that rows sort in the order of their creation. */
export const newId = (now?: Date): string => uuidv7(now === undefined ? undefined : { msecs: now.getTime() });

/** PostgreSQL's own error, with its SQLSTATE as `code`, which Drizzle wraps; undefined for any other error. */
export function databaseErrorOf(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

/** The unique index that an insert violated; undefined for any other error. */
export function violatedIndex(error: unknown): string | undefined {
  const refused = databaseErrorOf(error);
  return refused?.code === '23505' ? refused.constraint : undefined;
}

/** Whether PostgreSQL has cancelled the statement because it took too long: its transaction has changed nothing. */
export const isTimeout = (error: unknown): boolean => databaseErrorOf(error)?.code === '57014';
