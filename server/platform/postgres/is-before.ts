import { type AnyColumn, lt, type SQL } from 'drizzle-orm';

/** The condition for rows whose id is before this one, for lists with the newest first; none for their first page. */
export const isBefore = (column: AnyColumn, id: string | undefined): SQL | undefined =>
  id === undefined ? undefined : lt(column, id);
