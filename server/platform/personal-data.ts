/** What a domain stores about people: the shape of each domain's `personal-data.ts`. */
import type { SQL } from 'drizzle-orm';

import type { Executor } from '#server/platform/postgres/database.ts';

/** Names of columns by table, separated by blanks. */
export type Columns = Readonly<Record<string, string>>;

/** One kind of personal data, in the words of the page "What we know about you". */
export interface PersonalKind {
  readonly what: string;
  readonly why: string;
  readonly howLong: string;
  /** Where it is stored. */
  readonly columns: Columns;
}

/**
 * What one domain stores about people. Every column of every table is in exactly one place, in a kind or among the
 * impersonal ones: a test holds this against the catalogue of the database.
 */
export interface PersonalData {
  /** Names its file in an export. */
  readonly name: string;
  /** The heading of its kinds. */
  readonly title: string;
  readonly kinds: readonly PersonalKind[];
  /** Columns that say nothing about a person, beyond what the kinds of their rows say. */
  readonly impersonal?: Columns;
  /**
   * What a person takes along. No secrets, and of other people only what the person could see anyway. Only a domain that
   * stores nothing about people has none.
   */
  readonly exportOf?: (db: Executor, personId: string) => Promise<ExportedLists>;
  /** The pictures that a person takes along. */
  readonly picturesOf?: (db: Executor, personId: string) => Promise<readonly ExportedPicture[]>;
}

/** Lists of rows, by the name of each list. */
export type ExportedLists = Readonly<Record<string, readonly ExportedRow[]>>;
export type ExportedRow = Readonly<Record<string, unknown>>;

export interface ExportedPicture {
  /** The name of its file in the export, without its kind. */
  readonly name: string;
  /** The name of its JPEG in the storage. */
  readonly file: string;
}

/** The rows of a statement, as an export has them: times in ISO 8601, amounts of money in cents. */
export async function listRows(db: Executor, query: SQL): Promise<ExportedRow[]> {
  const { rows } = await db.execute(query);
  return rows;
}
