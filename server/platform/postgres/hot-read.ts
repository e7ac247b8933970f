/** A read that is made so often that Drizzle's look at each cell of its rows is felt: a seventh of the whole request. */
import { fillPlaceholders, type Query } from 'drizzle-orm';
import pg from 'pg';

import type { Database } from './database.ts';

export interface HotRead {
  /** Of the statement on each connection, where it is parsed once. */
  readonly name: string;
  /** False behind a pooler that hands every statement to another connection. */
  readonly usesPrepared: boolean;
  /** The fields of the rows in the order in which they are selected, each of which the driver reads as it is meant. */
  readonly fields: readonly string[];
}

/**
 * Prepares a statement of Drizzle's, whose rows are then taken as the driver reads them: texts, numbers, truth values,
 * arrays of numbers, and points in time as `Date`.
 *
 * @param statementOf the statement for so many rows, with the number in its text: of one that is a parameter the planner
 *   expects a tenth of all rows, and then plans anew for every request, which takes twice as long as the rows
 * @returns reads so many rows for the values of its placeholders
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
    // The caller names the fields of the row's type.
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

/** PostgreSQL's numbers for the types that the driver reads slowly. */
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

/** A point in time; nearly always that of a connection whose time zone is UTC, in a year of four digits. */
const readMoment = (text: string): Date =>
  text.endsWith('+00') && text[10] === ' '
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : readAnyMoment(text);

/** Arrays that were read before: pictures have their sizes from a short list. */
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
