import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { ReportState } from '#contract/reports.ts';

import { id, moment } from './columns.ts';
import { products } from './products.ts';
import { users } from './users.ts';

export const reports = pgTable(
  'reports',
  {
    id: id().primaryKey(),
    productId: id('product_id')
      .notNull()
      .references(() => products.id),
    reporterId: id('reporter_id')
      .notNull()
      .references(() => users.id),
    problem: text('problem').notNull(),
    /** The phone's revision when it was reported; null in reports of a version that did not store it. */
    productRevision: integer('product_revision'),
    state: text('state').$type<ReportState>().notNull().default('open'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('reports_one_per_person').on(table.productId, table.reporterId),
    index('reports_by_reporter').on(table.reporterId, table.id.desc().nullsFirst()),
    index('reports_decided')
      .on(table.state, table.id.desc().nullsFirst())
      .where(sql`state <> 'open'`),
    index('reports_open')
      .on(table.id.desc().nullsFirst())
      .where(sql`state = 'open'`),
  ],
);
