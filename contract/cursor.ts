/** What is in a cursor, which clients do not read. Apart from `page.ts`, so that browsers do not load it. */

/** The id of a page's last row as an opaque cursor. */
export const cursorOf = (id: string): string => id.replaceAll('-', '');

const idDigits = 32;

/** The id at the end of a cursor. */
export const idOfCursor = (cursor: string): string =>
  cursor.slice(-idDigits).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The place of a row in a list that may be sorted by a number, its `key`; undefined in a list by time. A cursor contains
 * the number, because after its change the next page would begin elsewhere by the id alone.
 */
export interface Place {
  readonly key: number | undefined;
  readonly id: string;
}

const keyDigits = 8;

export const cursorOfPlace = ({ key, id }: Place): string =>
  `${key === undefined ? '' : key.toString(16).padStart(keyDigits, '0')}${cursorOf(id)}`;

/** The place from which {@link cursorOfPlace} made the cursor. */
export const placeOfCursor = (cursor: string): Place => ({
  key: cursor.length === idDigits ? undefined : Number.parseInt(cursor.slice(0, keyDigits), 16),
  id: idOfCursor(cursor),
});
