/** What the lists behind the dashboard's tables have in common: search, filter, sort order and counts. */
import * as z from 'zod/mini';

export const maxTableSearch = 200;

/** The search text of a table; empty means the same as absent. */
export const tableSearch = z.optional(
  z.string().check(
    z.trim(),
    z.maxLength(maxTableSearch, `The search is at most ${maxTableSearch} characters`),
    // PostgreSQL's type `text` cannot contain NUL.
    z.refine((text) => !text.includes('\u0000'), {
      error: 'The search has a character that nothing has',
    }),
  ),
);

export const timeOrders = ['newest', 'oldest'] as const;
export type TimeOrder = (typeof timeOrders)[number];

/** The `sort` of a list: one of these; the first if it is absent. */
export const sortParameter = <const Orders extends readonly [string, ...string[]]>(orders: Orders) =>
  z.optional(z.enum(orders, `sort is ${orders.join(', ')}, or left out`));

/** The `show` of a list: one of these, or absent. */
export const showParameter = <const Shows extends readonly [string, ...string[]]>(shows: Shows) =>
  z.optional(z.enum(shows, `show is ${shows.join(', ')}, or left out`));

/** The limit of counting: a table with a million rows is not read to its end for a number. */
export const maxCounted = 1000;

/**
 * How many rows a list has with a value of `show`; null for the list without one. At {@link maxCounted} there may be
 * more.
 */
export const ShownCount = z.object({
  show: z.nullable(z.string()),
  count: z.number(),
  isCapped: z.boolean(),
});
export type ShownCount = z.infer<typeof ShownCount>;
