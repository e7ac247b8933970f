import { cursorOf, idOfCursor, type Page } from '#contract/page.ts';

/** Rows as a page. One more row than `limit` was queried: if it is there, another page follows. */
export function pageOf<Row>(rows: readonly Row[], limit: number, idOf: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return rows.length > limit && last !== undefined ? { items, nextCursor: cursorOf(idOf(last)) } : { items };
}

/** The id after which a list goes on; undefined for its first page. */
export const idAfter = (cursor: string | undefined): string | undefined =>
  cursor === undefined ? undefined : idOfCursor(cursor);
