import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A query whose rows are loaded into these columns of a table. */
export interface Rows {
  readonly table: string;
  readonly columns: string;
  /** Its types must be those of the columns: rows are passed on as PostgreSQL writes them, without casts. */
  readonly query: string;
}

/**
 * Produces rows on one connection and loads them by `COPY` on another, since a copying connection can do nothing else.
 */
export function copyRows(
  maker: pg.ClientBase,
  loader: pg.ClientBase,
  { table, columns, query }: Rows,
): Promise<void> {
  return pipeline(
    maker.query(copyTo(`copy (${query}) to stdout (format binary)`)),
    loader.query(copyFrom(`copy ${table} (${columns}) from stdin (format binary)`)),
  );
}
