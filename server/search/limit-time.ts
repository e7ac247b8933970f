/** Gives each search a deadline: a search that takes longer is cancelled and refused. */
import type pg from 'pg';

import { searchErrors } from '#contract/search.ts';
import { type Database, isTimeout } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';

const fail = failWith(searchErrors);

/** The failure of a search without a connection or a result in time. The client may try again after a second. */
const refusal = (code: 'search.busy' | 'search.too-slow', cause?: unknown) =>
  fail(code, { retryAfterSeconds: 1, cause });

/**
 * The pool's options: searches have a few connections of their own, so that they never occupy those of bookings.
 *
 * @param limitMs the time limit of one search, for the wait for a connection and all statements together
 */
export const searchPool = (limitMs: number) => ({
  maxConnections: searchConnections,
  connectionTimeoutMs: limitMs,
  /** PostgreSQL cancels slow statements itself; this limit applies if the database does not respond at all. */
  queryTimeoutMs: limitMs + 250,
});

export const searchConnections = 4;

/** How many searches may wait for a connection. A further one would hardly get one in time, so it is refused at once. */
const maxWaiting = 64;

export interface Statement {
  /** For a statement whose text is always the same: it is then prepared once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Executes a statement on the connection of a search. */
export type Execute = <Row extends pg.QueryResultRow>(statement: Statement) => Promise<Row[]>;

/** Executes prepared statements on the connection of a search. */
export type ExecutePrepared = <Result>(run: (client: pg.PoolClient) => Promise<Result>) => Promise<Result>;

export interface TimeLimit {
  readonly limitMs: number;
  /** False behind a connection pooler that may send each statement to another connection. */
  readonly usesPrepared: boolean;
}

/**
 * Runs the statements of one search in one transaction on one connection.
 *
 * Settings of the transaction make up for what the planner cannot know: it uses no sequential scans, and plans each
 * statement for its values, because a frequent word has many thousand times as many matches as a rare one.
 *
 * @param db opened with {@link searchPool}
 * @throws Failure search.busy when no connection is free in time, search.too-slow
 */
export async function runWithDeadline<Result>(
  db: Database,
  { limitMs, usesPrepared }: TimeLimit,
  work: (execute: Execute, executePrepared: ExecutePrepared) => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + limitMs;
  const client = await connect(db.$client);
  const limitTime = createTimer(client, deadline);
  const execute: Execute = async <Row extends pg.QueryResultRow>({ name, text, values }: Statement) => {
    await limitTime();
    const named = usesPrepared && name !== undefined ? { name } : {};
    const { rows } = await client.query<Row>({ ...named, text, values: [...values] });
    return rows;
  };
  const executePrepared: ExecutePrepared = async (run) => {
    await limitTime();
    return run(client);
  };
  let broken: Error | undefined;
  try {
    await client.query(beginTransaction);
    const result = await work(execute, executePrepared);
    await client.query('commit');
    return result;
  } catch (error) {
    if (hasNoResponse(error)) broken = error;
    else await client.query('rollback').catch((cause: Error) => (broken = cause));
    if (hasNoResponse(error) || isTimeout(error)) throw refusal('search.too-slow', error);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= maxWaiting) throw refusal('search.busy');
  try {
    return await pool.connect();
  } catch (error) {
    // The pool's own error is the cause of ours.
    if (error instanceof Error && hasMessage(noFreeConnection, error.cause))
      throw refusal('search.busy', error);
    throw error;
  }
}

/** By how much a statement may exceed the remaining time: setting the timeout costs a round trip. */
const graceMs = 100;

/** The returned function sets PostgreSQL's timeout to the remaining time, if that is notably less than the current one. */
function createTimer(client: pg.PoolClient, deadline: number): () => Promise<void> {
  let timeoutMs = Number.POSITIVE_INFINITY;
  return async () => {
    const remainingMs = deadline - performance.now();
    if (remainingMs <= 0) throw refusal('search.too-slow');
    if (timeoutMs - remainingMs <= graceMs) return;
    timeoutMs = remainingMs;
    await client.query(`set local statement_timeout = ${Math.ceil(remainingMs)}`);
  };
}

const beginTransaction = [
  'begin read only',
  'set local enable_seqscan = off',
  'set local jit = off',
  'set local max_parallel_workers_per_gather = 0',
  'set local enable_memoize = off',
  'set local plan_cache_mode = force_custom_plan',
  'set local pg_trgm.similarity_threshold = 0.25',
].join('; ');

/** The pool's message if no connection was free in time. */
const noFreeConnection = 'timeout exceeded when trying to connect';
/** The client's message if the database did not respond. */
const noResponse = 'Query read timeout';

const hasNoResponse = (error: unknown): error is Error =>
  error instanceof Error && (hasMessage(noResponse, error) || hasNoResponse(error.cause));

const hasMessage = (message: string, error: unknown): boolean =>
  error instanceof Error && error.message === message;
