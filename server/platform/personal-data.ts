/** What a domain stores about people: the shape of each domain's `personal-data.ts`. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

import { escapeMarkup } from '#server/platform/http/escape-markup.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';

/** Names of columns by table, separated by spaces. */
export type Columns = Readonly<Record<string, string>>;

/** One kind of personal data, with the texts of the page "What we know about you". */
interface PersonalKind {
  readonly what: string;
  readonly why: string;
  readonly howLong: string;
  /** Where it is stored. */
  readonly columns: Columns;
}

/**
 * What one domain stores about people. Every column of every table appears exactly once, in a kind or among the
 * impersonal ones: a test compares this with the catalogue of the database.
 */
export interface PersonalData {
  /** The name of its file in an export. */
  readonly name: string;
  /** The heading of its kinds. */
  readonly title: string;
  readonly kinds: readonly PersonalKind[];
  /** Columns that contain nothing about a person beyond what the kinds of their rows describe. */
  readonly impersonal?: Columns;
  /**
   * A person's data for an export: a statement for each list, by the list's name. No secrets, and about other people only
   * what the person could see anyway. Absent only for a domain that stores nothing about people.
   */
  readonly exportOf?: (personId: string) => Readonly<Record<string, SQL>>;
  /** The pictures of an export. */
  readonly picturesOf?: (db: Executor, personId: string) => Promise<readonly ExportedPicture[]>;
  /** What must end before a person can be erased, with a text for them. */
  readonly holdsBack?: (db: Executor, personId: string) => Promise<readonly HeldBack[]>;
  /** The texts by which others may have mentioned a person: name, telephone numbers, places. */
  readonly namesOf?: (db: Executor, personId: string) => Promise<readonly string[]>;
  /**
   * Erases a person: rows that nobody else needs are removed, the others stay without anything that identifies the
   * person. Absent if rows contain only the ids of people.
   */
  readonly erase?: (tx: Transaction, person: ErasedPerson) => Promise<void>;
}

export interface HeldBack {
  readonly what: string;
  /** The page where it can be ended; null if the person can only wait. */
  readonly path: string | null;
}

/** The person to be erased from all domains, in one transaction. */
export interface ErasedPerson {
  readonly id: string;
  /** Addresses that are theirs alone: none that another account has by now. */
  readonly emails: readonly string[];
  /** A PostgreSQL regular expression that matches the person's names, addresses and telephone numbers in a text. */
  readonly mentions: string;
  /** Removes a file of the storage once the erasure has committed. */
  readonly removeFile: (file: string) => void;
}

/**
 * The regular expression that matches these names in texts, as whole words and in any case, also in their JSON and HTML
 * escapes. In scripts that join words, or endings to them, it matches within longer words, too.
 *
 * @throws Error without any name: such an expression would match everywhere
 */
export function mentionsOf(names: readonly string[]): string {
  const found = names.map((name) => name.trim()).filter((name) => name.length > 1);
  if (found.length === 0) throw new Error('somebody without any name cannot be looked for');
  const spellings = found.flatMap((name) => [name, JSON.stringify(name).slice(1, -1), escapeMarkup(name)]);
  // The longest first: a name may be the beginning of another one.
  const ordered = [...new Set(spellings)].toSorted((one, other) => other.length - one.length);
  // One pair of conditions for all names of a kind: PostgreSQL needs seconds for a thousand of them.
  const byEdges = Map.groupBy(ordered, (name) => edgesOf(name).join(' '));
  const groups = [...byEdges].map(([edges, group]) => {
    const [begin = '', end = ''] = edges.split(' ');
    return `${begin}(${group.map(escapeSigns).join('|')})${end}`;
  });
  return `(${groups.join('|')})`;
}

const escapeSigns = (name: string): string => name.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`);

/** Chinese, Thai, Bangla, Korean and others: letters and their signs of none of the scripts with spaces around a name. */
const joined = String.raw`(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])[\p{L}\p{M}]`;
const beginsJoined = new RegExp(`^${joined}`, 'u');
const endsJoined = new RegExp(`${joined}$`, 'u');

/** What must not stand before and after a name. */
const edgesOf = (name: string): readonly string[] => [
  beginsJoined.test(name) ? '' : String.raw`(?<!\w)`,
  endsJoined.test(name) ? '' : String.raw`(?!\w)`,
];

/** A text from which the person's names are removed. */
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

/** A person's data of one domain as an export has it: times in ISO 8601, amounts of money in cents. */
export async function readLists(
  db: Executor,
  { exportOf }: Pick<PersonalData, 'exportOf'>,
  personId: string,
): Promise<ExportedLists> {
  const lists: Record<string, readonly ExportedRow[]> = {};
  for (const [name, statement] of Object.entries(exportOf?.(personId) ?? {})) {
    const { rows, fields } = await db.execute(statement);
    const types = new Map(fields.map((field) => [field.name, field.dataTypeID]));
    lists[name] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, readable(value, types.get(column))]),
      ),
    );
  }
  return lists;
}

/** PostgreSQL's numbers of the types `timestamptz` and `bigint`, whose values arrive as it writes them. */
const postgresTypes = { time: 1184, bigint: 20 } as const;

function readable(value: unknown, type: number | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (type === postgresTypes.time) return new Date(value).toISOString();
  return type === postgresTypes.bigint ? Number(value) : value;
}
