/** Makes and reads cursors. Only the server does, so this is not in `page.ts`, which browsers load. */

/** The id of a page's last row as an opaque cursor. */
export const cursorOf = (id: string): string => id.replaceAll('-', '');

const idDigits = 32;

/** The id at the end of a cursor. */
export const idOfCursor = (cursor: string): string =>
  cursor.slice(-idDigits).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The place of a row in a list. In a list that is sorted by a number, such as a price, `key` is that number; else it is
 * undefined. A cursor contains the number, because it may change before the next page is read.
 */
export interface Place {
  readonly key: number | undefined;
  readonly id: string;
}

const keyDigits = 8;

/** The place of a page's last row as an opaque cursor. @param place its `key` is a whole number from 0 to 2^31 − 1 */
export const cursorOfPlace = ({ key, id }: Place): string =>
  `${key === undefined ? '' : key.toString(16).padStart(keyDigits, '0')}${cursorOf(id)}`;

/** The place from which {@link cursorOfPlace} made the cursor. */
export const placeOfCursor = (cursor: string): Place => ({
  key: cursor.length === idDigits ? undefined : Number.parseInt(cursor.slice(0, keyDigits), 16),
  id: idOfCursor(cursor),
});
