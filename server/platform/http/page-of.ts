import { cursorOf, idOfCursor } from '#contract/cursor.ts';
import type { Page } from '#contract/page.ts';

/** Turns rows into a page. The query has read one row more than `limit`: if it exists, there is another page. */
export function pageOf<Row>(rows: readonly Row[], limit: number, idOf: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return rows.length > limit && last !== undefined ? { items, nextCursor: cursorOf(idOf(last)) } : { items };
}

/** The id after which a list continues; undefined for its first page. */
export const idAfter = (cursor: string | undefined): string | undefined =>
  cursor === undefined ? undefined : idOfCursor(cursor);
