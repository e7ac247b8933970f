/** Order and conditions of the lists by time. Ids rise with time. */
import { type AnyColumn, asc, desc, gt, lt, type SQL } from 'drizzle-orm';

import type { TimeOrder } from '#contract/table.ts';

/** The condition for rows whose id is before this one, for lists with the newest first; none for their first page. */
export const isBefore = (column: AnyColumn, id: string | undefined): SQL | undefined =>
  id === undefined ? undefined : lt(column, id);

/** A page of a list that people can sort by time. */
export interface TimePage {
  readonly sort: TimeOrder;
  /** Undefined for the first page. */
  readonly afterId: string | undefined;
  readonly limit: number;
}

/** The order of such a list, and the condition for the rows of a page and those after it. */
export function byTime(id: AnyColumn, { sort, afterId }: Pick<TimePage, 'sort' | 'afterId'>) {
  const [order, isAfter] = sort === 'newest' ? [desc, lt] : [asc, gt];
  return { order: order(id), rest: afterId === undefined ? undefined : isAfter(id, afterId) };
}
