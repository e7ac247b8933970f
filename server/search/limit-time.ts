/** Searches read within a time: what would take longer is ended and refused, whatever was asked. */
import pg from 'pg';

import { searchErrors } from '#contract/search.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';

const fail = failWith(searchErrors);

/** What one search may take, all its statements together. */
export const searchLimitMs = 1_000;

export interface Statement {
  /** Where its text is always the same: it is parsed once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs a statement of this search. */
export type Ask = <Row extends pg.QueryResultRow>(statement: Statement) => Promise<Row[]>;

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
 * @throws Failure search.too-slow
 */
export async function askWithin<Answer>(
  db: Database,
  { limitMs, usesPrepared }: TimeLimit,
  work: (ask: Ask) => Promise<Answer>,
): Promise<Answer> {
  const client = await db.$client.connect();
  const deadline = performance.now() + limitMs;
  const ask: Ask = async <Row extends pg.QueryResultRow>({ name, text, values }: Statement) => {
    if (performance.now() > deadline) throw fail('search.too-slow');
    const named = usesPrepared && name !== undefined ? { name } : {};
    const { rows } = await client.query<Row>({ ...named, text, values: [...values] });
    return rows;
  };
  let broken: Error | undefined;
  try {
    await client.query(`${beginning}; set local statement_timeout = ${Math.ceil(limitMs)}`);
    const answer = await work(ask);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => (broken = cause));
    if (isTimeout(error)) throw fail('search.too-slow', { cause: error });
    throw error;
  } finally {
    client.release(broken);
  }
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

const isTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014';
