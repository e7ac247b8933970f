import * as z from 'zod/mini';

export const defaultPageSize = 24;
export const maxPageSize = 100;

/** A page of a list, newest first, and the opaque cursor of the page after it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/** The id of a page's last row; before it, in a list that is sorted by a number, that number. */
const cursorText = /^(?:[0-7][0-9a-f]{7})?[0-9a-f]{32}$/;

/** The `cursor` field of {@link pageQuery} for cursors of another form. */
export const cursorMatching = (form: RegExp) =>
  z.optional(z.string().check(z.regex(form, 'cursor is not one that this list gave out')));

/**
 * The query fields of every paged list. `limit` is a whole number from 1 to {@link maxPageSize}; `cursor` comes from
 * the `Link: rel="next"` header of the page before.
 */
export const pageQuery = {
  limit: z._default(
    z.coerce
      .number('limit is a whole number')
      .check(
        z.int('limit is a whole number'),
        z.gte(1, 'limit is at least 1'),
        z.lte(maxPageSize, `limit is at most ${maxPageSize}`),
      ),
    defaultPageSize,
  ),
  cursor: cursorMatching(cursorText),
};

/** The fields of {@link pageQuery} in a parsed query. */
export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
}
