import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** What a query makes, for these columns of a table. */
export interface Rows {
  readonly table: string;
  readonly columns: string;
  /** Its types are those of the columns: rows go as PostgreSQL itself writes them, and nothing is cast. */
  readonly query: string;
}

/** Makes rows on one connection and loads them by `COPY` on another, since one that copies can do nothing else. */
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
