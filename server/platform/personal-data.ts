/** What a domain stores about people: the shape of each domain's `personal-data.ts`. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

import { escapeMarkup } from '#server/platform/http/escape-markup.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';

/** Names of columns by table, separated by blanks. */
export type Columns = Readonly<Record<string, string>>;

/** One kind of personal data, in the words of the page "What we know about you". */
interface PersonalKind {
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
  /** What has to end before a person can be erased, in their words. */
  readonly holdsBack?: (db: Executor, personId: string) => Promise<readonly HeldBack[]>;
  /** By what others may have mentioned a person: name, telephone numbers, places. */
  readonly namesOf?: (db: Executor, personId: string) => Promise<readonly string[]>;
  /**
   * Erases a person: what nobody else needs is removed, the rest stays without anything that says who it was. Absent where
   * rows name people by their number alone.
   */
  readonly erase?: (tx: Transaction, person: ErasedPerson) => Promise<void>;
}

interface HeldBack {
  readonly what: string;
  /** The page where it can be ended; null where it can only be waited for. */
  readonly path: string | null;
}

/** A person who is erased, in all domains in one transaction. */
export interface ErasedPerson {
  readonly id: string;
  readonly emails: readonly string[];
  /** A regular expression of PostgreSQL that finds the person's names, addresses and telephone numbers in a text. */
  readonly mentions: string;
  /** Has a file of the storage removed once the erasure has committed. */
  readonly removeFile: (file: string) => void;
}

/**
 * The expression that finds these names in texts, whole and in any case, also as JSON and HTML write them.
 *
 * @throws Error without any name: such an expression would be found everywhere
 */
export function mentionsOf(names: readonly string[]): string {
  const found = names.map((name) => name.trim()).filter((name) => name.length > 1);
  if (found.length === 0) throw new Error('somebody without any name cannot be looked for');
  const spellings = found.flatMap((name) => [name, JSON.stringify(name).slice(1, -1), escapeMarkup(name)]);
  // The longest first: a name may be the beginning of another one.
  const ordered = [...new Set(spellings)].toSorted((one, other) => other.length - one.length);
  const escaped = ordered.map((name) => name.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&'));
  return `(?<!\\w)(${escaped.join('|')})(?!\\w)`;
}

/** A text without what names the person. */
export const withoutMentions = (text: AnyColumn | SQL, { mentions }: Pick<ErasedPerson, 'mentions'>): SQL =>
  sql`regexp_replace(${text}, ${mentions}, '…', 'gi')`;

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
