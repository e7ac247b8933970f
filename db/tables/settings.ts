import { pgTable, text } from 'drizzle-orm/pg-core';

import { moment } from './columns.ts';

/** Values that all processes of one installation share, created at the first start, such as the signing secret. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** When deadlines were last run, by the database's clock, in one row. A gap means an outage. */
export const deadlineRuns = pgTable('deadline_runs', {
  id: text('id').primaryKey(),
  ranAt: moment('ran_at').notNull(),
});
