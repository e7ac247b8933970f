/** What a domain stores about people: the shape of each domain's `personal-data.ts`. */

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
  /** The heading of its kinds. */
  readonly title: string;
  readonly kinds: readonly PersonalKind[];
  /** Columns that say nothing about a person, beyond what the kinds of their rows say. */
  readonly impersonal?: Columns;
}
