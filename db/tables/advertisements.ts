import { sql } from 'drizzle-orm';
import { uniqueIndex } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';
import { products } from './products.ts';
import { shownTable } from './shown-table.ts';

export const advertisements = shownTable(
  'advertisements',
  {
    id: id().primaryKey(),
    productId: id('product_id')
      .notNull()
      .references(() => products.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    // One live advertisement per phone.
    uniqueIndex('advertisements_one_live')
      .on(table.productId)
      .where(sql`ended_at is null`),
  ],
);
