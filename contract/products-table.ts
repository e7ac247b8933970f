/** How owners and admins filter and count their lists of phones. */
import * as z from 'zod/mini';

import { alsoSuspended, ownOrAdmin } from './access.ts';
import { endpoint } from './endpoint.ts';
import type { ProductState } from './products-machine.ts';
import { ShownCount, showParameter, sortParameter, tableSearch } from './table.ts';

/** The states in which owners and admins see phones. */
export const productFilters = [
  'live',
  'reserved',
  'paused',
  'sold',
  'sold_elsewhere',
  'withdrawn',
  'hidden',
] as const satisfies readonly ProductState[];
export type ProductFilterName = (typeof productFilters)[number];

const productOrders = ['newest', 'oldest', 'price-up', 'price-down'] as const;
export type ProductOrder = (typeof productOrders)[number];

/** The filters of owners and admins; they have no effect on other people's lists. */
export const ownFilter = {
  /** Parts of the model's name, the seller's whole e-mail address, or the phone's id. */
  search: tableSearch,
  show: showParameter(productFilters),
  sort: sortParameter(productOrders),
};

export const countProducts = endpoint({
  method: 'GET',
  path: '/products/counts',
  summary:
    'How many of one’s own phones, or for admins of anybody’s, a search finds, in all and by state; each up to 1,000',
  access: alsoSuspended(ownOrAdmin('query.email')),
  query: z.object({ email: z.optional(z.string()), search: tableSearch }),
  reply: z.array(ShownCount),
});
