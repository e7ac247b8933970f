/** Marks tables that public pages, and therefore caches, show. */
import type { BuildColumns, BuildExtraConfigColumns } from 'drizzle-orm';
import {
  type PgColumnBuilderBase,
  pgTable,
  type PgTableExtraConfigValue,
  type PgTableWithColumns,
} from 'drizzle-orm/pg-core';

declare const mark: unique symbol;

/** The mark of a table whose writes must be published: the types of the server's database refuse any other write. */
export interface ShownMark {
  readonly [mark]: true;
}

/** Drizzle's `pgTable` for a table that public pages show. */
export function shownTable<Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  constraints: (table: BuildExtraConfigColumns<Name, Columns, 'pg'>) => PgTableExtraConfigValue[],
) {
  type Table = PgTableWithColumns<{
    name: Name;
    schema: undefined;
    columns: BuildColumns<Name, Columns, 'pg'>;
    dialect: 'pg';
  }>;
  // The mark exists only for the compiler.
  return pgTable(name, columns, constraints) as Table & ShownMark;
}
