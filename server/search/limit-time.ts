/** Gives each search a deadline: a longer one is cancelled and refused. */
import type pg from 'pg';

import { searchErrors } from '#contract/search.ts';
import { type Database, isTimeout } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';

const fail = failWith(searchErrors);

/** After how many seconds the client may try again. */
const refusal = (code: 'search.busy' | 'search.too-slow', cause?: unknown) =>
  fail(code, { retryAfterSeconds: 1, cause });

/**
 * How searches use the database: a few connections of their own, so that they never take those of bookings.
 *
 * @param limitMs what one search may take: waiting for a connection and all its statements together
 */
export const searchPool = (limitMs: number) => ({
  maxConnections: searchConnections,
  connectionTimeoutMs: limitMs,
  /** PostgreSQL cancels what takes too long; this limit is for a database that does not answer at all. */
  queryTimeoutMs: limitMs + 250,
});

export const searchConnections = 4;

/** The most searches that wait for a connection. One more would hardly get one in time, so it is refused at once. */
const maxWaiting = 64;

export interface Statement {
  /** For a statement whose text is always the same: it is parsed once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs a statement of this search. */
export type Ask = <Row extends pg.QueryResultRow>(statement: Statement) => Promise<Row[]>;

/** Runs prepared statements on this search's connection. */
export type AskPrepared = <Result>(run: (client: pg.PoolClient) => Promise<Result>) => Promise<Result>;

export interface TimeLimit {
  readonly limitMs: number;
  /** False behind a pooler that hands every statement to another connection. */
  readonly usesPrepared: boolean;
}

/**
 * Runs the statements of one search on one connection.
 *
 * The planner is told what it cannot know: a sequential scan is never the way, and a plan is made for the values at
 * hand, since words are frequent or rare by many orders.
 *
 * @param db opened with {@link searchPool}
 * @throws Failure search.busy when no connection is free in time, search.too-slow
 */
export async function askWithin<Answer>(
  db: Database,
  { limitMs, usesPrepared }: TimeLimit,
  work: (ask: Ask, askPrepared: AskPrepared) => Promise<Answer>,
): Promise<Answer> {
  const deadline = performance.now() + limitMs;
  const client = await connect(db.$client);
  const keepTime = createTimer(client, deadline);
  const ask: Ask = async <Row extends pg.QueryResultRow>({ name, text, values }: Statement) => {
    await keepTime();
    const named = usesPrepared && name !== undefined ? { name } : {};
    const { rows } = await client.query<Row>({ ...named, text, values: [...values] });
    return rows;
  };
  const askPrepared: AskPrepared = async (run) => {
    await keepTime();
    return run(client);
  };
  let broken: Error | undefined;
  try {
    await client.query(beginning);
    const answer = await work(ask, askPrepared);
    await client.query('commit');
    return answer;
  } catch (error) {
    if (isUnanswered(error)) broken = error;
    else await client.query('rollback').catch((cause: Error) => (broken = cause));
    if (isUnanswered(error) || isTimeout(error)) throw refusal('search.too-slow', error);
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

/** By how many milliseconds a statement may exceed the remaining time: setting the timeout costs a round trip. */
const graceMs = 100;

/** Sets PostgreSQL's timeout to the remaining time before a statement, if that is notably less than before. */
function createTimer(client: pg.PoolClient, deadline: number): () => Promise<void> {
  let toldMs = Number.POSITIVE_INFINITY;
  return async () => {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) throw refusal('search.too-slow');
    if (toldMs - leftMs <= graceMs) return;
    toldMs = leftMs;
    await client.query(`set local statement_timeout = ${Math.ceil(leftMs)}`);
  };
}

const beginning = [
  'begin read only',
  'set local enable_seqscan = off',
  'set local jit = off',
  'set local max_parallel_workers_per_gather = 0',
  'set local enable_memoize = off',
  'set local plan_cache_mode = force_custom_plan',
  'set local pg_trgm.similarity_threshold = 0.25',
].join('; ');

/** The pool's message if no connection was free in time, and the client's if the database did not answer. */
const noFreeConnection = 'timeout exceeded when trying to connect';
const noAnswer = 'Query read timeout';

const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && (hasMessage(noAnswer, error) || isUnanswered(error.cause));

const hasMessage = (message: string, error: unknown): boolean =>
  error instanceof Error && error.message === message;
