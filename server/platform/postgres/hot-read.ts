/** A read that is so frequent that Drizzle's time for each cell of its rows matters: a seventh of the whole request. */
import { fillPlaceholders, type Query } from 'drizzle-orm';
import pg from 'pg';

import type { Database } from './database.ts';

export interface HotRead {
  /** The name of the prepared statement on each connection. */
  readonly name: string;
  /** False behind a pooler that hands every statement to another connection. */
  readonly usesPrepared: boolean;
  /** The fields of the rows in the order of the select; the driver converts each of them to its final type. */
  readonly fields: readonly string[];
}

/**
 * Prepares a Drizzle statement whose rows are used as the driver converts them: texts, numbers, booleans, arrays of
 * numbers, and times as `Date`.
 *
 * @param statementOf the statement for a number of rows, which is part of its text. As a parameter, the planner would
 *   expect a tenth of all rows and plan again for every request, which takes twice as long as reading the rows
 * @returns reads that many rows for the values of the placeholders
 */
export function prepareHotRead<Row>(
  db: Database,
  statementOf: (limit: number) => { toSQL(): Query },
  { name, usesPrepared, fields }: HotRead,
): (values: Readonly<Record<string, unknown>>, limit: number) => Promise<Row[]> {
  const statements = new Map<number, Query>();
  const statementFor = (limit: number): Query => {
    const statement = statements.get(limit) ?? statementOf(limit).toSQL();
    statements.set(limit, statement);
    return statement;
  };
  const rowOf = (cells: readonly unknown[]): Row => {
    const row: Record<string, unknown> = {};
    for (let place = 0; place < fields.length; place += 1) row[fields[place] ?? ''] = cells[place];
    // The caller lists the fields of the row's type.
    return row as Row;
  };
  return async (values, limit) => {
    const { sql: text, params } = statementFor(limit);
    const { rows } = await db.$client.query<unknown[]>({
      ...(usesPrepared ? { name: `${name}_${limit}` } : {}),
      text,
      rowMode: 'array',
      types,
      values: fillPlaceholders(params, values),
    });
    return rows.map(rowOf);
  };
}

/** The OIDs of the types that the driver converts slowly. */
const integerArray = 1007;
const timestamp = 1184;

const types: pg.CustomTypesConfig = {
  getTypeParser: (...type: Parameters<typeof pg.types.getTypeParser>): unknown => {
    const [oid]: readonly [number, ...unknown[]] = type;
    if (oid === integerArray) return readNumbers;
    return oid === timestamp ? readMoment : pg.types.getTypeParser(...type);
  },
};

const readAnyMoment = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** A time; nearly always from a connection whose time zone is UTC, with a year of four digits. */
const readMoment = (text: string): Date =>
  text.endsWith('+00') && text[10] === ' '
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : readAnyMoment(text);

/** A cache of converted arrays: there are only few different lists of picture sizes. */
const readBefore = new Map<string, readonly number[]>();
const mostReadBefore = 1000;

/** An array of numbers, as PostgreSQL writes it: `{320,640}`. */
function readNumbers(text: string): readonly number[] {
  const before = readBefore.get(text);
  if (before !== undefined) return before;
  const numbers = text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);
  if (readBefore.size < mostReadBefore) readBefore.set(text, numbers);
  return numbers;
}
